# SPDX-License-Identifier: LGPL-2.1-or-later
# libgm and everything else that uses MPI, once for each MPI: their binary interfaces differ. Each
# build is in $(BUILD)/MPI. `make all` leaves it out: it needs both MPIs.

MPIS		:= openmpi mpich
gm_header	:= $(BUILD)/include/gpcd/gm.h $(BUILD)/include/gemini.h
# The MPI of programs that are linked with -lgm alone: the one that mpicc is of.
GM_MPI		?= $(firstword $(shell mpicc -show 2>/dev/null | grep -oE 'openmpi|mpich') openmpi)
gm_src		:= $(sort $(wildcard lib/gm/*.c))
profile_src	:= $(sort $(wildcard lib/gm/profile/*.c lib/gm/profile/*/*.c)) lib/next/host.c
measure_src	:= $(sort $(wildcard tools/gm-measure/*.c))
gm_test_src	:= $(sort $(wildcard tests/mpi/*.c)) docs/examples/stencil.c
calls_src	:= $(sort $(wildcard tests/mpi/calls/*.c tests/mpi/calls/large/*.c))
state_src	:= $(sort $(wildcard tests/mpi/state/*.c))
yield_src	:= tests/mpi/yield/yield.c
preload_src	:= tests/mpi/tool/tool.c tests/mpi/tool/waits.c $(yield_src)
gm_all_src	:= $(gm_src) $(profile_src) $(measure_src) $(gm_test_src) $(calls_src) $(state_src) $(preload_src) \
		   tests/mpi/fortran/mixed.c
# MPI's interfaces for Fortran, as names.inc calls them.
fortran_forms	:= mpif_h mpi mpi_f08
fortran_src	:= $(wildcard tests/mpi/fortran/*.F90 tests/mpi/fortran/*.inc)
gm_flags	= -std=gnu11 -D_GNU_SOURCE -fPIC -fvisibility=hidden $(WARN) -pthread -I$(BUILD)/include -Ikmod \
		  -Ikmod/uapi -Ilib -Itools $(json_cflags) -DGPCD_VERSION='"$(VERSION)"'
# Archives that libgm contains, each before those that it needs.
gm_archives	:= $(patsubst %,$(BUILD)/lib%.a,router topo metrics text)
gm_ldflags	:= -Wl,-z,defs -Wl,-z,relro,-z,now,-z,noexecstack
gm_libs		= -L$(BUILD) -lgpcd $(json_libs) -lm

.PHONY: gm install-gm
gm: need-mpi $(gm_header)	## libgm, libgm-profile and gm-measure, for Open MPI and for MPICH

# $(1): the MPI
define mpi_rules
gm_obj_$(1)	 := $(gm_src:%.c=$(BUILD)/$(1)/obj/%.o)
profile_obj_$(1) := $(profile_src:%.c=$(BUILD)/$(1)/obj/%.o)
measure_obj_$(1) := $(measure_src:%.c=$(BUILD)/$(1)/obj/%.o)
$$(measure_obj_$(1)): kmod/core/version.h
gm_lib_$(1)	 := $(BUILD)/$(1)/libgm_$(1).so
profile_lib_$(1) := $(BUILD)/$(1)/libgm-profile_$(1).so
gm_test_$(1)	 := $(patsubst %,$(BUILD)/$(1)/%,$(basename $(notdir $(gm_test_src))) calls.pmpi)

$(BUILD)/$(1)/obj/%.o: %.c Makefile | need-library need-mpi $(headers) $(gm_header)
	@mkdir -p $$(@D)
	$$(call say,CC,$$< ($(1)))
	$$(Q)mpicc.$(1) $$(CPPFLAGS) $$(CFLAGS) $$(gm_flags) -MMD -MP -c -o $$@ $$<
$(BUILD)/$(1)/obj/lib/gm/nics.o: gm_flags += -DMETRICS_FOLDER='"$(pkgdatadir)/metrics"'
-include $(gm_all_src:%.c=$(BUILD)/$(1)/obj/%.d)

gm_install_$(1) := $(BUILD)/$(1)/installed/libgm_$(1).so.1
$$(gm_lib_$(1)).1 $$(gm_install_$(1)): $$(gm_obj_$(1)) $(gm_archives) lib/gm/libgm.map $(BUILD)/libgpcd.so
	@mkdir -p $$(@D)
	$$(call say,LINK)
	$$(Q)mpicc.$(1) $$(CFLAGS) $$(LDFLAGS) -shared -Wl,-soname,$$(@F) $$(gm_ldflags) $$(rpath) \
		-Wl,--version-script=lib/gm/libgm.map -o $$@ $$(filter %.o %.a,$$^) $$(gm_libs)

$$(gm_lib_$(1)): $$(gm_lib_$(1)).1
	@ln -sf $$(<F) $$@
	@ln -sf $$(<F) $$(@D)/libgm.so

# The profiling library must stay invisible to a program: it contains its own libgm.
$$(profile_lib_$(1)): $$(profile_obj_$(1)) $$(gm_obj_$(1)) $(gm_archives) \
		$(BUILD)/libgpcd.a lib/gm/libgm-profile.map
	$$(call say,LINK)
	$$(Q)mpicc.$(1) $$(CFLAGS) $$(LDFLAGS) -shared -Wl,-soname,$$(@F) $$(gm_ldflags) \
		-Wl,--version-script=lib/gm/libgm-profile.map -o $$@ $$(filter %.o %.a,$$^) $$(json_libs) $$(nl_libs) -lm

$(BUILD)/$(1)/gm-measure $(BUILD)/$(1)/installed/gm-measure: $$(measure_obj_$(1)) $(cli_lib) $(fabric_lib) $(BUILD)/libstats.a $$(gm_lib_$(1))
$$(filter-out %/stencil %.pmpi,$$(gm_test_$(1))): $(BUILD)/$(1)/%: $(BUILD)/$(1)/obj/tests/mpi/%.o
$(BUILD)/$(1)/calls: $(calls_src:%.c=$(BUILD)/$(1)/obj/%.o)
# The same program, calling each function by its other name.
$(BUILD)/$(1)/calls.pmpi: $(BUILD)/$(1)/obj/tests/mpi/calls.pmpi.o $(calls_src:%.c=$(BUILD)/$(1)/obj/%.pmpi.o)
$(BUILD)/$(1)/obj/tests/mpi/%.pmpi.o: $(BUILD)/$(1)/obj/tests/mpi/%.o
	$$(Q)objcopy $$$$(nm -u $$< | awk '$$$$2 ~ /^MPIX?_/ { print "--redefine-sym", $$$$2 "=P" $$$$2 }') $$< $$@
$(BUILD)/$(1)/state: $(state_src:%.c=$(BUILD)/$(1)/obj/%.o)
$(BUILD)/$(1)/stencil: $(BUILD)/$(1)/obj/docs/examples/stencil.o
$(BUILD)/$(1)/stencil: $$(gm_lib_$(1))
# The tests look inside, but for the programs that know nothing of libgm.
$$(filter-out %/stencil %/plain %/calls %/life %.pmpi,$$(gm_test_$(1))): $$(gm_obj_$(1)) $(fabric_lib) $(BUILD)/libgpcd.so
$(BUILD)/$(1)/gm-measure $(BUILD)/$(1)/installed/gm-measure $$(gm_test_$(1)): | $(BUILD)/libgpcd.so
	@mkdir -p $$(@D)
	$$(call say,LINK)
	$$(Q)mpicc.$(1) $$(CFLAGS) $$(LDFLAGS) -pie -Wl,-z,relro,-z,now,-z,noexecstack $$(rpath) -o $$@ \
		$$(filter %.o %.a,$$^) -L$(BUILD)/$(1) $$(gm_link) $$(gm_libs)
$(BUILD)/$(1)/gm-measure $(BUILD)/$(1)/installed/gm-measure $(BUILD)/$(1)/stencil: gm_link := -lgm_$(1)
# Link the library with its own rpath, not the rpath of a command that depends on it.
$$(gm_install_$(1)): private rpath = $$(call rpath_flag,$$(libdir))
$(BUILD)/$(1)/installed/gm-measure: private rpath = $$(call rpath_flag,$$(bindir))
$$(gm_install_$(1)) $(BUILD)/$(1)/installed/gm-measure: $(BUILD)/installed/runpath
$(BUILD)/$(1)/gm-measure $$(gm_test_$(1)): private rpath := -Wl,--disable-new-dtags,-rpath,'$$$$ORIGIN:$$$$ORIGIN/..'

gm: $$(gm_lib_$(1)) $$(profile_lib_$(1)) $(BUILD)/$(1)/gm-measure
# Programs in Fortran by each interface, and one in C with a part in Fortran: gm-profile's alone.
fortran_$(1) := $$(fortran_forms:%=$(BUILD)/$(1)/fortran/%)
fortran_test_$(1) := $$(fortran_$(1):=/ring) $$(fortran_$(1):=/mixed)
$$(fortran_$(1):=/ring): %/ring: %/ring.o %/exchange.o
$$(fortran_$(1):=/mixed): %/mixed: $(BUILD)/$(1)/obj/tests/mpi/fortran/mixed.o %/exchange.o
$$(fortran_test_$(1)):
	$$(call say,LINK)
	$$(Q)mpifort.$(1) $$(CFLAGS) $$(LDFLAGS) -o $$@ $$^
$$(fortran_$(1):=/ring.o) $$(fortran_$(1):=/exchange.o): $$(fortran_src) | need-tests
	@mkdir -p $$(@D)
	$$(call say,FC,tests/mpi/fortran/$$(@F:.o=.F90) ($(1)))
	$$(Q)mpifort.$(1) $$(CFLAGS) -DFORM_$$(notdir $$(@D)) -c -o $$@ tests/mpi/fortran/$$(@F:.o=.F90)

$(BUILD)/$(1)/tool.so $(BUILD)/$(1)/waits.so: $(BUILD)/$(1)/%.so: $(BUILD)/$(1)/obj/tests/mpi/tool/%.o
	$$(call say,LINK)
	$$(Q)mpicc.$(1) $$(CFLAGS) $$(LDFLAGS) -shared $$(gm_ldflags) -o $$@ $$<

.PHONY: gm-tests
gm-tests: gm $$(gm_test_$(1)) $(BUILD)/$(1)/tool.so $(BUILD)/$(1)/waits.so $$(fortran_test_$(1))

.PHONY: install-gm-$(1)
install-gm: install-gm-$(1)
install-gm-$(1): gm $(BUILD)/$(1)/installed/gm-measure $$(gm_install_$(1))
	install -d $(DESTDIR)$(bindir) $(DESTDIR)$(libdir)/pkgconfig $(DESTDIR)$(libdir)/gm/$(1)
	install -m 644 $$(gm_install_$(1)) $$(profile_lib_$(1)) $(DESTDIR)$(libdir)
	ln -sf libgm_$(1).so.1 $(DESTDIR)$(libdir)/libgm_$(1).so
	ln -sf ../../libgm_$(1).so.1 $(DESTDIR)$(libdir)/gm/$(1)/libgm.so
	install $(BUILD)/$(1)/installed/gm-measure $(DESTDIR)$(bindir)/gm-measure.$(1)
	sed -e 's|@prefix@|$(prefix)|; s|@libdir@|$(libdir)|; s|@includedir@|$(includedir)|' \
	    -e 's|@version@|$(VERSION)|; s|@mpi@|$(1)|; s|@rpath@|$$(pc_rpath)|' lib/gm/gm.pc.in | \
		install -m 644 /dev/stdin $(DESTDIR)$(libdir)/pkgconfig/gm-$(1).pc
endef
$(foreach mpi,$(MPIS),$(eval $(call mpi_rules,$(mpi))))

$(BUILD)/mpich/yield.so: $(BUILD)/mpich/obj/tests/mpi/yield/yield.o
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared $(gm_ldflags) -o $@ $<
gm-tests: $(BUILD)/mpich/yield.so

# The pages are installed with the others.
install-gm: install-library	## the same, for programs and users (DESTDIR=, prefix=, GM_MPI=)
	install -d $(DESTDIR)$(includedir)/gpcd
	install -m 644 lib/include/gpcd/gm.h $(DESTDIR)$(includedir)/gpcd
	install -m 644 lib/include/gemini.h $(DESTDIR)$(includedir)
	ln -sf libgm_$(GM_MPI).so.1 $(DESTDIR)$(libdir)/libgm.so
	sed 's|@libdir@|$(libdir)|' tools/gm-profile/gm-profile | \
		install /dev/stdin $(DESTDIR)$(bindir)/gm-profile
	install -d $(DESTDIR)$(completiondir) $(DESTDIR)$(zshdir) $(DESTDIR)$(fishdir)
	$(call install_completion,gm-profile $(MPIS:%=gm-measure.%))
	@test -n '$(DESTDIR)' || tools/setup/activate '$(udevdir)' '$(sysusersdir)'
