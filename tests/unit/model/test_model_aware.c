// SPDX-License-Identifier: GPL-2.0-only
/*
 * Algorithm 1: threshold, samples, what is remembered and for how long.
 *
 * Decisions are about PUTs of 64 bytes: p = 1, f = 5, and with L a multiple of 1024 a L is
 * 513 L / 1024. A bias halves latency and doubles stalls, unless a test says otherwise.
 */
#include <check.h>
#include <limits.h>

#include "model/routing.h"
#include "suite.h"

static struct model_routing_state aware;
static struct model_counters counters;

static void begin(const struct model_variant *variant, uint64_t threshold)
{
	struct model_rules rules = model_rules_default(variant);

	rules.threshold = threshold;
	rules.tick_cycles = 1;
	model_rules_scale(&rules, 0.5, 2);
	model_routing_init(&aware, &rules);
	counters = (struct model_counters){ 0 };
	model_routing_observe(&aware, &counters);
}

/* Counters of 4 packets of that latency, whose flits were stalled so long. */
static void observe(unsigned int latency, unsigned int stalls)
{
	counters.flits += 20;
	counters.stalled += 20 * stalls;
	counters.pairs += 4;
	counters.pair_time += 4 * latency;
	model_routing_observe(&aware, &counters);
}

static struct model_routing_choice choose_for(uint64_t bytes, uint64_t peer)
{
	const struct model_message message = { .bytes = bytes, .peer = peer };

	return model_routing_choose(&aware, &message);
}

static void expect(struct model_routing_choice choice, enum model_routing routing,
		   enum model_reason reason)
{
	ck_assert_int_eq(choice.reason, reason);
	ck_assert_int_eq(choice.routing, routing);
	ck_assert_int_eq(choice.read, reason != MODEL_FEW_BYTES);
}

static void decides(uint64_t bytes, enum model_routing routing)
{
	expect(choose_for(bytes, 0), routing, MODEL_DECIDED);
}

static void skips(uint64_t bytes)
{
	expect(choose_for(bytes, 0), MODEL_BIASED, MODEL_FEW_BYTES);
}

static void lacks(uint64_t bytes, enum model_routing routing)
{
	expect(choose_for(bytes, 0), routing, MODEL_NO_SAMPLE);
}

START_TEST(constants)
{
	for (unsigned int i = 0; i < MODEL_VARIANTS; i++) {
		struct model_rules rules = model_rules_default(model_variants[i]);

		ck_assert_uint_eq(rules.threshold, 4096);
		ck_assert_uint_eq(rules.age_limit, 5);
		ck_assert_double_eq(rules.tick_cycles, 800);
		ck_assert_double_eq(rules.scale[MODEL_ADAPTIVE].latency, 1 / 1.2);
		ck_assert_double_eq(rules.scale[MODEL_ADAPTIVE].stalls, 5);
		ck_assert_double_eq(rules.scale[MODEL_BIASED].latency, 1.2);
		ck_assert_double_eq(rules.scale[MODEL_BIASED].stalls, 0.2);
	}
}
END_TEST

START_TEST(begins_adaptive)
{
	begin(&model_paper, 4096);
	lacks(4097, MODEL_ADAPTIVE);
}
END_TEST

/* It must be exceeded, by one message or by many. */
START_TEST(threshold_is_cumulative)
{
	begin(&model_paper, 4096);
	observe(2048, 1);
	skips(4096);
	decides(1, MODEL_BIASED);
	observe(1024, 2);
	for (int i = 0; i < 8; i++)
		skips(512);
	decides(512, MODEL_BIASED);
}
END_TEST

/*
 * Below the threshold messages are biased, but the last decision stays: 64 KiB, p = 1024 and
 * f = 5120, are adaptive by 1536 + 10240 against 768 + 15360.
 */
