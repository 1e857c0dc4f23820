// SPDX-License-Identifier: GPL-2.0-only
/* Random programs on random end points have the same results as on the plain ones. */
#include "netsim/worm/host_trial.h"
#include "suite.h"
#include "worm/dice.h"

START_TEST(same_as_plain_end_points)
{
	unsigned int seed, whole = 0, trials = suite_share(600);
	char name[16];

	for (seed = 0; seed < trials; seed++) {
		struct dice dice = dice_new(seed);

		snprintf(name, sizeof(name), "seed %u", seed);
		whole += host_trial(&dice.chance, name);
	}
	ck_assert_uint_ge(whole, trials / 4);
	ck_assert_uint_le(whole, trials * 3 / 4);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("host_random");
	TCase *tcase = tcase_create("random");

	tcase_set_timeout(tcase, HANG_SECONDS);
	tcase_add_test(tcase, same_as_plain_end_points);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
