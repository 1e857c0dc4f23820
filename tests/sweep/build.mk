# SPDX-License-Identifier: GPL-2.0-only
# Everything that can fail on the user side fails once.

sweep_so	:= $(BUILD)/tests/sweep/sweep.so
sweep_bin	:= $(BUILD)/tests/sweep/library $(BUILD)/tests/sweep/faulty
sweep_src	:= $(filter-out $(sweep_bin:$(BUILD)/%=%.c),$(sort $(wildcard tests/sweep/*.c)))

$(sweep_so): $(sweep_src) tests/sweep/sweep.h
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) -O2 -g -std=gnu11 -D_GNU_SOURCE $(WARN) -Itests -fPIC -shared -o $@ $(sweep_src)

$(sweep_bin): $(BUILD)/tests/sweep/%: tests/sweep/%.c $(BUILD)/libgpcd.so
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) $(check_flags) -MMD -MP -o $@ $< -L$(BUILD) -lgpcd -Wl,-rpath,'$$ORIGIN/../..'
-include $(sweep_bin:=.d)

.PHONY: check-sweep build-sweep
build-sweep: tools $(sweep_so) $(sweep_bin)

sweep_sh	:= $(sort $(wildcard tests/sweep/test_*.sh))
sweep_run	:= $(foreach t,$(sweep_sh),run-sweep-$(call name_of,$(t)))
sweep_suite	= BUILD=$(BUILD) ASAN=$(abspath $(BUILD))/asan $(suite) sweep-$(call name_of,$(1)) $(1)
.PHONY: $(sweep_run) build-sweep-asan
build-sweep-asan: setup build-sweep
	@$(asan_make) build-sweep

check-sweep: build-sweep-asan	## allocations and system calls of commands and library fail in turn; SHARE=1/1: of all
	$(call one_by_one,sweep_suite,$(sweep_sh))
$(sweep_run): run-sweep-%: build-sweep-asan
	@$(call sweep_suite,$(call file_of,$(sweep_sh),$*))

check-sweep-all: setup debug-kernel all tests	## the same of all, and of the modules on the debug kernel, also what repeats itself
	@export SWEEP_ALL=1 SHARE=1/1; status=0; $(MAKE) --no-print-directory check-sweep || status=1; \
	tests/vm/check debug $(BUILD) $(RESULTS) sweep leaks || status=1; exit $$status