START_TEST(few_bytes_change_nothing)
{
	begin(&model_paper, 4096);
	observe(1024, 1);
	decides(65536, MODEL_ADAPTIVE);
	skips(64);
	lacks(65536, MODEL_ADAPTIVE);
}
END_TEST

START_TEST(threshold_of_nothing)
{
	begin(&model_paper, 0);
	observe(2048, 1);
	skips(0);
	decides(1, MODEL_BIASED);
}
END_TEST

START_TEST(sums_of_bytes_do_not_wrap)
{
	begin(&model_paper, 4096);
	lacks(UINT64_MAX, MODEL_ADAPTIVE);
	lacks(2, MODEL_ADAPTIVE);
}
END_TEST

/* L 2048, s 1: adaptive 1026 + 10; biased, estimated as 1024 and 2, 513 + 15. */
START_TEST(estimates_the_bias)
{
	begin(&model_paper, 0);
	observe(2048, 1);
	decides(64, MODEL_BIASED);
}
END_TEST

/* L 1024, s 52: adaptive 513 + 265; biased, as 512 and 104, 256.5 + 525. Then L 1024, s 50. */
START_TEST(estimates_the_bias_by_both_factors)
{
	begin(&model_paper, 0);
	observe(1024, 52);
	decides(64, MODEL_ADAPTIVE);
	observe(1024, 50);
	decides(64, MODEL_BIASED);
}
END_TEST

/*
 * The dual. Biased with L 1024, s 210: 513 + 1055 = 1568; adaptive, estimated as 2048 and 105,
 * 1026 + 530 = 1556. With s 200: 1518 against 1026 + 505 = 1531.
 */
START_TEST(estimates_the_adaptive)
{
	begin(&model_paper, 0);
	aware.routing = MODEL_BIASED;
	observe(1024, 200);
	decides(64, MODEL_BIASED);
	observe(1024, 210);
	decides(64, MODEL_ADAPTIVE);
}
END_TEST

/*
 * Adaptive was seen at 2048 and 1: 1036. Biased with 1024 and 2, 528, stays; with 4096 and 1, 2062,
 * it does not, unless adaptive is estimated anew, as 8192 and 0.5: 4111.5. The @n-th decision
 * after the one that saw it uses it while @n is below the limit.
 */
static enum model_routing after(const struct model_variant *variant, unsigned int limit,
				unsigned int n)
{
	begin(variant, 0);
	aware.rules.age_limit = limit;
	observe(2048, 1);
	decides(64, MODEL_BIASED);
	for (unsigned int i = 1; i < n; i++) {
		observe(1024, 2);
		decides(64, MODEL_BIASED);
	}
	observe(4096, 1);
	return choose_for(64, 0).routing;
}

START_TEST(remembers_until_it_is_too_old)
{
	for (unsigned int limit = 0; limit < 8; limit++) {
		for (unsigned int n = 1; n < 10; n++)
			ck_assert_int_eq(after(&model_paper, limit, n),
					 n < limit ? MODEL_ADAPTIVE : MODEL_BIASED);
	}
}
END_TEST

/*
 * The same where the bias is remembered, at 4096 and 1, 2062: adaptive with 2048 and 1, 1036,
 * stays. Estimated as 1024 and 2, 528, the bias would be better.
 */
START_TEST(remembers_the_bias)
{
	begin(&model_paper, 0);
	observe(2048, 1);
	decides(64, MODEL_BIASED);
	observe(4096, 1);
	decides(64, MODEL_ADAPTIVE);
	observe(2048, 1);
	decides(64, MODEL_ADAPTIVE);
}
END_TEST

/* However old data may be, a routing never seen is not used. */
START_TEST(remembers_nothing_at_first)
{
	begin(&model_paper, 0);
	aware.rules.age_limit = UINT_MAX;
	observe(2048, 1);
	decides(64, MODEL_BIASED);
}
END_TEST

