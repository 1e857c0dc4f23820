# SPDX-License-Identifier: GPL-2.0-only
# The commands: gpcd and its relations, each in a folder with a main.c. What they share is libcli.a.

commands	:= $(patsubst tools/%/main.c,%,$(sort $(wildcard tools/*/main.c)))
# $(1): folders of tools
objects_of	= $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard $(1:%=tools/%/*.c) $(1:%=tools/%/*/*.c))))
cli_obj		:= $(call objects_of,cli)
gpcd_obj	:= $(call objects_of,gpcd)
tool_obj	:= $(cli_obj) $(call objects_of,$(commands))
cli_lib		:= $(BUILD)/libcli.a
json_cflags	= $(shell pkg-config --cflags jansson)
json_libs	= $(shell pkg-config --libs jansson)
# What one command alone needs.
libs_gpcd-exporter = $(shell pkg-config --libs libmicrohttpd inih)
libs_gpcd-mount	= $(shell pkg-config --libs fuse3)
fuse_cflags	= $(shell pkg-config --cflags fuse3)
# For the libraries that several processes load.
libs_gpcd-sim	:= -ldl
libs_gpcd-study	:= -ldl
libs_gpcd	= $(shell pkg-config --libs ncursesw)
curses_cflags	= $(shell pkg-config --cflags ncursesw)
curses_libs	= $(libs_gpcd)

# Programs are position-independent. Builds with sanitizers are not (tests/build.mk): they have
# 142,000 relocations, which take the loader longer than a short run takes.
PIE		?= -pie
tool_ldflags	= $(PIE) -pthread -Wl,--as-needed -Wl,-z,relro,-z,now,-z,noexecstack

