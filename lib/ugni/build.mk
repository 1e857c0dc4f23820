# SPDX-License-Identifier: LGPL-2.1-or-later
# libugni: uGNI, emulated, for programs that gpcd-sim ugni starts.

ugni_src	:= $(sort $(wildcard lib/ugni/*.c))
ugni_obj	:= $(ugni_src:%.c=$(BUILD)/obj/%.o)
ugni_soname	:= libugni.so.0
ugni_headers	:= gni_pub.h gni_types.h gni_amo.h gni_queue.h gni_message.h gpcd_ugni.h
# Programs find it here, as `make ugni` leaves it; gpcd-sim names the folder of its own.
ugni_lib	:= $(BUILD)/lib/$(ugni_soname)

.PHONY: ugni install-ugni
ugni: need-library $(ugni_lib)	## libugni, uGNI emulated for gpcd-sim ugni

-include $(ugni_obj:.o=.d)

$(ugni_lib): $(ugni_obj) lib/ugni/libugni.map
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(ugni_soname) -Wl,-z,defs -Wl,-z,relro,-z,now,-z,noexecstack \
		-Wl,--version-script=lib/ugni/libugni.map -o $@ $(ugni_obj)
	@ln -sf $(ugni_soname) $(@D)/libugni.so

install-ugni: ugni	## the same, for programs (DESTDIR=, prefix=)
	install -d $(DESTDIR)$(includedir) $(DESTDIR)$(libdir)
	install -m 644 $(ugni_headers:%=lib/ugni/include/%) $(DESTDIR)$(includedir)
	install -m 644 $(ugni_lib) $(DESTDIR)$(libdir)
	ln -sf $(ugni_soname) $(DESTDIR)$(libdir)/libugni.so
