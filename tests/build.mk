# SPDX-License-Identifier: GPL-2.0-only
# Tests. Every suite leaves its counts below $(RESULTS); tests/total adds them up.

RESULTS		?= $(abspath $(BUILD))/results
suite		:= tests/suite $(RESULTS)

# All CPUs, or those that an outer make lends.
jobs		= $(if $(findstring --jobserver,$(MAKEFLAGS)),,-j$$(nproc))

# What has been compiled before comes from the cache that tests/vm/kernel has, too: ccache takes the
# place of the compilers, also where kbuild, mpicc or a script starts them. Another clone finds there
# what has no counters of lines: these contain the names of their folders.
cache		:= $(or $(GPCD_CACHE),$(or $(XDG_CACHE_HOME),$(or $(HOME),/var/tmp)/.cache)/gpcd)
check-% run-%: export PATH := /usr/lib/ccache:$(PATH)
check-% run-%: export CCACHE_DIR := $(cache)/ccache
check-% run-%: export CCACHE_MAXSIZE := 1G

# Undefined behaviour traps, which AddressSanitizer reports with the line: the descriptions of each
# check would triple the data of a program, all of which is registered whenever one starts.
asan_flags	:= -O1 -g1 -fsanitize=address,undefined -fsanitize-undefined-trap-on-error -ffile-prefix-map=$(CURDIR)=.
asan_options	:= handle_sigill=1
# With less than -g, gcov sees fewer lines; -O1 knows too little of numbers to judge their length.
coverage_flags	:= -O1 -g --coverage -Wno-format-truncation

# What only tests is not worth the compiler's time: half of a build's.
unit_flags	:= -O1 -g1