# Dashboards are made of the metrics of this tree, by what exports them.
dashboards	:= $(patsubst %,$(BUILD)/monitoring/%.json,routers slingshot rdma ethernet)
$(dashboards): $(BUILD)/monitoring/%.json: $(BUILD)/gpcd-exporter $(wildcard lib/metrics/sets/*/*.metrics)
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q)GPCD_METRICS=lib/metrics/sets $< --dashboard $* >$@.new && mv $@.new $@

.PHONY: tools install-tools install-units install-udev
tools: need-library $(commands:%=$(BUILD)/%) $(BUILD)/share/gpcd $(dashboards)	## the commands: gpcd, gpcd-sim, gpcd-exporter, gpcd-mount, rtr

$(tool_obj) $(BUILD)/installed/cli.o: lib_flags = -std=gnu11 -D_GNU_SOURCE -fPIE $(WARN) -I$(BUILD)/include -Itools \
	$(fabric_flags) $(json_cflags) -DGPCD_VERSION='"$(VERSION)"'
-include $(tool_obj:.o=.d)
$(tool_obj): $(headers) kmod/core/version.h

$(BUILD)/obj/tools/gpcd/top/terminal.o: lib_flags += $(curses_cflags)
$(call objects_of,gpcd-mount/serve): lib_flags += $(fuse_cflags)

# Where installed commands look for metrics, machines, studies, dictionaries and sets of gpcdr: it takes the place of cli.o in libcli.a.
$(BUILD)/installed/pkgdatadir: always
	@mkdir -p $(@D)
	@echo '$(pkgdatadir)' | cmp -s - $@ || echo '$(pkgdatadir)' >$@
$(BUILD)/installed/cli.o: tools/cli/cli.c $(headers) $(BUILD)/installed/pkgdatadir
	$(call say,CC,$<)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(lib_flags) -DDATA_FOLDER='"$(pkgdatadir)"' -c -o $@ $<

# install_completion COMMANDS: for bash, and for zsh and fish, which ask bash's. A command of each
# MPI, gm-measure.mpich, has gm-measure's.
install_completion = for name in $(1); do \
		install -m 644 tools/$${name%.*}/completion.bash $(DESTDIR)$(completiondir)/$$name && \
		sed 's|@folder@|$(completiondir)|; s|@name@|'$$name'|g' tools/completion/zsh | \
			install -m 644 /dev/stdin $(DESTDIR)$(zshdir)/_$$name && \
		sed 's|@folder@|$(completiondir)|; s|@name@|'$$name'|g' tools/completion/fish | \
			install -m 644 /dev/stdin $(DESTDIR)$(fishdir)/$$name.fish || exit 1; done

# Commands that are not installed find theirs here.
$(BUILD)/share/gpcd: tools/build.mk
	@mkdir -p $(@D) && rm -rf $@.new && mkdir $@.new
	@ln -srf lib/metrics/sets $@.new/metrics && ln -srf lib/hardware/files $@.new/machines && \
		ln -srf lib/studies $@.new/studies && ln -srf lib/dictionary/files $@.new/dictionary && \
		ln -srf tools/gpcd-mount/gpcdr $@.new/gpcdr
	@rm -rf $@ && mv -T $@.new $@

# Pages for browsers contain these files.
$(BUILD)/obj/tools/cli/network/page.o: $(wildcard tools/cli/network/page/*)

$(cli_lib): $(cli_obj)
	$(call say,AR)
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

# Simulated machines, of gpcd-sim and of the studies.
machine_lib	:= $(BUILD)/libmachine.a
machine_obj	:= $(call objects_of,gpcd-sim/machine)
$(machine_lib): $(machine_obj)
	$(call say,AR)
	@rm -f $@
	$(Q)$(AR) rcs $@ $^
lib_gpcd-sim	= $(machine_lib)
lib_gpcd-study	= $(machine_lib)
$(call objects_of,gpcd-study): lib_flags += -Itools/gpcd-sim

# The loader searches libraries in this order, for each of a thousand symbols: what most of them are in comes first, which
# takes 180,000 instructions off the start.
# The installed commands find the library by the loader's own means where it has any.
define command
$(call objects_of,$(1)): lib_flags += -Itools/$(1)
$(BUILD)/$(1) $(BUILD)/installed/$(1): $(filter-out $(machine_obj),$(call objects_of,$(1))) $(lib_$(1)) $(cli_lib) $(hardware_lib) $(fabric_lib) $(record_lib) $(stats_lib) $(BUILD)/libgpcd.so
	@mkdir -p $$(@D)
	$$(call say,LINK)
	$$(Q)$$(CC) $$(CFLAGS) $$(LDFLAGS) $$(tool_ldflags) $$(rpath) -o $$@ $$(filter %.o,$$^) $$(filter %.a,$$^) \
		-lc $$(libs_$(1)) -L$$(BUILD) -lgpcd $$(json_libs) $$(record_libs) $$(hardware_libs) -lm
$(BUILD)/$(1): rpath := -Wl,-rpath,'$$$$ORIGIN'
$(BUILD)/installed/$(1): rpath = $$(call rpath_flag,$$(bindir))
$(BUILD)/installed/$(1): $(BUILD)/installed/runpath $(BUILD)/installed/cli.o
endef
$(foreach name,$(commands),$(eval $(call command,$(name))))

install-tools: need-library $(commands:%=$(BUILD)/installed/%) $(dashboards)
	install -d $(DESTDIR)$(bindir) $(DESTDIR)$(mandir)/man1 $(DESTDIR)$(mandir)/man4 $(DESTDIR)$(mandir)/man5 \
		$(DESTDIR)$(mandir)/man8 $(DESTDIR)$(completiondir) $(DESTDIR)$(zshdir) $(DESTDIR)$(fishdir)
	install $(commands:%=$(BUILD)/installed/%) $(DESTDIR)$(bindir)
	install -m 644 $(filter-out docs/man/gpcd-mount.1,$(wildcard docs/man/*.1)) $(DESTDIR)$(mandir)/man1
	sed 's|/usr/local/share/gpcd|$(pkgdatadir)|' docs/man/gpcd-mount.1 | \
		install -m 644 /dev/stdin $(DESTDIR)$(mandir)/man1/gpcd-mount.1
	sed 's|/usr/local/share/doc/gpcd|$(docdir)|' docs/man/gpcd.4 | \
		install -m 644 /dev/stdin $(DESTDIR)$(mandir)/man4/gpcd.4
	install -m 644 docs/man/gpcd-exporter.conf.5 $(DESTDIR)$(mandir)/man5
	sed 's|/usr/local/share/doc/gpcd|$(docdir)|; s|/usr/local/share/gpcd|$(pkgdatadir)|' docs/man/gpcd-exporter.8 | \
		install -m 644 /dev/stdin $(DESTDIR)$(mandir)/man8/gpcd-exporter.8
	sed 's|/usr/local/share/gpcd|$(pkgdatadir)|' docs/man/gpcd-metrics.5 | \
		install -m 644 /dev/stdin $(DESTDIR)$(mandir)/man5/gpcd-metrics.5
	for chip in $(notdir $(wildcard lib/metrics/sets/*)); do \
		install -d $(DESTDIR)$(pkgdatadir)/metrics/$$chip && \
		install -m 644 lib/metrics/sets/$$chip/*.metrics $(DESTDIR)$(pkgdatadir)/metrics/$$chip || exit 1; done
	sed 's|/usr/local/share/gpcd|$(pkgdatadir)|' docs/man/gpcd-dictionary.5 | \
		install -m 644 /dev/stdin $(DESTDIR)$(mandir)/man5/gpcd-dictionary.5
	install -d $(DESTDIR)$(pkgdatadir)/dictionary
	install -m 644 lib/dictionary/files/*.counters $(DESTDIR)$(pkgdatadir)/dictionary
	sed 's|/usr/local/share/gpcd|$(pkgdatadir)|' docs/man/gpcd-machine.5 | \
		install -m 644 /dev/stdin $(DESTDIR)$(mandir)/man5/gpcd-machine.5
	install -d $(DESTDIR)$(pkgdatadir)/machines
	install -m 644 lib/hardware/files/*.machine $(DESTDIR)$(pkgdatadir)/machines
	for paper in $(notdir $(wildcard lib/studies/*)); do \
		install -d $(DESTDIR)$(pkgdatadir)/studies/$$paper && \
		install -m 644 lib/studies/$$paper/*.study $(DESTDIR)$(pkgdatadir)/studies/$$paper || exit 1; done
	for chip in $(notdir $(wildcard tools/gpcd-mount/gpcdr/*)); do \
		install -d $(DESTDIR)$(pkgdatadir)/gpcdr/$$chip && \
		install -m 644 tools/gpcd-mount/gpcdr/$$chip/*.metrics $(DESTDIR)$(pkgdatadir)/gpcdr/$$chip || exit 1; done
	install -d $(DESTDIR)$(pkgdatadir)/monitoring
	for name in slurm-prolog slurm-epilog; do \
		sed 's|/usr/local/share/gpcd|$(pkgdatadir)|' tools/gpcd-exporter/monitoring/$$name | \
		install /dev/stdin $(DESTDIR)$(pkgdatadir)/monitoring/$$name || exit 1; done
	sed 's|/usr/local/share/gpcd|$(pkgdatadir)|' tools/gpcd-exporter/monitoring/alerts.yml | \
		install -m 644 /dev/stdin $(DESTDIR)$(pkgdatadir)/monitoring/alerts.yml
	install -m 644 $(dashboards) $(DESTDIR)$(pkgdatadir)/monitoring
	$(call install_completion,$(filter-out gm-%,$(notdir $(patsubst %/,%,$(dir $(wildcard tools/*/completion.bash))))))

# A service is started by nobody but the administrator.
install-units:
	install -d $(DESTDIR)$(unitdir) $(DESTDIR)$(docdir)
	for unit in $(wildcard tools/*/*.service); do sed 's|/usr/local/bin|$(bindir)|' $$unit | \
		install -m 644 /dev/stdin $(DESTDIR)$(unitdir)/$${unit##*/} || exit 1; done
	install -m 644 tools/gpcd-exporter/exporter.conf $(DESTDIR)$(docdir)

# The rule and the group act; what loads modules at boot is for the administrator to copy.
install-udev:
	install -d $(DESTDIR)$(udevdir) $(DESTDIR)$(sysusersdir) $(DESTDIR)$(docdir)
	install -m 644 udev/60-gpcd.rules $(DESTDIR)$(udevdir)
	install -m 644 udev/gpcd.sysusers $(DESTDIR)$(sysusersdir)/gpcd.conf
	install -m 644 udev/gpcd.modules-load $(DESTDIR)$(docdir)/modules-load.conf
	install -m 644 udev/gpcd.modprobe $(DESTDIR)$(docdir)/modprobe.conf
