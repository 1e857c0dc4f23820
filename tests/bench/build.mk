# SPDX-License-Identifier: GPL-2.0-only
# Benchmarks: medians with ranges, never a test.

.PHONY: bench bench-explain bench-net bench-peers bench-program bench-fifos bench-flow bench-stalls bench-interconnect bench-model bench-record bench-nics bench-netlink bench-awr bench-gm bench-scrape bench-many
bench: bench-gm bench-net bench-program bench-fifos bench-flow bench-stalls bench-interconnect bench-model bench-record bench-nics bench-netlink bench-awr bench-scrape bench-many	## all benchmarks that need no VM

$(BUILD)/tests/bench/%: tests/bench/%.c $(fabric_lib)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) -std=gnu11 -D_GNU_SOURCE $(WARN) $(fabric_flags) -MMD -MP -o $@ $< $(fabric_lib) -pthread -lm
-include $(patsubst %.c,$(BUILD)/%.d,$(wildcard tests/bench/*.c))

# WHOLE: instead, 100 us of dragonfly:16x6x341, which takes minutes.
bench-net: $(BUILD)/tests/bench/bench_net	## the event engine: packet-hops a second, memory, threads (WHOLE=1)
	@$< $(if $(WHOLE),whole)

bench-program: $(BUILD)/tests/bench/bench_program	## a job of 127,512 operations: reading its text and its schedule, running it
	@$<

# SEEDS: how often each kind of cause is found, a table for each; SCENARIOS: how many, default 600.
$(BUILD)/tests/explain/bench_explain: tests/explain/bench_explain.c $(explain_obj_tests) $(fabric_lib)
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) -std=gnu11 -D_GNU_SOURCE $(WARN) $(fabric_flags) -MMD -MP -o $@ $(filter %.c %.o,$^) $(fabric_lib) -lm
-include $(BUILD)/tests/explain/bench_explain.d

bench-explain: $(BUILD)/tests/explain/bench_explain	## gpcd explain: how often causes of congestion are found (SEEDS="1 2", SCENARIOS=600)
	@for seed in $(or $(SEEDS),1); do $< $$seed $(SCENARIOS) || exit; done

bench-peers: tools peers	## several processes: messages, bytes, waiting and memory; what 64 hosts would give
	@tests/bench/peers $(BUILD)

bench-fifos: $(BUILD)/tests/bench/bench_fifos	## several FIFOs a virtual channel: share of the busiest links
	@$<

bench-flow: $(BUILD)/tests/bench/bench_flow	## the flow engine: 131,072 ranks
	@$<

bench-stalls: $(BUILD)/tests/bench/bench_stalls	## the flow engine's stalls against the event engine's
	@$<

$(BUILD)/tests/bench/cielo.txt: $(BUILD)/rtr
	@mkdir -p $(@D)
	$(Q)$< --interconnect 16x12x24 -o $@

bench-interconnect: $(BUILD)/tests/bench/bench_interconnect $(BUILD)/tests/bench/cielo.txt	## reading the map of 4,608 chips against wc -l
	@$^

bench-model: $(BUILD)/tests/bench/bench_model	## choosing a message's routing, without reading counters
	@$<

# Measures gpcd record with its own writing function.
$(BUILD)/tests/bench/bench_record: tests/bench/bench_record.c $(BUILD)/obj/tools/gpcd/recording/layout.o $(record_lib) $(BUILD)/libgpcd.a
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) -std=gnu11 -D_GNU_SOURCE $(WARN) -I$(BUILD)/include -Ilib -Itools -MMD -MP -o $@ \
		$(filter %.c %.o %.a,$^) $(record_libs) $(nl_libs) -pthread

bench-record: $(BUILD)/tests/bench/bench_record	## recordings: bytes an hour, and values read a second
	@$<

$(BUILD)/tests/bench/bench_nics: tests/bench/bench_nics.c $(nics_lib)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) -std=gnu11 -D_GNU_SOURCE $(WARN) -Ilib -MMD -MP -o $@ $(filter %.c %.a,$^) -pthread

bench-nics: $(BUILD)/tests/bench/bench_nics	## counters that are files, against preads alone and stdio
	@$<
	@$< /sys/class/net/lo/statistics 2001

$(BUILD)/tests/bench/bench_netlink: tests/bench/bench_netlink.c $(nics_lib)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) -std=gnu11 -D_GNU_SOURCE $(WARN) -Ilib -MMD -MP -o $@ $< $(nics_lib) $(nl_libs) -pthread

bench-netlink: $(BUILD)/tests/bench/bench_netlink	## counters of an interface by netlink, against the message alone
	@$<

$(BUILD)/tests/bench/bench_awr: tests/bench/bench_awr.c $(awr_obj) $(record_lib_so) $(BUILD)/libmodel.a $(BUILD)/libgpcd.a
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS) -std=gnu11 -D_GNU_SOURCE $(WARN) -I$(BUILD)/include -Ikmod -Ilib -Itests -MMD -MP -o $@ \
		$(filter %.c %.o %.a,$^) $(abspath $(record_lib_so)) $(nl_libs) -ldl -pthread

bench-awr: $(BUILD)/tests/bench/bench_awr	## what libawr adds to a call that sends
	@$<

# Both MPIs: the cost of 16 real ranks, and of a table of 10,000 Geminis. The figures are libgm's;
# the simulator only makes the images.
bench-gm: tools gm-tests	## libgm: each step of a sample, memory, and the table of 10,000 Geminis
	@tests/bench/gm $(BUILD) $(MPIS)

# SIZES: tori whose NICs are exported; 24x20x12 has 11,520, and its images take 2.7 GiB.
bench-scrape: tools	## the exporter: first page and scrapes, by devices (SIZES="4x4x4 24x20x12")
	@tests/bench/scrape $(BUILD) $(or $(SIZES),4x4x4 8x8x8)

bench-many: tools	## all commands that read many chips: a reading and memory, by devices (SIZES="4x4x2 24x20x12")
	@tests/bench/many $(BUILD) $(or $(SIZES),4x4x2 8x8x8)