unit_src	:= $(sort $(wildcard tests/unit/*/test_*.c))
unit_bin	:= $(addprefix $(BUILD)/tests/unit/,$(basename $(notdir $(unit_src))))
check_flags	= -std=gnu11 -D_GNU_SOURCE $(WARN) -I$(BUILD)/include -Ikmod -Ikmod/uapi -Ilib -Itests \
		  $(filter-out -pthread,$(shell pkg-config --cflags check))
check_libs	= $(shell pkg-config --libs check)

# The stock kernels on which the modules are tested.
KERNELS		?= 6.1 newest

# tests/all decides which run in parallel: the longest begin first.
check_parts	:= debug-kernel check-build check-build-asan check-debug $(KERNELS:%=check-vm-%) check-cluster check-asan check-lint check-gm \
		   check-plain check-valgrind check-sweep check-install check-chip3 check-setup check-seeds check-harness \
		   check-structure

# Parts to run during development: no virtual machine.
quick_parts	:= check-build check-unit check-cli-quick check-harness

# Parts that take too long for that.
long_parts	:= check-rest check-coverage check-cycles check-vm-long check-cluster-8 check-kcsan check-rt check-mutants check-sweep-all check-fuzz \
		   check-kernel-patch check-unstable check-page

.PHONY: check check-quick check-long $(check_parts) $(long_parts) check-fresh check-packages lint run-unit

# `make check' runs each test of the commands once: under the sanitizers, or plain if that would
# take many times as long (cli_plain). Unit tests run under the sanitizers, and also plain if the
# sanitizers try a tenth of a large loop (unit_plain); under valgrind, tests of what parses; under
# the second MPI, how ranks begin and end, Fortran and one job. The others, and what takes long and
# finds what others find (cli_rest), run with WHOLE=1, which leaves nothing out: that is check-rest,
# a part of check-long. check-quick omits cli_slow.
WHOLE		?=
cli_rest	:= logpc_fig9 study_aries_programs
cli_plain	:= exporter_nics help instructions many_files predict readme sim_awr sim_machine sim_probe sim_round sim_run sim_shorter \
		   study_aries study_mapping
cli_slow	:= diff exporter_http exporter_nics input_files links_aries logpc_fig9 noise predict replay replay_picture rtr sim \
		   sim_awr sim_break sim_job sim_motifs sim_probe sim_program sim_record sim_rerun sim_round sim_run \
		   sim_shorter sim_traffic sim_ugni study_aries study_aries_programs study_mapping study_paper top top_screen xmp64
unit_plain	= $(patsubst test_%.c,%,$(notdir $(if $(unit_src),$(shell grep -l suite_share $(unit_src)))))
gm_second	:= aries fortran life peers
valgrind_rooms	:= dictionary hardware metrics record
valgrind_others	:= awr_settings gm_connection gm_line lib_learn lib_recorded lib_source msg names net_list \
		   net_program net_program_files net_program_print net_trace nic_ethtool nic_files nic_netlink nic_rdma \
		   nic_rdma_files nic_value options recorded_nics topo_interconnect topo_interconnect_bad

part-%:
	+@tests/part $(RESULTS) $*

check: setup	## all tests, host and VM; the last line counts them
	@+tests/all $(RESULTS) $(check_parts)

check-quick: setup	## of them, what takes no virtual machine and some minutes
	@+tests/all $(RESULTS) $(quick_parts)

check-long: setup	## data races, PREEMPT_RT, planted bugs, more fuzzing; what `check` has no time for
	@+tests/all $(RESULTS) $(long_parts)

check-fresh:	## the same in a new Debian 12, as root (FRESH_PARTS="check-lint demo", KEEP=1)
	@tests/fresh $(BUILD)

check-build: setup	## that everything compiles, with all CPUs
	@$(MAKE) --no-print-directory -k $(jobs) all tests

# The parts that use it run in parallel, and none of them builds it.
check-build-asan: setup	## the same with sanitizers, for check-asan and check-sweep
	@$(asan_make) build-host

check-kernel-patch: setup	## that the patches for a kernel apply, build and suit checkpatch
	@tools/setup/install debug
	@$(suite) kernel_patch tests/kernel_patch $(BUILD)

check-unstable: setup	## that the modules build against the newest kernel headers that Debian has, as root
	@$(suite) unstable tests/sources/unstable $(BUILD)

check-page: setup need-browser tools	## that a browser shows the pages of --html
	@$(suite) page tests/cli/sim/browser $(BUILD)

check-harness:	## that tests which fail are seen to fail
	@$(suite) harness tests/harness

# The suite of a shell test: its name after test_, and the file. Every suite of `make check' is also
# a target of its own, run-NAME, for tests/busy and for running it alone.
name_of		= $(patsubst test_%.sh,%,$(notdir $(1)))
file_of		= $(filter %/test_$(2).sh,$(1))
# one_by_one SUITE,FILES: run all, even after a failure
one_by_one	= @status=0; $(foreach t,$(2),$(call $(1),$(t)) || status=1;) exit $$status

setup_src	:= $(sort $(wildcard tests/setup/test_*.sh))
setup_run	:= $(foreach t,$(setup_src),run-setup-$(call name_of,$(t)))
setup_suite	= $(suite) setup-$(call name_of,$(1)) $(1)
.PHONY: $(setup_run)
check-setup: setup	## what installs and downloads, from an empty cache
	$(call one_by_one,setup_suite,$(setup_src))
$(setup_run): run-setup-%: setup
	@$(call setup_suite,$(call file_of,$(setup_src),$*))

# --- on the host -----------------------------------------------------------

# Functions that tests/unit/kernel.h replaces.
wrap_test_lib_device	:= open close ioctl malloc calloc reallocarray
wrap_test_lib_unknown	:= open close ioctl malloc calloc reallocarray
wrap_test_lib_mapped	:= open close ioctl malloc calloc reallocarray mmap munmap
wrap_test_lib_ring	:= open close ioctl malloc calloc reallocarray mmap munmap
wrap_test_lib_alarm	:= clock_gettime timerfd_create timerfd_settime
wrap_test_lib_source	:= fcntl
wrap_test_legacy_device	:= open close ioctl malloc calloc reallocarray
wrap_test_perms		:= open close ioctl malloc calloc reallocarray
wrap_test_metrics_value	:= gpcd_catalogue_at gpcd_catalogue_by_name
wrap_test_papi		:= calloc reallocarray
wrap_test_host		:= calloc reallocarray
wrap_test_papi_device	:= open close ioctl malloc calloc reallocarray
wrap_test_ugni_smsg	:= malloc
wrap_test_alarm		:= open close ioctl malloc calloc reallocarray
wrap_test_linksums	:= gpcd_group_add
wrap_test_list		:= gpcd_nics_each gpcd_nic_about gpcd_open

wrap_test_nic_files	:= pread openat clock_gettime malloc calloc reallocarray
wrap_test_nic_aside	:= pread openat pthread_cond_clockwait
wrap_test_exporter_label_files := openat lstat fstat clock_gettime
wrap_test_nic_cxi	:= pread openat pthread_cond_clockwait
wrap_test_nic_counters	:= pread openat
wrap_test_nic_rdma_files := pread openat

# Netlink and ioctls, which tests answer.
wrap_netlink		:= nic_netlink_open nic_netlink_close nic_netlink_fd nic_netlink_ask
wrap_test_nic_net	:= $(wrap_netlink) ioctl clock_gettime pread openat
wrap_test_nic_ethtool	:= $(wrap_netlink) ioctl pread openat
wrap_test_nic_rdma	:= $(wrap_netlink) pread openat

# A file that fails amid reading.
wrap_test_topo_interconnect_bad := read
wrap_test_gm_zeros	:= process_vm_readv

# The plain reference, and the code that runs scenarios on any engine.
reference_obj		:= $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard tests/netsim/*.c tests/netsim/*/*.c)))
reference_lib		:= $(BUILD)/tests/netsim/libreference.a
unit_lib		:= $(reference_lib) $(fabric_lib) $(BUILD)/libgpcd.a

$(reference_obj): $(BUILD)/%.o: %.c | $(headers)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) $(check_flags) $(fabric_flags) -MMD -MP -c -o $@ $<
-include $(reference_obj:.o=.d)

