// SPDX-License-Identifier: GPL-2.0-only
#include <check.h>
#include <errno.h>
#include <math.h>

#include "cli/draw/draw.h"
#include "suite.h"

static struct timebins bins;

static void open_bins(void)
{
	ck_assert_int_eq(timebins_open(&bins, 2), 0);
}

static void close_bins(void)
{
	timebins_close(&bins);
}

START_TEST(there_are_no_intervals_before_time_passes)
{
	ck_assert_uint_eq(timebins_count(&bins), 0);
	timebins_reach(&bins, 1000);
	ck_assert_uint_eq(timebins_count(&bins), 0);
	timebins_reach(&bins, 1001);
	ck_assert_uint_eq(timebins_count(&bins), 1);
}
END_TEST

START_TEST(a_number_is_in_its_own_intervals)
{
	timebins_reach(&bins, 100);
	timebins_reach(&bins, 110);
	timebins_add(&bins, 1, 103, 105, 7);
	ck_assert(isnan(timebins_mean(&bins, 1, 2)));
	ck_assert_double_eq(timebins_mean(&bins, 1, 3), 7);
	ck_assert_double_eq(timebins_mean(&bins, 1, 4), 7);
	ck_assert(isnan(timebins_mean(&bins, 1, 5)));
	ck_assert(isnan(timebins_mean(&bins, 0, 3)));
}
END_TEST

START_TEST(an_interval_has_the_mean_by_time)
{
	timebins_reach(&bins, 0);
	timebins_reach(&bins, 4 * TIMEBINS_MOST);
	ck_assert_uint_eq(bins.shift, 2);
	timebins_add(&bins, 0, 1, 2, 10);
	timebins_add(&bins, 0, 2, 5, 2);
	ck_assert_double_eq(timebins_mean(&bins, 0, 0), (10 + 2 * 2) / 3.0);
	ck_assert_double_eq(timebins_mean(&bins, 0, 1), 2);
}
END_TEST

START_TEST(intervals_join_when_there_are_too_many)
{
	timebins_reach(&bins, 0);
	timebins_reach(&bins, TIMEBINS_MOST);
	timebins_add(&bins, 0, 0, 1, 3);
	timebins_add(&bins, 0, 1, 2, 5);
	timebins_add(&bins, 0, TIMEBINS_MOST - 1, TIMEBINS_MOST, 9);
	timebins_mark(&bins, 0, 3, 4, TIMEBINS_TORN);
	ck_assert_uint_eq(timebins_count(&bins), TIMEBINS_MOST);
	timebins_reach(&bins, TIMEBINS_MOST + 1);
	ck_assert_uint_eq(timebins_count(&bins), TIMEBINS_MOST / 2 + 1);
	ck_assert_double_eq(timebins_mean(&bins, 0, 0), 4);
	ck_assert_double_eq(timebins_mean(&bins, 0, TIMEBINS_MOST / 2 - 1), 9);
	ck_assert(isnan(timebins_mean(&bins, 0, TIMEBINS_MOST / 2)));
	ck_assert_uint_eq(timebins_marks(&bins, 0, 1), TIMEBINS_TORN);
	ck_assert_uint_eq(timebins_marks(&bins, 0, 0) | timebins_marks(&bins, 0, 2), 0);
}
END_TEST

START_TEST(joining_keeps_the_sum_over_time)
{
	double sum = 0;

	timebins_reach(&bins, 5);
	for (uint64_t time = 5; time < 100000; time += 13) {
		timebins_reach(&bins, time + 13);
		timebins_add(&bins, 0, time, time + 13, time);
	}
	for (size_t bin = 0; bin < timebins_count(&bins); bin++)
		sum += bins.sums[bin];
	ck_assert_uint_ge(timebins_count(&bins), TIMEBINS_MOST / 2);
	ck_assert_uint_le(timebins_count(&bins), TIMEBINS_MOST);
	for (uint64_t time = 5; time < 100000; time += 13)
		sum -= 13.0 * time;
	ck_assert_double_eq(sum, 0);
}
END_TEST

START_TEST(marks_add_up)
{
	timebins_reach(&bins, 0);
	timebins_reach(&bins, 10);
	timebins_mark(&bins, 1, 0, 5, TIMEBINS_MISSED);
	timebins_mark(&bins, 1, 4, 6, TIMEBINS_EPOCH);
	ck_assert_uint_eq(timebins_marks(&bins, 1, 3), TIMEBINS_MISSED);
	ck_assert_uint_eq(timebins_marks(&bins, 1, 4), TIMEBINS_MISSED | TIMEBINS_EPOCH);
	ck_assert_uint_eq(timebins_marks(&bins, 1, 5), TIMEBINS_EPOCH);
	ck_assert_uint_eq(timebins_marks(&bins, 1, 6), 0);
}
END_TEST

START_TEST(no_time_has_no_number)
{
	timebins_reach(&bins, 10);
	timebins_reach(&bins, 20);
	timebins_add(&bins, 0, 20, 20, 1);
	timebins_mark(&bins, 0, 20, 20, TIMEBINS_NONE);
	timebins_reach(&bins, 15);
	ck_assert_uint_eq(bins.end, 20);
	for (size_t bin = 0; bin < timebins_count(&bins); bin++) {
		ck_assert(isnan(timebins_mean(&bins, 0, bin)));
		ck_assert_uint_eq(timebins_marks(&bins, 0, bin), 0);
	}
}
END_TEST

START_TEST(all_of_time_fits)
{
	timebins_reach(&bins, 0);
	timebins_reach(&bins, UINT64_MAX);
	timebins_add(&bins, 0, 0, UINT64_MAX, 2);
	ck_assert_uint_le(timebins_count(&bins), TIMEBINS_MOST);
	ck_assert_double_eq(timebins_mean(&bins, 0, 0), 2);
	ck_assert_double_eq(timebins_mean(&bins, 0, timebins_count(&bins) - 1), 2);
}
END_TEST

START_TEST(too_many_lines_are_no_memory)
{
	struct timebins many;

	ck_assert_int_eq(timebins_open(&many, SIZE_MAX / 100), -ENOMEM);
	timebins_close(&many);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("timebins");
	TCase *tcase = tcase_create("timebins");

	tcase_add_checked_fixture(tcase, open_bins, close_bins);
	tcase_add_test(tcase, there_are_no_intervals_before_time_passes);
	tcase_add_test(tcase, a_number_is_in_its_own_intervals);
	tcase_add_test(tcase, an_interval_has_the_mean_by_time);
	tcase_add_test(tcase, intervals_join_when_there_are_too_many);
	tcase_add_test(tcase, joining_keeps_the_sum_over_time);
	tcase_add_test(tcase, marks_add_up);
	tcase_add_test(tcase, no_time_has_no_number);
	tcase_add_test(tcase, all_of_time_fits);
	tcase_add_test(tcase, too_many_lines_are_no_memory);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
