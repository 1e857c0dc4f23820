// SPDX-License-Identifier: GPL-2.0-only
/*
 * Causes of congestion in simulated networks: five scenarios of each kind on small machines, all of
 * which are found. `make bench-explain' has more.
 */
#include <check.h>

#include "explain/judge.h"
#include "suite.h"

#define SEED	1
#define EACH	5

static const char *const sizes[] = { "torus:4x4x4", "dragonfly:4x3x5:2" };

START_TEST(causes_are_found)
{
	unsigned int each = suite_share(EACH) ? EACH : 1;
	struct score score = { 0 };

	for (unsigned int i = 0; i < each; i++) {
		const char *size = sizes[_i == SCENARIO_DETOURS ? 1 : i % 2];
		uint64_t seed = SEED * 1000 + _i + i * SCENARIO_KINDS;

		ck_assert_int_eq(judge_drawn(_i, size, seed, &score, false), 0);
	}
	ck_assert_uint_eq(score.count, each);
	if (_i == SCENARIO_CALM)
		ck_assert_uint_eq(score.quiet, each);
	else
		ck_assert_msg(score.root == each && score.kind == each,
			      "%s: root %u, kind %u of %u", scenario_names[_i], score.root,
			      score.kind, each);
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