/* As in after(), but the last message has another size, or another peer. */
static enum model_routing after_other(const struct model_variant *variant, uint64_t bytes,
				      uint64_t peer)
{
	begin(variant, 0);
	observe(2048, 1);
	decides(64, MODEL_BIASED);
	observe(8192, 1);
	return choose_for(bytes, peer).routing;
}

START_TEST(the_program_remembers_for_one_size_and_peer)
{
	ck_assert_int_eq(after_other(&model_published, 64, 0), MODEL_ADAPTIVE);
	ck_assert_int_eq(after_other(&model_published, 63, 0), MODEL_BIASED);
	ck_assert_int_eq(after_other(&model_published, 64, 1), MODEL_BIASED);
	ck_assert_int_eq(after_other(&model_paper, 63, 1), MODEL_ADAPTIVE);
}
END_TEST

/*
 * No decision, and the bytes are not forgotten: the next message is decided as soon as it can be.
 * With 8 KiB, p = 128 and f = 640, both sides are equal: 1280 + 1280, 640 + 1920.
 */
START_TEST(nothing_sent_decides_nothing)
{
	begin(&model_paper, 4096);
	observe(2048, 1);
	decides(8192, MODEL_ADAPTIVE);
	model_routing_observe(&aware, &counters);
	lacks(8192, MODEL_ADAPTIVE);
	observe(2048, 1);
	decides(64, MODEL_BIASED);
	model_routing_observe(&aware, &counters);
	lacks(8192, MODEL_BIASED);
}
END_TEST

START_TEST(a_sample_decides_once)
{
	begin(&model_paper, 0);
	observe(2048, 1);
	decides(64, MODEL_BIASED);
	lacks(64, MODEL_BIASED);
}
END_TEST

/* Flits are in one reading and their responses in the next: 20 flits, 20 stalls, 4 of 2048. */
START_TEST(responses_come_late)
{
	begin(&model_paper, 0);
	counters.flits += 20;
	counters.stalled += 20;
	model_routing_observe(&aware, &counters);
	lacks(64, MODEL_ADAPTIVE);
	counters.pairs += 4;
	counters.pair_time += 4 * 2048;
	model_routing_observe(&aware, &counters);
	decides(64, MODEL_BIASED);
	ck_assert_double_eq(aware.seen[MODEL_ADAPTIVE].network.latency, 2048);
	ck_assert_double_eq(aware.seen[MODEL_ADAPTIVE].network.stalls, 1);
}
END_TEST

START_TEST(cleared_counters_begin_anew)
{
	begin(&model_paper, 0);
	observe(2048, 1);
	counters = (struct model_counters){ 0 };
	model_routing_observe(&aware, &counters);
	lacks(64, MODEL_ADAPTIVE);
	observe(2048, 1);
	decides(64, MODEL_BIASED);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("model_aware");
	TCase *tcase = tcase_create("all");

	tcase_add_test(tcase, constants);
	tcase_add_test(tcase, begins_adaptive);
	tcase_add_test(tcase, threshold_is_cumulative);
	tcase_add_test(tcase, few_bytes_change_nothing);
	tcase_add_test(tcase, threshold_of_nothing);
	tcase_add_test(tcase, sums_of_bytes_do_not_wrap);
	tcase_add_test(tcase, estimates_the_bias);
	tcase_add_test(tcase, estimates_the_bias_by_both_factors);
	tcase_add_test(tcase, estimates_the_adaptive);
	tcase_add_test(tcase, remembers_until_it_is_too_old);
	tcase_add_test(tcase, remembers_the_bias);
	tcase_add_test(tcase, remembers_nothing_at_first);
	tcase_add_test(tcase, the_program_remembers_for_one_size_and_peer);
	tcase_add_test(tcase, nothing_sent_decides_nothing);
	tcase_add_test(tcase, a_sample_decides_once);
	tcase_add_test(tcase, responses_come_late);
	tcase_add_test(tcase, cleared_counters_begin_anew);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
