// SPDX-License-Identifier: GPL-2.0-only
/*
 * Callers whose memory never comes block only themselves: neither a chip's removal (here) nor
 * requests of others (stall_others.c).
 */
#include "stall.h"

/* A test that hangs here has failed. */
START_TEST(a_stalled_caller_delays_no_removal)
{
	pthread_t thread = caller_start(stalls[_i].run);

	set_fault("unplug");
	ck_assert_int_eq(access(GPCD_DEV_PATH, F_OK), -1);
	set_fault("none");
	page_come();
	ck_assert(!pthread_join(thread, NULL));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("stall");
	TCase *tcase = tcase_create("stall");

	tcase_add_checked_fixture(tcase, stall_setup, NULL);
	tcase_add_unchecked_fixture(tcase, NULL, chip_unload);
	tcase_add_loop_test(tcase, a_stalled_caller_delays_no_removal, 0, ARRAY_SIZE(stalls));
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
