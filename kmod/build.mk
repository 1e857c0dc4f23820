# SPDX-License-Identifier: GPL-2.0-only
# The modules, built in a farm of symbolic links so that kernels do not meet.

# The running kernel where its headers are installed, else the newest that are.
kdir_running	:= /lib/modules/$(shell uname -r)/build
uts_release	:= include/generated/utsrelease.h
kdir_newest	= $(shell grep -H UTS_RELEASE /lib/modules/*/build/$(uts_release) \
			/usr/src/linux-headers-*/$(uts_release) 2>/dev/null | \
			sed -n 's|^\(.*\)/$(uts_release):.*"\(.*\)"|\2 \1|p' | \
			sort -V | tail -n 1 | cut -d ' ' -f 2)
KDIR ?= $(if $(wildcard $(kdir_running)/Makefile),$(kdir_running),$(kdir_newest))
# Expanded late: the headers may only just have been installed. Not kernel.release,
# which in Debian's 6.1 headers is the upstream version.
krelease	= $(shell awk -F '"' '/UTS_RELEASE/ { print $$2 }' \
			'$(KDIR)/$(uts_release)' 2>/dev/null)
kbuild_dir	= $(abspath $(BUILD))/kmod/$(krelease)

# A second build in the same folder waits for the first.
.PHONY: modules modules_install
modules: need-modules	## gpcd.ko, gpcd_emu.ko, gpcd_pci.ko, gpcd_pmu.ko, for the running kernel, the newest with headers, or KDIR=; CXI_SYMVERS= adds gpcd_cxi.ko
	@test -n '$(krelease)' || { \
		echo 'no kernel headers found: install linux-headers-amd64 or give KDIR=' >&2; \
		exit 1; }
	@mkdir -p '$(kbuild_dir)'
	$(Q)exec 9>'$(kbuild_dir)/.lock' && flock 9 && \
		cp -rsu --remove-destination '$(CURDIR)'/kmod/. '$(kbuild_dir)' && \
		find '$(kbuild_dir)' -xtype l -delete && \
		$(MAKE) --no-print-directory -C '$(KDIR)' M='$(kbuild_dir)' CONFIG_DEBUG_INFO_BTF_MODULES= \
			$(KFLAGS) modules 9>&-
	@echo 'modules: $(BUILD)/kmod/$(krelease)/gpcd.ko gpcd_emu.ko gpcd_pci.ko gpcd_pmu.ko'

modules_install: modules	## install the modules (INSTALL_MOD_PATH=)
	$(Q)$(MAKE) --no-print-directory -C '$(KDIR)' M='$(kbuild_dir)' CONFIG_MODULE_SIG_ALL= modules_install
	@test -n '$(INSTALL_MOD_PATH)' || depmod '$(krelease)'

# The source, for dkms(8): what Kbuild reads, and no more.
dkmsdir		?= $(prefix)/src
dkms_source	= $(DESTDIR)$(dkmsdir)/gpcd-$(VERSION)
.PHONY: install-dkms
install-dkms:	## the modules' source for dkms(8) (DESTDIR=, prefix=/usr)
	rm -rf '$(dkms_source)'
	install -d '$(dkms_source)'
	cp -rL kmod/Kbuild kmod/Kconfig kmod/*/ '$(dkms_source)'
	sed 's|@version@|$(VERSION)|' kmod/dkms.conf.in >'$(dkms_source)/dkms.conf'
	@test -n '$(DESTDIR)' || echo 'now: dkms add $(dkms_source) && dkms install gpcd/$(VERSION)'

# The newest kernel source that the distribution packages is unpacked in build/kernel.
.PHONY: kernel-patch
kernel-patch: need-modules	## the modules as patches for a kernel's maintainers, in build/kernel-patch
	@tree=$$(tools/kernel/source '$(BUILD)/kernel') && tools/kernel/series "$$tree" '$(BUILD)/kernel-patch'
	@ls '$(BUILD)'/kernel-patch/*.patch
