# SPDX-License-Identifier: GPL-2.0-only
# In the virtual machine, on stock kernels and on the debug kernel.

vm_rooms	:= $(patsubst tests/vm/%/,%,$(sort $(dir $(wildcard tests/vm/*/test_*))))
vm_rooms	:= $(filter-out debug kcsan,$(vm_rooms))
vm_src		:= $(filter-out %/compat32.c,$(sort $(wildcard $(vm_rooms:%=tests/vm/%/*.c))))
vm_bin		:= $(addprefix $(BUILD)/tests/vm/,$(basename $(notdir $(vm_src))))

.PHONY: tests vm-tests debug-kernel kcsan-kernel check-kunit demo bench-vm
# Programs are named without their rooms, and compiled and linked like tests/unit.
define vm_room
$(patsubst tests/vm/$(1)/%.c,$(BUILD)/tests/vm/%.o,$(filter tests/vm/$(1)/%,$(vm_src))): \
		$(BUILD)/tests/vm/%.o: tests/vm/$(1)/%.c | $(headers)
	@mkdir -p $$(@D)
	$$(call say,CC,$$<)
	$$(Q)$$(CC) $$(CFLAGS) $$(check_flags) -Itests/vm -MMD -MP -c -o $$@ $$<
endef
$(foreach room,$(vm_rooms),$(eval $(call vm_room,$(room))))
$(vm_bin): %: %.o $(BUILD)/libgpcd.so
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) -o $@ $< -L$(BUILD) -lgpcd -Wl,-rpath,'$(abspath $(BUILD))' $(check_libs) -pthread
-include $(vm_bin:=.d)

# A source may have moved, as one of tests/unit.
tests/vm/%.c: ;

nl_tests	:= $(addprefix $(BUILD)/tests/vm/,netlink netlink_events netlink_policy)
$(nl_tests): check_flags += $(nl_cflags)
$(nl_tests): check_libs += $(nl_libs)

# It knows the sources of network interfaces, which libgpcd does not show.
$(BUILD)/tests/vm/nic: $(nics_lib)
$(BUILD)/tests/vm/nic: check_libs += $(nics_lib) $(nl_libs)

# The paper's program, as printed and as our example: as a user compiles them.
fig1		:= $(BUILD)/tests/vm/fig1 $(BUILD)/tests/vm/example
$(BUILD)/tests/vm/fig1: tests/fig1.c
$(BUILD)/tests/vm/example: docs/examples/fig1.c
$(fig1): $(BUILD)/libgpcd.so
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) -Wno-discarded-qualifiers -o $@ -I$(BUILD)/include $(filter %.c,$^) -L$(BUILD) -lgpcd

# A 32-bit program without a 32-bit C library. The kernel's headers serve both
# word sizes, but the compiler looks for them in 64 bits only.
compat32	:= $(BUILD)/tests/vm/compat32
$(compat32): tests/vm/abi/compat32.c $(headers)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) -O2 -g -std=gnu11 $(WARN) -m32 -ffreestanding -fno-stack-protector -fno-pie \
		-nostdlib -static -I$(BUILD)/include -Ikmod/uapi -Itests/vm \
		-idirafter /usr/include/$(shell $(CC) -print-multiarch) -MMD -MP -MF $@.d -o $@ $<
-include $(compat32).d

# One source, two versions of the ABI; the modules of the later are tests/vm/modules'.
growth		:= $(BUILD)/tests/vm/growth/now $(BUILD)/tests/vm/growth/grown
grown_header	:= $(BUILD)/growth/include/linux/gpcd.h
$(grown_header): tests/vm/growth/header $(addprefix kmod/uapi/linux/,gpcd.h gpcd_ring.h)
	$(call say,GEN)
	$(Q)tests/vm/growth/header $(BUILD)/growth/include
	@touch $@
$(BUILD)/tests/vm/growth/now: growth_flags := -DGROWN=0
$(BUILD)/tests/vm/growth/grown: growth_flags := -DGROWN=1 -I$(BUILD)/growth/include
$(growth): tests/vm/growth/growth.c tests/vm/device.h $(grown_header) $(headers)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(growth_flags) $(check_flags) -Itests/vm -o $@ $< $(check_libs)

# The program that makes the kernel's allocations fail is static, and has all its own memory.
vm_sweep	:= $(BUILD)/tests/vm/debug/sweep
$(vm_sweep): $(wildcard tests/vm/debug/sweep/*.[ch]) $(headers)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) -O2 -g -std=gnu11 -D_GNU_SOURCE $(WARN) -static -Ikmod -Ikmod/uapi -Itests -Itests/vm \
		-o $@ $(filter %.c,$^)

# Hostile callers: fast, so without the coverage of programs.
vm_hostile	:= $(BUILD)/tests/vm/hostile/hostile
$(vm_hostile): $(wildcard tests/vm/hostile/*.[ch]) $(wildcard kmod/catalogue/*.[ch] kmod/chips/*/registers*.c) $(headers) $(cassini_rules)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) -O2 -g -std=gnu11 -D_GNU_SOURCE $(WARN) -I$(BUILD)/include -I$(BUILD)/obj/kmod -Ikmod -Ikmod/uapi -Itests \
		-o $@ $(filter %.c,$^)

# The programs of tests in the guest that know the modules.
vm-tests: setup $(vm_bin) $(fig1) $(compat32) $(growth) $(vm_sweep) $(vm_hostile)

# All that guests run, but the modules, which tests/vm/modules builds. Installed programs are linked
# here, because a guest is slow.
tests: library tools vm-tests gm-tests $(cli_helpers) $(BUILD)/installed/gpcd $(MPIS:%=$(BUILD)/%/installed/gm-measure) $(sweep_so) $(sweep_bin) chip3

check-vm: $(KERNELS:%=check-vm-%)	## the modules, in a VM, on each kernel of KERNELS
$(KERNELS:%=check-vm-%): check-vm-%: setup tests
	@tests/vm/check $* $(BUILD) $(RESULTS)

# One suite each, or several of one guest: run-vm-6.1-gm,links.
vm_names	= $(shell tests/vm/names $(1) $(2) | cut -d ' ' -f 1)
series_of	= $(firstword $(subst -, ,$(1)))
run-vm-%: setup tests
	@JOB=busy-$(subst $(comma),-,$*) tests/vm/check $(call series_of,$*) $(BUILD) $(RESULTS) $(subst $(comma), ,$(*:$(call series_of,$*)-%=%))

# A cluster of so many guests.
.PHONY: check-cluster check-cluster-8
cluster_run	:= $(addprefix run-cluster-,2 4 6 8 10 12 14 16)
.PHONY: $(cluster_run)
$(cluster_run): run-cluster-%: setup tools gm-tests
	@$(suite) cluster-$* tests/cluster $* $(BUILD)
check-cluster: run-cluster-2	## an MPI job on two guests, whose network is simulated
check-cluster-8: run-cluster-8	## the same on eight guests

debug-kernel: setup	## build and cache the kernel that looks for bugs
kcsan-kernel: setup	## the same for the one that looks for data races
debug-kernel kcsan-kernel:
	@facts=$$(tests/vm/kernel $(@:-kernel=)) && eval "$$facts" && echo "$(@:-kernel= kernel): $$modroot"

check-debug: setup debug-kernel tests	## the modules on the debug kernel: any report fails
	@tests/vm/check debug $(BUILD) $(RESULTS)

check-cycles: setup tests	## 1,000 loads and unloads under readers, on the newest kernel
	@CYCLES=1000 tests/vm/check newest $(BUILD) $(RESULTS) cycles

# The stock kernels run what the plan has on another one, the debug kernel all that it can.
check-vm-long: setup debug-kernel tests	## tests of the guest on kernels where `check` leaves them out, and for longer; which lines of the modules run
	@export LONG=1 JOB=long; status=0; for series in $(KERNELS); do \
		tests/vm/check $$series $(BUILD) $(RESULTS) $$(tests/vm/names $$series long | cut -d ' ' -f 1) || status=1; done; \
	CYCLES=20 LIFETIME_STEPS=2000 HOSTILE_SECONDS=600 COVERAGE=1 \
		tests/vm/check debug $(BUILD) $(RESULTS) $(call vm_names,debug) || status=1; \
	$(suite) coverage-modules tests/coverage modules $(BUILD)/vm/debug-long/coverage || status=1; exit $$status

check-kcsan: setup kcsan-kernel tests	## those that change what others use, on the KCSAN kernel
	@tests/vm/check kcsan $(BUILD) $(RESULTS)

check-rt: setup tests	## the modules on the distribution's PREEMPT_RT kernel
	@tests/vm/check rt $(BUILD) $(RESULTS)

check-kunit: setup tests	## the tests in the kernel, tests/kunit, on the debug kernel
	@tests/vm/check debug $(BUILD) $(RESULTS) kunit

demo: setup all	## the main job in a VM: load, list, sample, dump, unload
	@tests/vm/demo $(BUILD)

bench-vm: setup all tests	## what each way into the kernel costs, and how long mapped loads wait
	@tests/vm/bench-vm $(BUILD)

check-mutants: setup debug-kernel kcsan-kernel	## that planted bugs (tests/mutants) are noticed, and by whom
	@SUITE_TIMEOUT=7200 $(suite) mutants tests/mutate $(BUILD); \
		status=$$?; grep '^|' $(RESULTS)/mutants.log; exit $$status