$(reference_lib): $(reference_obj)
	$(call say,AR)
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

# Test programs are named without their rooms. Compiled apart, because ccache does not link.
define unit_room
$(patsubst $(1)%.c,$(BUILD)/tests/unit/%.o,$(filter $(1)%,$(unit_src))): \
		$(BUILD)/tests/unit/%.o: $(1)%.c | $(headers)
	@mkdir -p $$(@D)
	$$(call say,CC,$$<)
	$$(Q)$$(CC) $$(CFLAGS) $$(unit_flags) $$(check_flags) -Itests/unit $$(fabric_flags) -MMD -MP -c -o $$@ $$<
endef
$(foreach room,$(sort $(dir $(unit_src))),$(eval $(call unit_room,$(room))))
$(unit_bin): %: %.o $(unit_lib)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) -o $@ $(filter %.o %.a,$^) $(PIE) -pthread $(check_libs) $(wrap_$(@F):%=-Wl,--wrap=%)
-include $(unit_bin:=.d)

# After a source has moved, its old object depends on a missing file: rebuild it.
tests/unit/%.c: ;

# The table of gpcd_cxi, of a header like that of HPE's driver.
cxi_headers	:= $(BUILD)/tests/cxi
$(cxi_headers)/cxi/items.list: kmod/cxi/items.awk kmod/chips/cassini/cxi.counters tests/vm/cxi/driver/items
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q)tests/vm/cxi/driver/items $(cxi_headers) && awk -f $< $(cxi_headers)/cassini-telemetry-items.h >$@
$(BUILD)/tests/unit/test_cxi_items.o: $(cxi_headers)/cxi/items.list
$(BUILD)/tests/unit/test_cxi_items: check_flags += -I$(cxi_headers) -D__init= -D__initconst=

# Files of libgm-profile that do not use MPI.
gm_unit_obj	:= $(patsubst %,$(BUILD)/obj/lib/gm/profile/%.o,messages/derive report/connection report/line messages/zeros)
$(foreach obj,$(gm_unit_obj),$(eval $(BUILD)/tests/unit/test_gm_$(basename $(notdir $(obj))): $(obj)))
$(BUILD)/tests/unit/test_gm_connection: $(BUILD)/obj/lib/gm/profile/report/line.o
$(gm_unit_obj): lib_flags += -fvisibility=hidden $(fabric_flags)
-include $(gm_unit_obj:.o=.d)

# The tables from which the catalogue was made are no part of the project; if they are beside the
# clone, the catalogue is compared with them.
export GPCD_COUNTERS_TSV ?= $(firstword $(wildcard ../*/registers/counters.tsv))
export GPCD_CASSINI_TSV ?= $(firstword $(wildcard ../*/registers/cassini.tsv))

# Files of the commands that neither print nor use a device.
$(BUILD)/tests/unit/test_words: $(BUILD)/obj/tools/cli/words.o
$(BUILD)/tests/unit/test_search: $(patsubst %,$(BUILD)/obj/tools/%.o,gpcd/device/arrays gpcd/device/search cli/words)
$(BUILD)/tests/unit/test_search: check_libs += $(BUILD)/libgpcd.a $(nl_libs)
$(BUILD)/tests/unit/test_scale: $(patsubst %,$(BUILD)/obj/tools/cli/%.o,draw/scale words)
$(BUILD)/tests/unit/test_scale: check_libs += -lm
$(addprefix $(BUILD)/tests/unit/test_,document options out people timebins timegrid): $(cli_lib)
$(addprefix $(BUILD)/tests/unit/test_,document options out people timebins timegrid): check_libs += $(cli_lib) -lm
$(BUILD)/tests/unit/test_document: check_flags += $(json_cflags)
$(BUILD)/tests/unit/test_document: check_libs += $(json_libs)
$(addprefix $(BUILD)/tests/unit/test_,document options out people words search scale timebins timegrid): check_flags += -Itools

