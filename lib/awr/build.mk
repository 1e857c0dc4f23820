# SPDX-License-Identifier: LGPL-2.1-or-later
# libawr: routing chosen message by message, in front of uGNI.

awr_src		:= $(sort $(wildcard lib/awr/*.c)) lib/next/next.c
awr_obj		:= $(awr_src:%.c=$(BUILD)/obj/%.o)
awr_name	:= libawr.so
awr_lib		:= $(BUILD)/$(awr_name)

.PHONY: awr install-awr
awr: need-library $(awr_lib)	## libawr, routing chosen message by message, in front of uGNI

$(awr_obj): $(headers)
-include $(awr_obj:.o=.d)

# uGNI itself is the program's, and MPI.
$(awr_lib) $(BUILD)/installed/$(awr_name): $(awr_obj) $(BUILD)/libmodel.a lib/awr/libawr.map $(BUILD)/libgpcd.so
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(awr_name) -Wl,-z,defs -Wl,-z,relro,-z,now,-z,noexecstack \
		$(rpath) -Wl,--version-script=lib/awr/libawr.map -o $@ $(awr_obj) $(BUILD)/libmodel.a -L$(BUILD) -lgpcd -ldl -pthread
$(awr_lib): private rpath := -Wl,-rpath,'$$ORIGIN'
$(BUILD)/installed/$(awr_name): private rpath = $(call rpath_flag,$(libdir))
$(BUILD)/installed/$(awr_name): $(BUILD)/installed/runpath

install-awr: install-library $(BUILD)/installed/$(awr_name)	## the same, for programs (DESTDIR=, prefix=)
	install -m 644 lib/awr/include/awr.h $(DESTDIR)$(includedir)
	install -m 644 $(BUILD)/installed/$(awr_name) $(DESTDIR)$(libdir)
	@test -n '$(DESTDIR)' || tools/setup/activate '$(udevdir)' '$(sysusersdir)'
