# SPDX-License-Identifier: GPL-2.0-only
# Fuzzing on the host: a new fuzz_NAME.c is a new target. libFuzzer is clang's; with another compiler
# a target runs on its seeds only (seeds.c).

FUZZ_SECONDS	?= 3600
fuzz_main	= $(if $(filter clang,$(CC)),-fsanitize=fuzzer,tests/fuzz/seeds.c)
fuzz_src	:= $(sort $(wildcard tests/fuzz/fuzz_*.c))
fuzz_bin	:= $(fuzz_src:%.c=$(BUILD)/%)
fuzz_tool	:= $(BUILD)/tests/fuzz/gpcd.a
fuzz_lib	:= $(unit_lib) $(record_lib) $(stats_lib)
fuzz_flags	:= -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all

# Functions wrapped between a target and the system.
wrap_fuzz_command	:= argp_error argp_parse atexit child_start exit fopen gpcd_events_open gpcd_write open stop_asked stop_catch \
			   stop_poll ticker_wait
wrap_fuzz_image		:= clock_gettime fcntl

# The command, to be called: the fuzzer has a main() of its own.
$(fuzz_tool): $(gpcd_obj) $(cli_obj)
	@mkdir -p $(@D) && rm -f $@
	$(call say,AR)
	$(Q)objcopy --redefine-sym main=gpcd_main $(filter %/main.o,$^) $(@D)/main.o
	$(Q)$(AR) rcs $@ $(@D)/main.o $(filter-out %/main.o,$^)

$(BUILD)/tests/fuzz/%: tests/fuzz/%.c tests/fuzz/seeds.c $(fuzz_tool) $(fuzz_lib) $(hardware_lib)
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) $(check_flags) $(fabric_flags) -Itools -Itools/gpcd \
		$(shell pkg-config --cflags json-c) -pthread -MMD -MP -MF $@.d -o $@ $(fuzz_main) $< $(fuzz_tool) $(fuzz_lib) \
		$(hardware_lib) $(BUILD)/libtopo.a $(record_libs) $(json_libs) $(hardware_libs) $(curses_libs) $(nl_libs) $(shell pkg-config --libs json-c) $(wrap_$(*F):%=-Wl,--wrap=%)
-include $(fuzz_bin:=.d)

# The job of the emulated uGNI, with processes that are played. It uses nothing of the command.
$(BUILD)/tests/fuzz/fuzz_ugni: fuzz_tool :=
$(BUILD)/tests/fuzz/fuzz_ugni: $(ugni_played)
$(BUILD)/tests/fuzz/fuzz_ugni: fuzz_lib += $(ugni_played) $(BUILD)/libgpcd.a
$(BUILD)/tests/fuzz/fuzz_ugni: check_flags += -Itools/gpcd-sim

# The table parser of gpcd-study noise.
noise_obj	:= $(call objects_of,gpcd-study/noise)
$(BUILD)/tests/fuzz/fuzz_noise: $(noise_obj)
$(BUILD)/tests/fuzz/fuzz_noise: fuzz_lib += $(noise_obj) $(fuzz_tool) $(stats_lib)
$(BUILD)/tests/fuzz/fuzz_noise: check_flags += -Itools/gpcd-study

# The parser of studies, and what judges claims, beside files of metrics.
study_obj	:= $(addprefix $(BUILD)/obj/tools/gpcd-study/runner/,read.o reader.o results.o values.o judge.o)
$(BUILD)/tests/fuzz/fuzz_metrics: $(study_obj)
$(BUILD)/tests/fuzz/fuzz_metrics: fuzz_lib += $(study_obj) $(fuzz_tool) $(BUILD)/libmetrics.a $(BUILD)/libtext.a $(BUILD)/libgpcd.a
$(BUILD)/tests/fuzz/fuzz_metrics: check_flags += -Itools/gpcd-study

# The texts of counters' files.
$(BUILD)/tests/fuzz/fuzz_value: fuzz_lib += $(nics_lib)
$(BUILD)/tests/fuzz/fuzz_value: $(nics_lib)

# The exporter's parsers of outside input.
exporter_read	:= $(addprefix $(BUILD)/obj/tools/gpcd-exporter/,config/config.o expose/number.o expose/page.o)
$(BUILD)/tests/fuzz/fuzz_exporter: $(exporter_read)
$(BUILD)/tests/fuzz/fuzz_exporter: fuzz_lib += $(exporter_read) $(fuzz_tool) $(BUILD)/libgpcd.a

# Their folder is temporary.
seeds_run	:= $(fuzz_src:tests/fuzz/fuzz_%.c=run-seeds-%)
.PHONY: check-seeds all-seeds $(seeds_run)
build-host: $(fuzz_bin)
all-seeds: $(seeds_run)
$(seeds_run): run-seeds-%: $(BUILD)/tests/fuzz/fuzz_%
	@folder=$$(mktemp -d) && TMPDIR=$$folder ASAN_OPTIONS=$(asan_options):handle_sigbus=2 $(suite) seeds-$* $< tests/fuzz/corpus/$*; \
		status=$$?; rm -rf "$$folder"; exit $$status

check-seeds: setup	## fuzz targets on their seeds alone
	@$(asan_make) all-seeds

# Findings are printed, not only counted.
.PHONY: fuzz run-fuzz
run-fuzz: $(fuzz_bin)
	@SUITE_TIMEOUT=$$(($(FUZZ_SECONDS) + 3600)) $(suite) fuzz \
		tests/fuzz/run $(FUZZ_SECONDS) $(BUILD) $(abspath $(fuzz_bin)); \
		status=$$?; grep '^ok' $(RESULTS)/fuzz.log; exit $$status

fuzz_make	= $(MAKE) --no-print-directory BUILD=$(BUILD)/fuzz RESULTS=$(RESULTS) CC=clang CFLAGS='$(fuzz_flags)'

# Without FUZZ_SECONDS, a quarter of an hour.
check-fuzz: FUZZ_SECONDS := 900
check-fuzz: setup	## all parsers and the network engines, under libFuzzer for FUZZ_SECONDS (900)
	@$(fuzz_make) $(jobs) FUZZ_SECONDS=$(FUZZ_SECONDS) run-fuzz

# Networks are drawn from seeds that no earlier run had.
fuzz: setup debug-kernel all tests $(BUILD)/tests/unit/test_net_random	## the same and hostile callers in the VM, FUZZ_SECONDS in all (an hour), then 10,000 random networks and 10,000 programs; goes on where it stopped
	@half=$$(($(FUZZ_SECONDS) / 2)) status=0; \
	$(fuzz_make) $(jobs) FUZZ_SECONDS=$$half run-fuzz || status=1; \
	SUITE_TIMEOUT=$$((half + 3600)) $(suite) fuzz-hostile tests/vm/hostile/run $(BUILD) $$half || status=1; \
	grep '^ok' $(RESULTS)/fuzz-hostile.log; \
	NET_SEEDS=10000 NET_SEED=$$(date +%s) SUITE_TIMEOUT=7200 \
		$(suite) fuzz-networks $(BUILD)/tests/unit/test_net_random || status=1; \
	exit $$status