# How the exporter processes readings.
exporter_tests		:= $(addprefix $(BUILD)/tests/unit/test_exporter_,choice family page clients label_files)
exporter_expose		:= $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard tools/gpcd-exporter/expose/*.c))
$(BUILD)/tests/unit/test_exporter_choice: $(BUILD)/obj/tools/gpcd-exporter/devices/choice.o
$(BUILD)/tests/unit/test_exporter_clients: $(BUILD)/obj/tools/gpcd-exporter/serve/clients.o
$(BUILD)/tests/unit/test_exporter_label_files: $(addprefix $(BUILD)/obj/tools/gpcd-exporter/devices/,label_file.o label_files.o)
$(exporter_tests): $(exporter_expose) $(cli_lib)
$(exporter_tests): check_flags += -Itools
$(exporter_tests): check_libs += $(cli_lib) $(fabric_lib) $(BUILD)/libgpcd.a $(nl_libs)
# Totals of counters, of the exporter and of files that gpcd-mount shows.
$(BUILD)/tests/unit/test_metrics_totals: $(BUILD)/obj/tools/cli/metrics/totals.o
$(BUILD)/tests/unit/test_metrics_totals: check_flags += -Itools
$(BUILD)/tests/unit/test_metrics_totals: check_libs += $(fabric_lib) $(BUILD)/libgpcd.a $(nl_libs)
# The contents of gpcd top, without devices and terminal.
top_tests		:= $(addprefix $(BUILD)/tests/unit/test_top_,model order view keys)
top_obj			:= $(addprefix $(BUILD)/obj/tools/gpcd/,chips/model.o $(addprefix top/,order.o numbers.o columns.o screen.o view.o))
$(top_tests): $(top_obj) $(cli_lib)
$(top_tests): check_flags += -Itools -Itools/gpcd
$(top_tests): check_libs += $(fabric_lib) $(BUILD)/libgpcd.a -lm

# Allocations and random numbers of experiments.
aries_tests		:= $(addprefix $(BUILD)/tests/unit/test_,stream allocation)
aries_obj		:= $(addprefix $(BUILD)/obj/tools/gpcd-study/aries/,allocation.o)
$(aries_tests): $(aries_obj) $(fabric_lib)
$(aries_tests): check_flags += -Itools -Itools/gpcd-sim -Itools/gpcd-study
$(aries_tests): check_libs += $(fabric_lib) -lm

# Placements by counters.
$(BUILD)/tests/unit/test_remap: $(BUILD)/obj/tools/gpcd-study/gemini/remap.o $(fabric_lib)
$(BUILD)/tests/unit/test_remap: check_flags += -Itools
$(BUILD)/tests/unit/test_remap: check_libs += $(fabric_lib) -lm

# Trials, on a machine as the command builds it.
trial_obj		:= $(addprefix $(BUILD)/obj/tools/gpcd-study/aries/,trial.o work.o) $(aries_obj) \
			   $(filter %/machine/machine.o %/machine/engine.o %/machine/names.o %/machine/damage.o,$(call objects_of,gpcd-sim))
$(BUILD)/tests/unit/test_trial: $(trial_obj) $(cli_lib) $(hardware_lib) $(fabric_lib)
$(BUILD)/tests/unit/test_trial: check_flags += -Itools -Itools/gpcd-sim -Itools/gpcd-study
$(BUILD)/tests/unit/test_trial: check_libs += $(cli_lib) $(hardware_lib) $(fabric_lib) $(BUILD)/libgpcd.a $(json_libs) $(hardware_libs) $(nl_libs) -lm

# The emulated uGNI, with processes that are played.
ugni_tests		:= $(addprefix $(BUILD)/tests/unit/test_ugni_,world exchange spin smsg datagram routing)
$(BUILD)/tests/unit/test_ugni_amo: $(BUILD)/obj/tools/gpcd-sim/ugni/amo.o
$(BUILD)/tests/unit/test_ugni_amo: check_flags += -Itools
ugni_played		:= $(filter-out %/process.o %/ugni.o,$(call objects_of,gpcd-sim/machine gpcd-sim/ugni)) \
			   $(cli_lib) $(hardware_lib) $(fabric_lib) $(record_lib) $(stats_lib)
$(ugni_tests): $(ugni_played)
$(ugni_tests): check_flags += -Itools -Itools/gpcd-sim
$(ugni_tests): check_libs += $(fabric_lib) $(BUILD)/libgpcd.a $(record_libs) $(json_libs) $(hardware_libs) $(nl_libs)

# The message layer, on a uGNI that the test plays.
msg_played		:= $(msg_lib) $(BUILD)/obj/lib/ugni/emulated/cq_entry.o
$(BUILD)/tests/unit/test_msg: $(msg_played)
$(BUILD)/tests/unit/test_msg: check_libs += -ldl

# Recordings use external libraries.
record_tests		:= $(addprefix $(BUILD)/tests/unit/test_,append block description readings recorder recording)
$(record_tests): $(record_lib)
$(record_tests): check_flags += $(record_cflags)
$(record_tests): check_libs += $(record_libs)

# Network interfaces, in trees of files that stand for /sys and /run.
nics_tests		:= $(patsubst tests/unit/nics/%.c,$(BUILD)/tests/unit/%,$(wildcard tests/unit/nics/*.c))
$(nics_tests): $(nics_lib)
$(nics_tests): check_libs += $(nics_lib) $(nl_libs)
$(nics_tests): check_flags += $(nl_cflags)

# Machine files; the tests read those that are installed.
hardware_tests		:= $(patsubst tests/unit/hardware/%.c,$(BUILD)/tests/unit/%,$(wildcard tests/unit/hardware/*.c))
$(hardware_tests): $(hardware_lib)
$(hardware_tests) $(BUILD)/tests/unit/test_xmp64: check_flags += -DHARDWARE_FILES='"$(abspath lib/hardware/files)"'
$(hardware_tests): check_libs += $(hardware_lib) $(BUILD)/libtopo.a $(hardware_libs)

# What is wrong in a network: in networks made by hand, and in simulated ones.
explain_tests		:= $(patsubst tests/unit/explain/%.c,$(BUILD)/tests/unit/%,$(wildcard tests/unit/explain/*.c))
explain_obj_tests	:= $(addprefix $(BUILD)/tests/explain/,judge.o machine.o scenario.o simulate.o truth.o)
$(explain_obj_tests): $(BUILD)/tests/explain/%.o: tests/explain/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) -std=gnu11 -D_GNU_SOURCE $(WARN) $(fabric_flags) -MMD -MP -c -o $@ $<
-include $(explain_obj_tests:.o=.d)
$(BUILD)/tests/unit/test_explain_scenarios: $(explain_obj_tests) $(fabric_lib)
$(BUILD)/tests/unit/test_explain_scenarios: check_flags += -Itests
$(explain_tests): check_libs += $(fabric_lib) -lm
# From counters of NICs to their signs.
$(BUILD)/tests/unit/test_explain_captures: $(BUILD)/obj/tools/cli/explain/nics.o
$(BUILD)/tests/unit/test_explain_captures: check_flags += -Itools
$(BUILD)/tests/unit/test_explain_captures: check_libs += $(BUILD)/libgpcd.a $(nl_libs)

# Statistics of measurements use the C library's mathematics.
stats_tests		:= $(addprefix $(BUILD)/tests/unit/test_stats_,chi_square rank student summary welch)
$(stats_tests): $(stats_lib)
$(stats_tests): check_libs += -lm
# Random permutations are judged by statistics.
$(BUILD)/tests/unit/test_net_hypercube: $(stats_lib)
$(BUILD)/tests/unit/test_net_hypercube: check_libs += -lm

# A whole command with its library.
command_tests		:= $(addprefix $(BUILD)/tests/unit/test_,alarm linksums list names perms recorded_nics sample_format series)
$(command_tests): $(filter-out %/main.o,$(gpcd_obj)) $(cli_lib) $(hardware_lib) $(record_lib) $(stats_lib)
$(command_tests): check_flags += -Itools -Itools/gpcd
$(command_tests): check_libs += $(cli_lib) $(hardware_lib) $(record_lib) $(stats_lib) $(fabric_lib) $(BUILD)/libgpcd.a $(record_libs) $(json_libs) $(hardware_libs) $(curses_libs) $(nl_libs) -lm

# The studies: the runner, and simulations of one of them.
study_tests		:= $(addprefix $(BUILD)/tests/unit/test_,study xmp64)
$(study_tests): $(filter-out %/main.o,$(call objects_of,gpcd-study)) $(machine_lib) $(cli_lib) $(hardware_lib) $(record_lib) $(stats_lib)
$(study_tests): check_flags += -Itools -Itools/gpcd-study
$(study_tests): check_libs += $(machine_lib) $(cli_lib) $(hardware_lib) $(record_lib) $(stats_lib) $(fabric_lib) $(BUILD)/libgpcd.a $(record_libs) $(json_libs) $(hardware_libs) $(nl_libs) -lm

# The files of gpcd-mount, without a mount.
mount_tests		:= $(patsubst tests/unit/mount/%.c,$(BUILD)/tests/unit/%,$(wildcard tests/unit/mount/*.c))
$(mount_tests): $(filter-out %/main.o $(call objects_of,gpcd-mount/serve),$(call objects_of,gpcd-mount)) $(cli_lib)
$(mount_tests): check_flags += -Itools -DMOUNT_SETS='"$(abspath tools/gpcd-mount/gpcdr)"' \
		-DMOUNT_METRICS='"$(abspath lib/metrics/sets)"'
$(mount_tests): check_libs += $(cli_lib) $(fabric_lib) $(BUILD)/libgpcd.a $(json_libs) $(nl_libs) -lm

# Our PAPI calls, linked with PAPI itself.
papi_tests		:= $(patsubst tests/unit/papi/%.c,$(BUILD)/tests/unit/%,$(wildcard tests/unit/papi/*.c))
$(papi_tests): $(papi_obj)
$(papi_tests): check_libs += $(BUILD)/libgpcd.a $(papi_libs) -lpapi

# A uGNI that records its calls.
record_lib_so		:= $(BUILD)/tests/ugni/librecord.so
$(record_lib_so): tests/ugni/record.c tests/ugni/record.h
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) -std=gnu11 -D_GNU_SOURCE $(WARN) -Ilib -fPIC -shared -o $@ $<
awr_tests		:= $(BUILD)/tests/unit/test_awr $(BUILD)/tests/unit/test_awr_settings
$(awr_tests): $(awr_obj) $(record_lib_so)
$(awr_tests): check_libs += $(BUILD)/libmodel.a $(BUILD)/libgpcd.a $(abspath $(record_lib_so)) -ldl

unit_run	:= $(unit_bin:$(BUILD)/tests/unit/test_%=run-unit-%)
run-unit: $(unit_run)
.PHONY: $(unit_run)
$(unit_run): run-unit-%: $(BUILD)/tests/unit/test_%
	@$(suite) unit$(FLAVOUR)-$* $(UNDER) $<

# One suite on each CPU, all of them even after a failure.
unit_make	= $(MAKE) --no-print-directory -k $(jobs) RESULTS=$(RESULTS)

check-unit: setup	## unit tests of libraries and commands
	@$(unit_make) run-unit

check-plain: setup tools $(cli_helpers)	## unit tests and tests of the commands without sanitizers, where those take too long
	@status=0; $(unit_make) $(if $(WHOLE),run-unit,$(unit_plain:%=run-unit-%)) || status=1; \
		$(unit_make) check-cli-plain || status=1; exit $$status

asan_make	= $(unit_make) BUILD=$(BUILD)/asan FLAVOUR=-asan PIE=-no-pie unit_flags='-O0 -g1' CFLAGS='$(asan_flags)'
# check-sweep finds leaks of the commands.
unit_asan	= SUITE_TENTH=1 ASAN_OPTIONS=$(asan_options) $(asan_make)
cli_asan	= ASAN_OPTIONS=$(asan_options):verify_asan_link_order=0:detect_leaks=0 $(asan_make)
# Plain they simulate more, and what they call has tests of its own.
asan_not	:= run-unit-explain_scenarios
asan_run	= $(if $(WHOLE),$(unit_run),$(filter-out $(asan_not),$(unit_run)))
check-asan: setup	## unit tests and tests of the commands under AddressSanitizer and UBSan
	@status=0; $(unit_asan) $(asan_run) || status=1; $(cli_asan) check-cli-asan || status=1; exit $$status

# A build of its own counts the lines that run: at its end a program reads, adds to and writes a file
# per source, as long as everything else that a small command does. Nothing is compiled with
# -pthread, which glibc does not need: it would make the counters atomic, which takes ten times as
# long, and ccache does not accept the option against that. It matters little that threads lose some
# counts. Those of an earlier build are removed: commands would warn about them where tests expect
# silence.
coverage_make	= SUITE_TENTH=1 $(unit_make) BUILD=$(BUILD)/coverage FLAVOUR=-coverage unit_flags='-O0 -g1' \
		  CFLAGS='$(coverage_flags)'
check-coverage: setup	## which lines of libraries and commands run on the host; the modules': check-vm-long
	@mkdir -p $(BUILD)/coverage && find $(BUILD)/coverage -name '*.gcda' -delete
	@status=0; $(coverage_make) run-unit || status=1; $(coverage_make) check-cli-coverage || status=1; \
		$(suite) coverage tests/coverage host $(BUILD)/coverage || status=1; \
		sed -n '/^File/,/^TOTAL/p' $(RESULTS)/coverage.log; \
		echo 'line by line: $(BUILD)/coverage/coverage/index.html'; exit $$status

# With a process per test, valgrind would translate the program anew and search for leaks each time;
# the other two flavours separate tests. SUITE_TENTH: see suite.h.
unit_valgrind	= CK_FORK=no SUITE_TENTH=1 $(unit_make) FLAVOUR=-valgrind \
		UNDER='valgrind -q --error-exitcode=9 --leak-check=full --read-inline-info=no --suppressions=tests/unit/papi/libsde.supp'
valgrind_src	:= $(foreach room,$(valgrind_rooms),$(filter tests/unit/$(room)/%,$(unit_src))) \
		   $(valgrind_others:%=test_%.c)
valgrind_run	:= $(patsubst test_%.c,run-unit-%,$(notdir $(valgrind_src)))
# Pages that an image has lost: under valgrind their signal comes again and again. Processes that are
# followed by instructions: valgrind executes others.
valgrind_not	:= run-unit-lib_image run-unit-ugni_spin
check-valgrind: setup	## unit tests of what parses, under valgrind
	@$(unit_valgrind) $(if $(WHOLE),$(filter-out $(valgrind_not),$(patsubst test_%.c,run-unit-%,$(notdir $(unit_src)))),$(valgrind_run))

# One unit test in a flavour.
unit_asan_run	:= $(unit_run:run-unit-%=run-unit-asan-%)
unit_valgrind_run := $(unit_run:run-unit-%=run-unit-valgrind-%)
.PHONY: $(unit_asan_run) $(unit_valgrind_run)
$(unit_asan_run): run-unit-asan-%: setup
	@$(unit_asan) run-unit-$*
$(unit_valgrind_run): run-unit-valgrind-%: setup
	@$(unit_valgrind) run-unit-$*

# A rank of an emulated job, without MPI.
told			:= $(BUILD)/tests/cli/told
$(told): tests/cli/helpers/told.c lib/gm/wire.h
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) -std=gnu11 -D_GNU_SOURCE $(WARN) -Ilib -o $@ $<

# A clock that stands still; a signal at a chosen moment.
cli_preload		:= $(addprefix $(BUILD)/tests/cli/,clock.so signal.so)
$(cli_preload): $(BUILD)/tests/cli/%.so: tests/cli/helpers/%.c
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) -std=gnu11 -D_GNU_SOURCE $(WARN) -I$(BUILD)/include -fPIC -shared -o $@ $<

# Programs that use PAPI.
papi_client		:= $(BUILD)/tests/cli/papi_client $(BUILD)/tests/cli/papi_region
$(papi_client): $(BUILD)/tests/cli/%: tests/cli/helpers/%.c | need-papi
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) -std=gnu11 -D_GNU_SOURCE $(WARN) -o $@ $< -lpapi

# Programs that use uGNI.
ugni_client		:= $(addprefix $(BUILD)/tests/cli/ugni_,client calls host pmi examples)
$(ugni_client): $(BUILD)/tests/cli/%: tests/cli/helpers/%.c tests/cli/helpers/ugni_pair.h $(pmi_lib) $(ugni_lib)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) -std=gnu11 -D_GNU_SOURCE $(WARN) -Ilib -Ilib/ugni/include -o $@ $< $(pmi_lib) $(ugni_lib)

# A program that uses the message layer.
msg_client		:= $(BUILD)/tests/cli/msg_client
$(msg_client): tests/cli/helpers/msg_client.c $(msg_lib) $(ugni_lib)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) -std=gnu11 -D_GNU_SOURCE $(WARN) -Ilib -o $@ $< $(msg_lib) $(ugni_lib) -ldl

cli_helpers		:= $(told) $(cli_preload) $(papi_client) $(BUILD)/$(papi_name) $(ugni_client) $(msg_client) $(awr_lib) $(motifs)

.PHONY: build-host cli-helpers
cli-helpers: $(cli_helpers)
build-host: tools $(cli_helpers) $(unit_bin) build-sweep

cli_src			:= $(sort $(wildcard tests/cli/test_*.sh tests/cli/*/test_*.sh))
cli_suite		= GPCD=$(abspath $(BUILD))/gpcd $(suite) cli$(FLAVOUR)-$(call name_of,$(1)) $(1)
cli_run			:= $(foreach t,$(cli_src),run-cli-$(call name_of,$(t)))
cli_asan_run		:= $(cli_run:run-cli-%=run-cli-asan-%)
.PHONY: $(cli_run) $(cli_asan_run) check-cli-quick check-cli-plain check-cli-asan check-cli-coverage
named		= $(foreach name,$(1),%/test_$(name).sh)
# cli_tests PART: PART is plain or asan; a test belongs to one of them or to none, with WHOLE=1 to
# both, but that the sanitizers' own instructions are not counted
cli_tests	= $(if $(WHOLE),$(filter-out $(if $(filter asan,$(1)),$(call named,instructions)),$(cli_src)),$(if $(filter plain,$(1)),$(filter $(call named,$(cli_plain)),$(cli_src)),$(filter-out $(call named,$(cli_plain) $(cli_rest)),$(cli_src))))
check-cli: setup tools $(cli_helpers)	## the commands, on image files
	$(call one_by_one,cli_suite,$(cli_src))
