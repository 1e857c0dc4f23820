// SPDX-License-Identifier: GPL-2.0-only
/*
 * From counters to latency and stalls.
 */
#include <check.h>
#include <errno.h>

#include "model/routing.h"
#include "suite.h"

static const struct model_counters zero;

/* 300 flits, 450 cycles stalled: 1.5 a flit; 60 pairs took 120 us: 2 us, 1600 cycles, each. */
static const struct model_counters some = {
	.flits = 300, .stalled = 450, .responses_stalled = 150, .pairs = 60, .pair_time = 120,
};

static struct model_network sampled(const struct model_variant *variant,
				    const struct model_counters *before,
				    const struct model_counters *now)
{
	struct model_network network;

	ck_assert_int_eq(model_sample(variant, MODEL_TICK_CYCLES, before, now, &network), 0);
	return network;
}

START_TEST(ratios_of_the_paper)
{
	struct model_network network = sampled(&model_paper, &zero, &some);

	ck_assert_double_eq(network.latency, 1600);
	ck_assert_double_eq(network.stalls, 1.5);
}
END_TEST

/* (450 - 150) / 300 */
START_TEST(stalls_less_those_of_responses)
{
	struct model_network network = sampled(&model_published, &zero, &some);

	ck_assert_double_eq(network.latency, 1600);
	ck_assert_double_eq(network.stalls, 1);
}
END_TEST

START_TEST(stalls_are_never_negative)
{
	struct model_counters now = some;

	now.responses_stalled = 451;
	ck_assert_double_eq(sampled(&model_published, &zero, &now).stalls, 0);
}
END_TEST

START_TEST(ticks_of_a_cycle)
{
	struct model_network network;

	ck_assert_int_eq(model_sample(&model_paper, 1, &zero, &some, &network), 0);
	ck_assert_double_eq(network.latency, 2);
}
END_TEST

/* Every counter stands just below 2^64 before, and is beyond 0 now. */
START_TEST(counters_wrap)
{
	const struct model_counters before = {
		.flits = -100ULL, .stalled = -50ULL, .responses_stalled = -20ULL, .pairs = -10ULL,
		.pair_time = -1ULL,
	};
	const struct model_counters now = {
		.flits = 200, .stalled = 400, .responses_stalled = 130, .pairs = 50,
		.pair_time = 119,
	};
	struct model_network network = sampled(&model_published, &before, &now);

	ck_assert_double_eq(network.latency, 1600);
	ck_assert_double_eq(network.stalls, 1);
}
END_TEST

static void refused(const struct model_variant *variant, const struct model_counters *before,
		    const struct model_counters *now, int err)
{
	struct model_network network = { .latency = 7, .stalls = 8 };

	ck_assert_int_eq(model_sample(variant, 1, before, now, &network), err);
	ck_assert_double_eq(network.latency, 7);
	ck_assert_double_eq(network.stalls, 8);
}

START_TEST(nothing_sent)
{
	struct model_counters now = some;

	refused(&model_paper, &some, &now, -ENODATA);
	now.pairs++;
	refused(&model_paper, &some, &now, -ENODATA);
}
END_TEST

START_TEST(no_response_yet)
{
	struct model_counters now = some;

	now.flits++;
	refused(&model_paper, &some, &now, -ENODATA);
}
END_TEST

/* All but the responses' counter, which the paper does not read. */
START_TEST(a_counter_that_went_back)
{
	for (unsigned int i = 0; i < 5; i++) {
		struct model_counters now = {
			.flits = 400, .stalled = 500, .responses_stalled = 200, .pairs = 70,
			.pair_time = 130,
		};
		uint64_t *counters[] = {
			&now.flits, &now.stalled, &now.pairs, &now.pair_time,
			&now.responses_stalled,
		};

		*counters[i] = 0;
		refused(&model_published, &some, &now, -ESTALE);
		if (i < 4)
			refused(&model_paper, &some, &now, -ESTALE);
		else
			sampled(&model_paper, &some, &now);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("model_sample");
	TCase *tcase = tcase_create("all");

	tcase_add_test(tcase, ratios_of_the_paper);
	tcase_add_test(tcase, stalls_less_those_of_responses);
	tcase_add_test(tcase, stalls_are_never_negative);
	tcase_add_test(tcase, ticks_of_a_cycle);
	tcase_add_test(tcase, counters_wrap);
	tcase_add_test(tcase, nothing_sent);
	tcase_add_test(tcase, no_response_yet);
	tcase_add_test(tcase, a_counter_that_went_back);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
