# SPDX-License-Identifier: GPL-2.0-only
# Tests. Every suite leaves its counts below $(RESULTS); tests/total adds them up.

RESULTS		?= $(abspath $(BUILD))/results
KERNELS		?= 6.1 newest
suite		:= tests/suite $(RESULTS)

asan_flags	:= -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all

unit_src	:= $(sort $(wildcard tests/unit/test_*.c))
unit_bin	:= $(unit_src:%.c=$(BUILD)/%)
vm_src		:= $(filter-out %/compat32.c,$(sort $(wildcard tests/vm/*.c tests/vm/debug/*.c)))
vm_bin		:= $(vm_src:%.c=$(BUILD)/%)
check_flags	= -std=gnu11 -D_GNU_SOURCE $(WARN) -I$(BUILD)/include -Ikmod -Ikmod/uapi -Ilib -Itests \
		  $(shell pkg-config --cflags check)
check_libs	= $(shell pkg-config --libs check)

check_parts	:= check-harness check-lint check-unit check-asan check-valgrind check-cli check-sweep check-install \
		   check-vm check-debug check-coverage check-mutants check-fuzz

.PHONY: check $(check_parts) check-kunit debug-kernel lint demo bench-vm tests run-unit
check: setup	## all tests, host and VM; the last line counts them
	@+tests/all $(RESULTS) $(check_parts)

check-harness:	## that tests which fail are seen to fail
	@$(suite) harness tests/harness

# --- on the host -----------------------------------------------------------

# What tests/unit/kernel.h stands in for.
wrap_test_lib_device	:= open close ioctl malloc calloc reallocarray
wrap_test_lib_image	:= fcntl
wrap_test_legacy_device	:= open close ioctl malloc calloc reallocarray

$(BUILD)/tests/unit/%: tests/unit/%.c $(BUILD)/libgpcd.a
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) $(check_flags) -MMD -MP -o $@ $< $(BUILD)/libgpcd.a \
		$(check_libs) $(wrap_$(*F):%=-Wl,--wrap=%)
-include $(unit_bin:=.d)

# The table the catalogue was made from is no part of the project; where it lies
# beside the clone the catalogue is held against it.
export GPCD_COUNTERS_TSV ?= $(firstword $(wildcard ../*/registers/counters.tsv))

run-unit: setup $(unit_bin)
	@status=0; for t in $(unit_bin); do \
		$(suite) unit$(FLAVOUR)-$${t##*/test_} $(UNDER) $$t || status=1; done; exit $$status

check-unit: run-unit	## libcheck tests of catalogue, image, library

check-asan: setup	## the same under AddressSanitizer and UBSan
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/asan RESULTS=$(RESULTS) FLAVOUR=-asan \
		CFLAGS='$(asan_flags)' run-unit

check-valgrind: setup $(unit_bin)	## the same under valgrind
	@CK_TIMEOUT_MULTIPLIER=50 $(MAKE) --no-print-directory RESULTS=$(RESULTS) FLAVOUR=-valgrind \
		UNDER='valgrind -q --error-exitcode=9 --leak-check=full' run-unit

check-cli: setup tools	## the command, on image files
	@status=0; for t in tests/cli/test_*.sh; do \
		name=$${t##*/test_}; GPCD=$(abspath $(BUILD))/gpcd \
		$(suite) cli-$${name%.sh} $$t || status=1; done; exit $$status

check-install: setup all	## make install, and what a user builds against it
	@$(suite) install tests/install $(BUILD)

lint: setup $(headers)	## checkpatch, sparse, cppcheck, shellcheck, mandoc, layers
	@tests/lint

check-lint: setup $(headers)
	@$(suite) lint tests/lint

# --- fuzzing ---------------------------------------------------------------

FUZZ_SECONDS	?= 3600
fuzz_src	:= $(sort $(wildcard tests/fuzz/fuzz_*.c))
fuzz_bin	:= $(fuzz_src:%.c=$(BUILD)/%)
fuzz_tool	:= $(BUILD)/tests/fuzz/gpcd.a
fuzz_flags	:= -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all

# What stands between a target and the system.
wrap_fuzz_command	:= argp_error argp_parse atexit gpcd_write open stop_asked stop_catch \
			   ticker_wait
wrap_fuzz_image		:= clock_gettime fcntl

# The command, to be called: the fuzzer has a main() of its own.
$(fuzz_tool): $(tool_obj)
	@mkdir -p $(@D) && rm -f $@
	$(call say,AR)
	$(Q)objcopy --redefine-sym main=gpcd_main $(filter %/main.o,$^) $(@D)/main.o
	$(Q)$(AR) rcs $@ $(@D)/main.o $(filter-out %/main.o,$^)

$(BUILD)/tests/fuzz/%: tests/fuzz/%.c $(fuzz_tool) $(BUILD)/libgpcd.a
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) -fsanitize=fuzzer $(check_flags) -Itools/gpcd \
		$(shell pkg-config --cflags json-c) -MMD -MP -o $@ $< $(fuzz_tool) $(BUILD)/libgpcd.a \
		$(json_libs) $(shell pkg-config --libs json-c) $(wrap_$(*F):%=-Wl,--wrap=%)
-include $(fuzz_bin:=.d)

.PHONY: fuzz run-fuzz
run-fuzz: $(fuzz_bin)
	@SUITE_TIMEOUT=$$(($(FUZZ_SECONDS) + 600)) $(suite) fuzz \
		tests/fuzz/run $(FUZZ_SECONDS) $(BUILD) $(abspath $(fuzz_bin))

fuzz: setup	## libFuzzer on whatever parses, FUZZ_SECONDS in all (an hour); goes on where it stopped
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/fuzz RESULTS=$(RESULTS) CC=clang \
		CFLAGS='$(fuzz_flags)' FUZZ_SECONDS=$(FUZZ_SECONDS) run-fuzz

check-fuzz: FUZZ_SECONDS = 120
check-fuzz: fuzz	## the same, two minutes in all

# --- whatever can fail, fails ---

sweep_so	:= $(BUILD)/tests/sweep/sweep.so
sweep_bin	:= $(BUILD)/tests/sweep/library $(BUILD)/tests/sweep/faulty
sweep_src	:= $(filter-out $(sweep_bin:$(BUILD)/%=%.c),$(sort $(wildcard tests/sweep/*.c)))

$(sweep_so): $(sweep_src) tests/sweep/sweep.h
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) -O2 -g -std=gnu11 -D_GNU_SOURCE $(WARN) -fPIC -shared -o $@ $(sweep_src)

$(sweep_bin): $(BUILD)/tests/sweep/%: tests/sweep/%.c $(BUILD)/libgpcd.so
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) $(check_flags) -MMD -MP -o $@ $< -L$(BUILD) -lgpcd -Wl,-rpath,'$$ORIGIN/../..'
-include $(sweep_bin:=.d)

.PHONY: check-sweep build-sweep
build-sweep: tools $(sweep_so) $(sweep_bin)

check-sweep: setup build-sweep	## every allocation and every system call of the user side fails in turn
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/asan CFLAGS='$(asan_flags)' build-sweep
	@status=0; for t in tests/sweep/test_*.sh; do \
		name=$${t##*/test_}; BUILD=$(BUILD) ASAN=$(abspath $(BUILD))/asan \
		$(suite) sweep-$${name%.sh} $$t || status=1; done; exit $$status

# --- in the virtual machine ------------------------------------------------

$(BUILD)/tests/vm/%: tests/vm/%.c $(BUILD)/libgpcd.so
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) $(check_flags) -MMD -MP -o $@ $< \
		-L$(BUILD) -lgpcd -Wl,-rpath,'$(abspath $(BUILD))' $(check_libs) -pthread
-include $(vm_bin:=.d)

# A 32-bit program without a 32-bit C library. The kernel's headers serve both
# word sizes, but the compiler looks for them in 64 bits only.
compat32	:= $(BUILD)/tests/vm/compat32
$(compat32): tests/vm/compat32.c $(headers)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) -O2 -g -std=gnu11 $(WARN) -m32 -ffreestanding -fno-stack-protector -fno-pie \
		-nostdlib -static -I$(BUILD)/include -Ikmod/uapi \
		-idirafter /usr/include/$(shell $(CC) -print-multiarch) -MMD -MP -MF $@.d -o $@ $<
-include $(compat32).d

# What makes the kernel's allocations fail brings all its own memory with it.
vm_sweep	:= $(BUILD)/tests/vm/debug/sweep
$(vm_sweep): $(wildcard tests/vm/debug/sweep/*.[ch]) $(headers)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) -O2 -g -std=gnu11 -D_GNU_SOURCE $(WARN) -static -Ikmod -Ikmod/uapi -Itests/vm \
		-o $@ $(filter %.c,$^)

# Hostile callers: fast, so without the coverage of programs.
vm_hostile	:= $(BUILD)/tests/vm/hostile/hostile
$(vm_hostile): $(wildcard tests/vm/hostile/*.[ch]) $(wildcard kmod/catalogue/*.[ch]) $(headers)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) -O2 -g -std=gnu11 -D_GNU_SOURCE $(WARN) -I$(BUILD)/include -Ikmod -Ikmod/uapi \
		-o $@ $(filter %.c,$^)

tests: setup $(unit_bin) $(vm_bin) $(compat32) $(vm_sweep) $(vm_hostile) $(sweep_so) $(sweep_bin)

check-vm: setup all tests	## the modules, in a VM, on each kernel of KERNELS
	@status=0; for k in $(KERNELS); do \
		tests/vm/check $$k $(BUILD) $(RESULTS) || status=1; done; exit $$status

debug-kernel: setup	## build and cache the kernel that looks for bugs
	@tests/vm/kernel debug

# Programs and modules that say which lines ran: what `make coverage` adds up.
debug_make	= $(MAKE) --no-print-directory BUILD=$(BUILD)/debug CFLAGS='-O1 -g --coverage'

guest_lines	= $(BUILD)/debug/vm/debug/coverage

check-debug: setup debug-kernel	## the modules on the debug kernel: any report fails
	@$(debug_make) library tools tests
	@tests/vm/check debug $(BUILD)/debug $(RESULTS)

# The guest's counts are those of the last `make check-debug`, without which there are none.
check-coverage: setup	## which lines the tests run, on the host and in check-debug
	@test -d $(guest_lines) || $(MAKE) --no-print-directory check-debug
	@$(debug_make) RESULTS=$(abspath $(BUILD))/debug/results run-unit check-cli >$(BUILD)/debug/host.log
	@$(suite) coverage tests/coverage $(BUILD)/debug $(guest_lines)
	@sed -n '/^File/,/^TOTAL/p' $(RESULTS)/coverage.log
	@echo 'line by line: $(BUILD)/debug/coverage/index.html'

check-kunit: setup all	## the tests in the kernel, tests/kunit, on the debug kernel
	@tests/vm/check debug $(BUILD) $(RESULTS) kunit

demo: setup all	## the main job in a VM: load, list, sample, dump, unload
	@tests/vm/demo $(BUILD)

bench-vm: setup all tests	## a context read against open-read-close and a null system call
	@tests/vm/bench-vm $(BUILD)

check-mutants: setup	## that planted bugs (tests/mutants) are noticed, and by whom
	@$(suite) mutants tests/mutate $(BUILD)