check-cli-quick: setup tools $(cli_helpers)	## of them, those that take a second or two
	$(call one_by_one,cli_suite,$(filter-out $(call named,$(cli_slow)),$(cli_src)))
check-cli-plain check-cli-asan: check-cli-%: setup tools $(cli_helpers)
	$(call one_by_one,cli_suite,$(call cli_tests,$*))
# Counting lines adds instructions, which `instructions' would count.
check-cli-coverage: setup tools $(cli_helpers)
	$(call one_by_one,cli_suite,$(filter-out $(call named,instructions $(cli_rest)),$(cli_src)))
$(cli_run): run-cli-%: setup tools $(cli_helpers)
	@$(call cli_suite,$(call file_of,$(cli_src),$*))
$(cli_asan_run): run-cli-asan-%: setup
	@$(cli_asan) run-cli-$*

gm_src_sh		:= $(sort $(wildcard tests/mpi/test_*.sh))
gm_run			:= $(foreach mpi,$(MPIS),$(foreach t,$(gm_src_sh),run-gm-$(mpi)-$(call name_of,$(t))))
# gm_suite MPI-FILE
gm_suite		= MPI=$(firstword $(subst -, ,$(1))) GPCD=$(abspath $(BUILD))/gpcd \
			  $(suite) gm-$(firstword $(subst -, ,$(1)))-$(call name_of,$(1)) $(word 2,$(subst -, ,$(1)))
