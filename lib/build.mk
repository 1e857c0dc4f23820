# SPDX-License-Identifier: LGPL-2.1-or-later
# libgpcd: lib/gpcd, and the catalogue and the image it shares with the module.
# libtext, libtopo, librouter, libexplain, libnetsim, libmodel, libmetrics, libdictionary, libnics, librecord, libstats and libhardware: archives for our own commands and tests; nobody is promised an ABI.

soname		:= libgpcd.so.1
lib_src		:= $(sort $(wildcard lib/gpcd/*.c lib/gpcd/*/*.c kmod/catalogue/*.c kmod/chips/*/*.c kmod/image/*.c))
lib_obj		:= $(lib_src:%.c=$(BUILD)/obj/%.o)
lib_flags	:= -std=gnu11 -D_GNU_SOURCE -fPIC $(WARN) \
		   -I$(BUILD)/include -Ikmod -Ikmod/uapi -Ilib

# Netlink is for libgpcd alone, in an object that only its users link.
nl_cflags	= $(shell pkg-config --cflags libnl-genl-3.0)
nl_libs		= $(shell pkg-config --libs libnl-genl-3.0)

text_obj	:= $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard lib/text/*.c)))
topo_obj	:= $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard lib/topo/*.c lib/topo/*/*.c)))
router_obj	:= $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard lib/router/*.c)))
explain_obj	:= $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard lib/explain/*.c)))
netsim_obj	:= $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard lib/netsim/*.c lib/netsim/*/*.c)))
model_obj	:= $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard lib/model/*.c)))
metrics_obj	:= $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard lib/metrics/*.c)))
dictionary_obj	:= $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard lib/dictionary/*.c)))
nics_obj	:= $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard lib/nics/*.c lib/nics/*/*.c)))
record_obj	:= $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard lib/record/*.c)))
stats_obj	:= $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard lib/stats/*.c)))
hardware_obj	:= $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard lib/hardware/*.c)))
nics_lib	:= $(BUILD)/libnics.a
stats_lib	:= $(BUILD)/libstats.a
record_lib	:= $(BUILD)/librecord.a
record_cflags	= $(shell pkg-config --cflags jansson zlib)
record_libs	= $(shell pkg-config --libs jansson zlib) -lm
# Machine files, as an INI file; who links them also links libtopo and libinih.
hardware_lib	:= $(BUILD)/libhardware.a
hardware_libs	= $(shell pkg-config --libs inih)
# In the order that a linker wants; netsim's users are multithreaded.
fabric_lib	:= $(BUILD)/libexplain.a $(BUILD)/libnetsim.a $(BUILD)/librouter.a $(BUILD)/libtopo.a $(BUILD)/libmodel.a $(BUILD)/libmetrics.a $(BUILD)/libdictionary.a $(BUILD)/libtext.a
fabric_flags	:= -Ilib

# Headers where `make install` would put them: what users include is what we build with.
headers := $(addprefix $(BUILD)/include/, gpcd_lib.h gpcd_pub.h linux/gpcd.h linux/gpcd_image.h linux/gpcd_perms.h linux/gpcd_ring.h linux/gpcd_netlink.h \
	gpcd/gpcd.h gpcd/alarm.h gpcd/events.h gpcd/learn.h gpcd/nics.h gpcd/perms.h gpcd/image.h gpcd/nic.h gpcd/catalogue.h gpcd/chips.h)
$(BUILD)/include/%: lib/include/%
	@mkdir -p $(@D) && cp $< $@
$(BUILD)/include/%: kmod/uapi/%
	@mkdir -p $(@D) && cp $< $@
$(BUILD)/include/gpcd/nic.h: kmod/image/nic.h
	@mkdir -p $(@D) && cp $< $@
$(BUILD)/include/gpcd/%: kmod/catalogue/%
	@mkdir -p $(@D) && cp $< $@

.PHONY: library install-library
library: need-library $(BUILD)/libgpcd.so $(BUILD)/libgpcd.a	## libgpcd, shared and static

$(BUILD)/obj/%.o: %.c Makefile | need-library $(headers)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(lib_flags) -MMD -MP -c -o $@ $<
# A Cassini's rules are made of the dictionary of its driver.
cassini		:= kmod/chips/cassini
cassini_rules	:= $(addprefix $(BUILD)/obj/$(cassini)/,common.rules cassini1.rules cassini2.rules)
$(cassini_rules): $(cassini)/rules.awk $(cassini)/cxi.counters
	@mkdir -p $(@D)
	$(call say,RULES,$@)
	$(Q)awk -v of=$(basename $(@F)) -f $^ >$@.new && mv $@.new $@
$(filter $(BUILD)/obj/$(cassini)%,$(lib_obj)): lib_flags += -I$(BUILD)/obj/kmod
$(filter $(BUILD)/obj/$(cassini)%,$(lib_obj)): $(cassini_rules)
$(BUILD)/obj/lib/gpcd/events.o: lib_flags += $(nl_cflags)
$(BUILD)/obj/lib/gpcd/nics/dictionary.o: lib_flags += -DDICTIONARY_FOLDER='"$(pkgdatadir)/dictionary"'
-include $(lib_obj:.o=.d) $(text_obj:.o=.d) $(topo_obj:.o=.d) $(router_obj:.o=.d) $(explain_obj:.o=.d) $(netsim_obj:.o=.d) $(model_obj:.o=.d) $(metrics_obj:.o=.d) $(dictionary_obj:.o=.d) $(nics_obj:.o=.d) $(record_obj:.o=.d) $(stats_obj:.o=.d) $(hardware_obj:.o=.d)

$(lib_obj) $(topo_obj) $(router_obj) $(netsim_obj) $(model_obj) $(metrics_obj) $(dictionary_obj) $(nics_obj): $(headers)
$(record_obj): lib_flags += -fvisibility=hidden $(record_cflags)
$(stats_obj): lib_flags += -fvisibility=hidden
$(text_obj) $(hardware_obj) $(explain_obj): lib_flags += -fvisibility=hidden
$(nics_obj): lib_flags += -fvisibility=hidden $(nl_cflags)
$(topo_obj) $(router_obj) $(netsim_obj) $(model_obj) $(metrics_obj) $(dictionary_obj): lib_flags += -fvisibility=hidden $(fabric_flags)

# Network interfaces, and what their counters are, are part of libgpcd too.
lib_parts	:= $(lib_obj) $(nics_obj) $(dictionary_obj) $(text_obj)

$(BUILD)/$(soname): $(lib_parts) lib/gpcd/libgpcd.map
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(soname) -Wl,-z,defs -Wl,-z,relro,-z,now,-z,noexecstack,-z,nodelete \
		-Wl,--version-script=lib/gpcd/libgpcd.map -o $@ $(lib_parts) $(nl_libs)

$(BUILD)/libgpcd.so: $(BUILD)/$(soname)
	@ln -sf $(soname) $@

$(BUILD)/libgpcd.a: $(lib_parts)
	$(call say,AR)
	@rm -f $@
	$(Q)$(AR) rcs $@ $(lib_parts)

$(BUILD)/libtopo.a: $(topo_obj)
$(BUILD)/librouter.a: $(router_obj)
$(BUILD)/libexplain.a: $(explain_obj)
$(BUILD)/libnetsim.a: $(netsim_obj)
$(BUILD)/libmodel.a: $(model_obj)
$(BUILD)/libmetrics.a: $(metrics_obj)
$(BUILD)/libdictionary.a: $(dictionary_obj)
$(BUILD)/libtext.a: $(text_obj)
$(nics_lib): $(nics_obj)
$(record_lib): $(record_obj)
$(stats_lib): $(stats_obj)
$(hardware_lib): $(hardware_obj)
$(fabric_lib) $(nics_lib) $(record_lib) $(stats_lib) $(hardware_lib): | need-library
	$(call say,AR)
	@mkdir -p $(@D) && rm -f $@
	$(Q)$(AR) rcs $@ $^

install-library: library
	install -d $(addprefix $(DESTDIR)$(includedir)/, . gpcd linux) \
		$(DESTDIR)$(libdir)/pkgconfig $(DESTDIR)$(mandir)/man3
	for h in $(headers:$(BUILD)/include/%=%); do \
		install -m 644 $(BUILD)/include/$$h $(DESTDIR)$(includedir)/$$h || exit 1; done
	install -m 644 $(BUILD)/$(soname) $(BUILD)/libgpcd.a $(DESTDIR)$(libdir)
	ln -sf $(soname) $(DESTDIR)$(libdir)/libgpcd.so
	sed -e 's|@prefix@|$(prefix)|; s|@libdir@|$(libdir)|; s|@includedir@|$(includedir)|' \
	    -e 's|@version@|$(VERSION)|; s|@rpath@|$(pc_rpath)|' lib/gpcd/libgpcd.pc.in | \
		install -m 644 /dev/stdin $(DESTDIR)$(libdir)/pkgconfig/libgpcd.pc
	install -m 644 docs/man/*.3 $(DESTDIR)$(mandir)/man3
