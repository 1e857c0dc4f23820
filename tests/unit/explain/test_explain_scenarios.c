// SPDX-License-Identifier: GPL-2.0-only
/*
 * Causes of congestion in simulated networks: six scenarios of each kind on small machines. What is
 * right of them was counted; fewer are a step back. `make bench-explain' has more.
 */
#include <check.h>

#include "explain/judge.h"
#include "suite.h"

#define SEED	1
#define EACH	6

static const char *const sizes[] = { "torus:4x4x4", "dragonfly:4x3x5:2" };

/* Scenarios of a kind whose root must be found, and its kind, of EACH. */
static const struct {
	unsigned int root, kind;
} wanted[SCENARIO_KINDS] = {
	[SCENARIO_END_POINT] = { 6, 6 }, [SCENARIO_SLOW] = { 6, 6 },
	[SCENARIO_ADVERSARIAL] = { 5, 5 }, [SCENARIO_FAILED] = { 6, 6 },
	[SCENARIO_THIRD] = { 6, 6 }, [SCENARIO_TWO_THIRDS] = { 6, 6 },
	[SCENARIO_SENDER] = { 5, 5 }, [SCENARIO_BURST] = { 5, 5 },
	[SCENARIO_TWO] = { 6, 5 }, [SCENARIO_UNREAD] = { 6, 5 },
};

START_TEST(causes_are_found)
{
	unsigned int each = suite_share(EACH) ? EACH : 1;
	struct score score = { 0 };

	for (unsigned int i = 0; i < each; i++) {
		uint64_t seed = SEED * 1000 + _i + i * SCENARIO_KINDS;

		ck_assert_int_eq(judge_drawn(_i, sizes[i % 2], seed, &score, false), 0);
	}
	ck_assert_uint_eq(score.count, each);
	if (_i == SCENARIO_CALM)
		ck_assert_uint_eq(score.quiet, each);
	if (each < EACH)
		return;
	ck_assert_msg(score.root >= wanted[_i].root && score.kind >= wanted[_i].kind,
		      "%s: root %u, kind %u of %u", scenario_names[_i], score.root, score.kind,
		      each);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("explain: scenarios");
	TCase *tests = tcase_create("scenarios");

	tcase_add_loop_test(tests, causes_are_found, 0, SCENARIO_KINDS);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