.PHONY: $(gm_run)
# gm_tests MPI: all tests for the first MPI or with WHOLE, else some
gm_tests	= $(if $(WHOLE)$(filter $(firstword $(MPIS)),$(1)),$(gm_src_sh),$(filter $(call named,$(gm_second)),$(gm_src_sh)))
check-gm: setup tools gm-tests $(awr_lib)	## libgm and emulated jobs, under both MPIs
	$(call one_by_one,gm_suite,$(foreach mpi,$(MPIS),$(patsubst %,$(mpi)-%,$(call gm_tests,$(mpi)))))
$(gm_run): run-gm-%: setup tools gm-tests $(awr_lib)
	@$(call gm_suite,$(firstword $(subst -, ,$*))-$(call file_of,$(gm_src_sh),$(word 2,$(subst -, ,$*))))

check-rest: check-build $(headers) $(gm_header)	## check-plain, check-asan, check-valgrind, check-gm and gcc -fanalyzer without leaving anything out
	@status=0; for part in plain asan valgrind gm; do \
		$(MAKE) --no-print-directory WHOLE=1 check-$$part || status=1; done; \
		WHOLE=1 $(suite) analyzer tests/sources/lint 'gcc -fanalyzer' || status=1; exit $$status

# Suites that judge time, or run many ranks or threads.
SUITES	?= harness unit-lib_threads cli-emulate cli-links cli-sample_end cli-sample_time cli-sim_job \
	   $(foreach mpi,$(MPIS),gm-$(mpi)-gm gm-$(mpi)-job gm-$(mpi)-life) vm-6.1-feed,gm,lifetime,links,load,unplug
