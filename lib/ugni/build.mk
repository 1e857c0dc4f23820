# SPDX-License-Identifier: LGPL-2.1-or-later
# uGNI in four parts, which share the headers in lib/ugni/include: emulated, for programs that
# gpcd-sim ugni starts; the PMI by which these start; libawr, which stands in front of any uGNI; and
# a message layer on top of it.

.PHONY: ugni install-ugni awr install-awr motifs

# --- libugni, emulated ---

ugni_obj	:= $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard lib/ugni/emulated/*.c)) lib/next/host.c)
ugni_soname	:= libugni.so.0
ugni_headers	:= gni_pub.h gni_types.h gni_amo.h gni_queue.h gni_message.h gpcd_ugni.h pmi.h
# Programs find it here, as `make ugni` leaves it; gpcd-sim names the folder of its own.
ugni_lib	:= $(BUILD)/lib/$(ugni_soname)

pmi_obj		:= $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard lib/ugni/pmi/*.c)))
pmi_soname	:= libpmi.so.0
pmi_lib		:= $(BUILD)/lib/$(pmi_soname)

ugni: need-library $(ugni_lib) $(pmi_lib)	## libugni and libpmi, uGNI emulated for gpcd-sim ugni

-include $(ugni_obj:.o=.d) $(pmi_obj:.o=.d)

$(ugni_lib): $(ugni_obj) lib/ugni/emulated/libugni.map
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(ugni_soname) -Wl,-z,defs -Wl,-z,relro,-z,now,-z,noexecstack \
		-Wl,--version-script=lib/ugni/emulated/libugni.map -o $@ $(ugni_obj)
	@ln -sf $(ugni_soname) $(@D)/libugni.so

$(pmi_lib): $(pmi_obj) lib/ugni/pmi/libpmi.map $(ugni_lib)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(pmi_soname) -Wl,-z,defs -Wl,-z,relro,-z,now,-z,noexecstack \
		-Wl,--version-script=lib/ugni/pmi/libpmi.map -o $@ $(pmi_obj) $(ugni_lib)
	@ln -sf $(pmi_soname) $(@D)/libpmi.so

install-ugni: ugni	## the same, for programs; never where there is a real uGNI (DESTDIR=, prefix=)
	install -d $(DESTDIR)$(includedir) $(DESTDIR)$(libdir)
	install -m 644 $(ugni_headers:%=lib/ugni/include/%) $(DESTDIR)$(includedir)
	install -m 644 $(ugni_lib) $(pmi_lib) $(DESTDIR)$(libdir)
	ln -sf $(ugni_soname) $(DESTDIR)$(libdir)/libugni.so
	ln -sf $(pmi_soname) $(DESTDIR)$(libdir)/libpmi.so

# --- libawr ---

awr_obj		:= $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard lib/ugni/awr/*.c)) lib/next/next.c)
awr_name	:= libawr.so
awr_lib		:= $(BUILD)/$(awr_name)

awr: need-library $(awr_lib)	## libawr, routing chosen message by message, in front of uGNI

$(awr_obj): $(headers)
-include $(awr_obj:.o=.d)

# The program brings uGNI and MPI, real or emulated.
$(awr_lib) $(BUILD)/installed/$(awr_name): $(awr_obj) $(BUILD)/libmodel.a lib/ugni/awr/libawr.map $(BUILD)/libgpcd.so
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(awr_name) -Wl,-z,defs -Wl,-z,relro,-z,now,-z,noexecstack \
		$(rpath) -Wl,--version-script=lib/ugni/awr/libawr.map -o $@ $(awr_obj) $(BUILD)/libmodel.a -L$(BUILD) -lgpcd -ldl -pthread
$(awr_lib): private rpath := -Wl,-rpath,'$$ORIGIN'
$(BUILD)/installed/$(awr_name): private rpath = $(call rpath_flag,$(libdir))
$(BUILD)/installed/$(awr_name): $(BUILD)/installed/runpath

install-awr: install-library $(BUILD)/installed/$(awr_name)	## the same, for programs (DESTDIR=, prefix=)
	install -m 644 lib/ugni/include/awr.h $(DESTDIR)$(includedir)
	install -m 644 $(BUILD)/installed/$(awr_name) $(DESTDIR)$(libdir)
	@test -n '$(DESTDIR)' || tools/setup/activate '$(udevdir)' '$(sysusersdir)'

# --- libmsg, an archive for our own programs; nobody is promised an ABI ---

msg_obj		:= $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard lib/ugni/msg/*.c)))
msg_lib		:= $(BUILD)/libmsg.a

-include $(msg_obj:.o=.d)

$(msg_lib): $(msg_obj)
	$(call say,AR)
	@mkdir -p $(@D) && rm -f $@
	$(Q)$(AR) rcs $@ $^

# Programs on it: each is one file of tools/motifs, and motif.c.
motif_src	:= $(filter-out %/motif.c,$(sort $(wildcard tools/motifs/*.c)))
motifs		:= $(motif_src:tools/motifs/%.c=$(BUILD)/motifs/%)
motif_obj	:= $(patsubst tools/%.c,$(BUILD)/obj/tools/%.o,$(motif_src) tools/motifs/motif.c)

motifs: need-library $(motifs)	## programs on uGNI for gpcd-sim ugni: ping_pong, alltoall, halo3d, sweep3d

-include $(motif_obj:.o=.d)
$(motif_obj): lib_flags = -std=gnu11 -D_GNU_SOURCE -fPIE $(WARN) -Ilib
$(motifs): $(BUILD)/motifs/%: $(BUILD)/obj/tools/motifs/%.o $(BUILD)/obj/tools/motifs/motif.o $(msg_lib) $(ugni_lib)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(tool_ldflags) -Wl,-rpath,'$$ORIGIN/../lib' -o $@ $^ -ldl
