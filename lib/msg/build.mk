# SPDX-License-Identifier: LGPL-2.1-or-later
# libmsg: a small message layer on uGNI, an archive for our own programs; nobody is promised an ABI.

msg_obj		:= $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard lib/msg/*.c)))
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

.PHONY: motifs
motifs: need-library $(motifs)	## programs on uGNI for gpcd-sim ugni: ping_pong, alltoall, halo3d, sweep3d

-include $(motif_obj:.o=.d)
$(motif_obj): lib_flags = -std=gnu11 -D_GNU_SOURCE -fPIE $(WARN) -Ilib
$(motifs): $(BUILD)/motifs/%: $(BUILD)/obj/tools/motifs/%.o $(BUILD)/obj/tools/motifs/motif.o $(msg_lib) $(ugni_lib)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(tool_ldflags) -Wl,-rpath,'$$ORIGIN/../lib' -o $@ $^ -ldl