TIMES	?= 10
LOAD	?= 4
JOBS	?= 1
# All suites of `make check'; with WHOLE=1 also of check-rest. What they need is built before the
# first of them: two that build at once link programs that the other runs.
names_of	= $(foreach t,$(1),$(call name_of,$(t)))
all_suites	= $(foreach series,debug $(KERNELS),vm-$(series)-$(subst $(space),$(comma),$(call vm_names,$(series),planned))) \
		  cluster-2 lint harness structure seeds chip3 $(patsubst run-%,%,$(setup_run) $(sweep_run) $(install_run)) $(asan_run:run-unit-%=unit-asan-%) \
		  $(if $(WHOLE),$(unit_run:run-%=%),$(unit_plain:%=unit-%)) \
		  $(patsubst run-unit-%,unit-valgrind-%,$(if $(WHOLE),$(filter-out $(valgrind_not),$(unit_run)),$(valgrind_run))) \
		  $(addprefix cli-,$(call names_of,$(call cli_tests,plain))) $(addprefix cli-asan-,$(call names_of,$(call cli_tests,asan))) \
		  $(foreach mpi,$(MPIS),$(addprefix gm-$(mpi)-,$(call names_of,$(call gm_tests,$(mpi)))))
install_needs	:= all gm peers papi ugni awr $(MPIS:%=$(BUILD)/%/installed/gm-measure)
.PHONY: check-busy list-suites
list-suites:
	@printf '%s\n' $(all_suites)
