# SPDX-License-Identifier: LGPL-2.1-or-later
# libgpcd-papi: registers as events of PAPI, for programs that know PAPI alone. `make all` leaves it
# out: it needs PAPI.

papi_src	:= $(sort $(wildcard lib/papi/*.c)) lib/next/next.c
papi_obj	:= $(papi_src:%.c=$(BUILD)/obj/%.o)
papi_name	:= libgpcd-papi.so
papi_libs	:= -lsde -ldl

.PHONY: papi install-papi
papi: need-papi $(BUILD)/$(papi_name)	## libgpcd-papi, registers as events of PAPI

$(papi_obj): | need-papi
$(papi_obj): $(headers)
$(papi_obj): lib_flags += -fvisibility=hidden
-include $(papi_obj:.o=.d)

# PAPI itself is the program's: a program without it pays nothing for this library.
$(BUILD)/$(papi_name) $(BUILD)/installed/$(papi_name): $(papi_obj) lib/papi/libgpcd-papi.map $(BUILD)/libgpcd.so
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(papi_name) -Wl,-z,defs -Wl,-z,relro,-z,now,-z,noexecstack \
		$(rpath) -Wl,--version-script=lib/papi/libgpcd-papi.map -o $@ $(papi_obj) -L$(BUILD) -lgpcd $(papi_libs)
$(BUILD)/$(papi_name): private rpath := -Wl,-rpath,'$$ORIGIN'
$(BUILD)/installed/$(papi_name): private rpath = $(call rpath_flag,$(libdir))
$(BUILD)/installed/$(papi_name): $(BUILD)/installed/runpath

# The page is installed with the others.
install-papi: need-papi install-library $(BUILD)/installed/$(papi_name)	## the same, for programs (DESTDIR=, prefix=)
	install -m 644 $(BUILD)/installed/$(papi_name) $(DESTDIR)$(libdir)
	@test -n '$(DESTDIR)' || tools/setup/activate '$(udevdir)' '$(sysusersdir)'
