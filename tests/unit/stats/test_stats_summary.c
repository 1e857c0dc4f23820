// SPDX-License-Identifier: GPL-2.0-only
/*
 * Summaries of values, worked out by hand.
 */
#include <check.h>
#include <math.h>
#include <string.h>

#include "stats/stats.h"
#include "suite.h"

#define MOST 16

#define NEAR 0.000000000001

/* NO: the number is NAN. */
#define NO NAN

static const struct {
	const char *what;
	size_t n;
	double values[MOST];
	double q1, median, q3;
	double whisker_low, whisker_high;
	size_t outliers;
	double qcd, low, high;
} known[] = {
	{ "one value", 1, { 5 }, 5, 5, 5, 5, 5, 0, NO, NO, NO },
	{ "two values: a quarter of the way", 2, { 4, 8 }, 5, 6, 7, 4, 8, 0, 2 / 12.0, NO, NO },
	{ "quartiles that are values", 5, { 5, 1, 4, 2, 3 }, 2, 3, 4, 1, 5, 0, 2 / 6.0, NO, NO },
	/* Ranks 1 + 5 / 4 = 2.25, 3.5 and 4.75. */
	{ "six values: the whole range", 6, { 10, 20, 30, 40, 50, 60 }, 22.5, 35, 47.5, 10, 60, 0,
	  25 / 70.0, 10, 60 },
	/* Ranks 3.25, 5.5 and 7.75; 10 values have the second and the ninth. */
	{ "ten values", 10, { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }, 3.25, 5.5, 7.75, 1, 10, 0,
	  4.5 / 11, 2, 9 },
	/* Quartiles 2.5 and 5.5: whiskers reach to -2 and 10; the interval knows no outliers. */
	{ "an outlier", 7, { 1, 2, 3, 4, 5, 6, 100 }, 2.5, 4, 5.5, 1, 6, 1, 3 / 8.0, 1, 100 },
	/* Quartiles 2 and 4: whiskers reach to -1 and 7, and a value there is no outlier. */
	{ "a value where whiskers end", 5, { 2, 4, 3, -1, 7 }, 2, 3, 4, -1, 7, 0, 2 / 6.0, NO, NO },
	{ "a value just beyond it", 5, { 2, 4, 3, -1.001, 7.001 }, 2, 3, 4, 2, 4, 2, 2 / 6.0, NO,
	  NO },
	/* Quartiles 7.5 and 10: 0 is an outlier, and the value next to it lies within the box. */
	{ "a whisker that would end in the box", 4, { 0, 10, 10, 10 }, 7.5, 10, 10, 7.5, 10, 1,
	  2.5 / 17.5, NO, NO },
	{ "all alike", 6, { 3, 3, 3, 3, 3, 3 }, 3, 3, 3, 3, 3, 0, 0, 3, 3 },
	{ "nothing but zeros: no coefficient", 3, { 0, 0, 0 }, 0, 0, 0, 0, 0, 0, NO, NO, NO },
	{ "a quartile of 0", 5, { 0, 0, 1, 2, 3 }, 0, 1, 2, 0, 3, 0, 1, NO, NO },
	{ "a negative quartile: no coefficient", 3, { -4, 1, 8 }, -1.5, 1, 4.5, -4, 8, 0, NO, NO,
	  NO },
};

#define ASSERT_NUMBER(got, wanted) \
	ck_assert_msg(isnan(wanted) ? isnan(got) : fabs((got) - (wanted)) < NEAR, \
		      "%s: " #got " is %g, not %g", known[_i].what, got, wanted)

START_TEST(summaries_are_known)
{
	struct stats_summary summary;
	double values[MOST];

	memcpy(values, known[_i].values, sizeof(values));
	stats_summarise(values, known[_i].n, &summary);
	ck_assert_uint_eq(summary.n, known[_i].n);
	ASSERT_NUMBER(summary.q1, known[_i].q1);
	ASSERT_NUMBER(summary.median, known[_i].median);
	ASSERT_NUMBER(summary.q3, known[_i].q3);
	ASSERT_NUMBER(summary.whisker_low, known[_i].whisker_low);
	ASSERT_NUMBER(summary.whisker_high, known[_i].whisker_high);
	ASSERT_NUMBER(summary.qcd, known[_i].qcd);
	ASSERT_NUMBER(summary.low, known[_i].low);
	ASSERT_NUMBER(summary.high, known[_i].high);
	ck_assert_msg(summary.outliers == known[_i].outliers, "%s: %zu outliers", known[_i].what,
		      summary.outliers);
}
END_TEST

START_TEST(mean_and_ends_count_outliers)
{
	double values[] = { 100, 1, 2, 3, 4, 5, 6 };
	struct stats_summary summary;

	stats_summarise(values, 7, &summary);
	ck_assert_double_eq_tol(summary.mean, 121 / 7.0, NEAR);
	ck_assert_double_eq(summary.min, 1);
	ck_assert_double_eq(summary.max, 100);
}
END_TEST

START_TEST(deviation_is_unbiased)
{
	double values[] = { 2, 4, 4, 4, 5, 5, 7, 9 }, huge[] = { -STATS_MOST, STATS_MOST };
	struct stats_summary summary;

	/* Squares of distances to 5: 9 1 1 1 0 0 4 16, together 32, over 7. */
	stats_summarise(values, 8, &summary);
	ck_assert_double_eq_tol(summary.deviation, sqrt(32 / 7.0), NEAR);
	stats_summarise(values, 1, &summary);
	ck_assert(isnan(summary.deviation));
	stats_summarise(values + 1, 2, &summary);
	ck_assert_double_eq(summary.deviation, 0);
	stats_summarise(huge, 2, &summary);
	ck_assert_double_eq_tol(summary.deviation / STATS_MOST, M_SQRT2, NEAR);
}
END_TEST

/* Hyndman and Fan, definition 7: rank 1 + 9 * 0.1 = 1.9 of 10 values. */
START_TEST(quantiles_lie_between_neighbours)
{
	const double values[] = { 10, 20, 30, 40, 50, 60, 70, 80, 90, 100 };

	ck_assert_double_eq_tol(stats_quantile(values, 10, 0.1), 19, NEAR);
	ck_assert_double_eq(stats_quantile(values, 10, 0), 10);
	ck_assert_double_eq(stats_quantile(values, 10, 1), 100);
	ck_assert_double_eq(stats_quantile(values, 1, 0.75), 10);
}
END_TEST

START_TEST(nothing_overflows)
{
	double values[] = { STATS_MOST, -STATS_MOST, STATS_MOST, -STATS_MOST, 0, 1, STATS_MOST };
	struct stats_summary summary;

	stats_summarise(values, 7, &summary);
	ck_assert(isfinite(summary.mean) && isfinite(summary.q1) && isfinite(summary.q3));
	ck_assert_double_eq(summary.whisker_low, -STATS_MOST);
	ck_assert_uint_eq(summary.outliers, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("stats: summary");
	TCase *tcase = tcase_create("summary");

	tcase_add_loop_test(tcase, summaries_are_known, 0, sizeof(known) / sizeof(*known));
	tcase_add_test(tcase, mean_and_ends_count_outliers);
	tcase_add_test(tcase, deviation_is_unbiased);
	tcase_add_test(tcase, quantiles_lie_between_neighbours);
	tcase_add_test(tcase, nothing_overflows);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