check-busy: setup check-build check-build-asan $(install_needs) gm-tests $(awr_lib)	## SUITES, or all, JOBS at a time beside other LOAD (0: none), TIMES times; goes on where it stopped
	@tests/busy -n $(TIMES) -l $(LOAD) -j $(JOBS) $(RESULTS) $(if $(filter all,$(SUITES)),$(all_suites),$(SUITES))

.PHONY: run-harness run-structure run-lint run-chip3 run-seeds
run-harness run-structure run-lint run-chip3 run-seeds: run-%: check-%

# One after another, even under check-busy: each relinks the installed files.
install_src	:= tests/install tests/hardening tests/dkms tests/kconfig tests/package/quick
install_suite	= flock $(BUILD)/install.lock $(suite) $(word 2,$(subst /, ,$(1))) $(1) $(BUILD)
install_run	:= $(foreach t,$(install_src),run-$(word 2,$(subst /, ,$(t))))
.PHONY: $(install_run)
check-install: setup $(install_needs)	## make install, dkms, Kconfig, packages, and what a user builds
	$(call one_by_one,install_suite,$(install_src))
$(install_run): run-%: setup $(install_needs)
	@$(call install_suite,$(filter tests/$* tests/$*/%,$(install_src)))

check-packages: setup all	## Debian packages: installed, used, upgraded, purged on a new Debian 12, as root (KEEP=1)
	@$(suite) packages tests/package/whole $(BUILD)

check-structure: setup all gm papi ugni awr motifs	## who calls whom, in what is linked: no circles
	@$(suite) structure tests/sources/structure $(BUILD)

lint: setup $(headers) $(gm_header)	## checkpatch, sparse, cppcheck, shellcheck, mandoc, layers
	@tests/sources/lint

# A download may take longer than the suite's time limit.
check-lint: setup $(headers) $(gm_header)
	@tools/setup/checkpatch >/dev/null
	@tools/setup/ynl >/dev/null
	@$(suite) lint tests/sources/lint

include tests/chip3/build.mk
include tests/sweep/build.mk
include tests/fuzz/build.mk
include tests/vm/build.mk
include tests/bench/build.mk
