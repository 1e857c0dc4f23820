# SPDX-License-Identifier: GPL-2.0-only
# The gpcd command.

tool_src	:= $(sort $(wildcard tools/gpcd/*.c))
tool_obj	:= $(tool_src:%.c=$(BUILD)/obj/%.o)
json_cflags	= $(shell pkg-config --cflags jansson)
json_libs	= $(shell pkg-config --libs jansson)

tool_ldflags	:= -pie -Wl,-z,relro,-z,now,-z,noexecstack

.PHONY: tools install-tools install-udev
tools: need-library $(BUILD)/gpcd	## the gpcd command

$(tool_obj): lib_flags = -std=gnu11 -D_GNU_SOURCE -fPIE $(WARN) -I$(BUILD)/include $(json_cflags) \
	-DGPCD_VERSION='"$(VERSION)"'
-include $(tool_obj:.o=.d)
$(tool_obj): $(headers)

$(BUILD)/gpcd: $(tool_obj) $(BUILD)/libgpcd.so
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(tool_ldflags) -Wl,-rpath,'$$ORIGIN' -o $@ $(tool_obj) -L$(BUILD) -lgpcd $(json_libs)

# The installed command finds the library by the loader's own means.
$(BUILD)/install/gpcd: $(tool_obj) $(BUILD)/libgpcd.so
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(tool_ldflags) -o $@ $(tool_obj) -L$(BUILD) -lgpcd $(json_libs)

install-tools: need-library $(BUILD)/install/gpcd
	install -d $(DESTDIR)$(bindir) $(DESTDIR)$(mandir)/man1 $(DESTDIR)$(mandir)/man4 \
		$(DESTDIR)$(completiondir)
	install $(BUILD)/install/gpcd $(DESTDIR)$(bindir)/gpcd
	install -m 644 docs/man/*.1 $(DESTDIR)$(mandir)/man1
	install -m 644 docs/man/*.4 $(DESTDIR)$(mandir)/man4
	install -m 644 tools/gpcd/completion.bash $(DESTDIR)$(completiondir)/gpcd

# The rule and the group act; what loads modules at boot is for the administrator to copy.
install-udev:
	install -d $(DESTDIR)$(udevdir) $(DESTDIR)$(sysusersdir) $(DESTDIR)$(docdir)
	install -m 644 udev/60-gpcd.rules $(DESTDIR)$(udevdir)
	install -m 644 udev/gpcd.sysusers $(DESTDIR)$(sysusersdir)/gpcd.conf
	install -m 644 udev/gpcd.modules-load $(DESTDIR)$(docdir)/modules-load.conf
	install -m 644 udev/gpcd.modprobe $(DESTDIR)$(docdir)/modprobe.conf
