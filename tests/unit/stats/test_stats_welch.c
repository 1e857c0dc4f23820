// SPDX-License-Identifier: GPL-2.0-only
/*
 * Batches, and the test on their means: numbers by hand, and how often equal series are said to
 * differ if their values depend on each other.
 */
#include <math.h>
#include <stdint.h>

#include "stats/stats.h"
#include "suite.h"

#define MOST	2048

static double series[2][MOST], scratch[MOST];

static void near(const char *what, double got, double wanted)
{
	ck_assert_msg(fabs(got - wanted) <= (1 + fabs(wanted)) / 1e9, "%s: %.12g, not %.12g", what,
		      got, wanted);
}

/* --- batches --- */

/* 1 to 12 in an order that shows no correlation: twelve batches of one. */
START_TEST(independent_values_are_batches_of_one)
{
	static const double values[] = { 5, 12, 1, 9, 3, 11, 2, 8, 10, 4, 7, 6 };
	struct stats_batches batches;

	stats_batches(values, 12, scratch, &batches);
	ck_assert_uint_eq(batches.count, 12);
	ck_assert_uint_eq(batches.length, 1);
	near("mean", batches.mean, 6.5);
	near("variance", batches.variance, 13);
	/* Differences of neighbours: their squares sum up to 501, those to the mean to 143. */
	near("dependence", batches.dependence, (1 - 501.0 / 286) / sqrt(10.0 / 143));
}
END_TEST

/* Each value four times: neighbours are alike up to batches of four. */
START_TEST(values_that_repeat)
{
	static const double values[] = { 5, 12, 1, 9, 3, 11, 2, 8, 10, 4, 7, 6 };
	struct stats_batches batches;
	double repeated[50];
	size_t i;

	for (i = 0; i < 50; i++)
		repeated[i] = i < 2 ? 1000 : values[(i - 2) / 4];
	stats_batches(repeated, 50, scratch, &batches);
	ck_assert_uint_eq(batches.length, 4);
	ck_assert_uint_eq(batches.count, 12);
	near("mean, without the first two", batches.mean, 6.5);
	near("variance", batches.variance, 13);
}
END_TEST

START_TEST(too_few)
{
	struct stats_batches batches;
	size_t i;

	for (i = 0; i < 100; i++)
		series[0][i] = i;
	stats_batches(series[0], 9, scratch, &batches);
	ck_assert_uint_eq(batches.count, 0);
	ck_assert_uint_eq(batches.length, 0);
	/* A slope: however long they are, batches depend on each other. */
	stats_batches(series[0], 100, scratch, &batches);
	ck_assert_uint_eq(batches.count, 0);
	ck_assert_uint_eq(batches.length, 8);
	ck_assert(batches.dependence > 2);
}
END_TEST

START_TEST(values_that_stand_still)
{
	struct stats_batches batches;
	size_t i;

	for (i = 0; i < 10; i++)
		series[0][i] = 0.1;
	stats_batches(series[0], 10, scratch, &batches);
	ck_assert_uint_eq(batches.count, 10);
	ck_assert(batches.mean == 0.1 && batches.variance == 0);
}
END_TEST

/* --- the test --- */

/*
 * Variances 4 and 9 of 10 and 20 means: their errors are 0.4 and 0.45, the sum 0.85, and df
 * 0.7225 / (0.16 / 9 + 0.2025 / 19) = 25.40677...
 */
START_TEST(blocks_of_equal_length)
{
	const double values[] = { 100, 1, 3, 2, 4, 9, 11, 5, 5 };
	struct stats_batches blocks;
	double means[4];

	/* Means 2, 3, 10 and 5, without the first value: squares of distances to 5 are 9 4 25 0. */
	stats_blocks(values, 9, 4, means, &blocks);
	ck_assert_uint_eq(blocks.count, 4);
	ck_assert_uint_eq(blocks.length, 2);
	ck_assert_double_eq(blocks.mean, 5);
	ck_assert_double_eq_tol(blocks.variance, 38 / 3.0, 0.000000001);
	stats_blocks(values, 2, 2, means, &blocks);
	ck_assert_uint_eq(blocks.length, 1);
	ck_assert_double_eq(blocks.mean, 50.5);
}
END_TEST

START_TEST(numbers_by_hand)
{
	const struct stats_batches first = { .count = 10, .mean = 100, .variance = 4 };
	const struct stats_batches second = { .count = 20, .mean = 102, .variance = 9 };
	struct stats_welch welch;

	stats_welch(&first, &second, &welch);
	near("difference", welch.difference, 2);
	near("df", welch.df, 0.7225 / (0.16 / 9 + 0.2025 / 19));
	/* t = 2.16930; of 25.41 degrees of freedom 3.97 % are beyond, and 2.05782 begins 5 %. */
	ck_assert_msg(fabs(welch.p - 0.0397) < 0.0003, "p is %g", welch.p);
	ck_assert_msg(fabs(welch.low - (2 - 2.0578 * sqrt(0.85))) < 0.002, "low is %g", welch.low);
	near("symmetric", welch.high - 2, 2 - welch.low);
}
END_TEST

START_TEST(nothing_varies)
{
	const struct stats_batches first = { .count = 10, .mean = 5 };
	const struct stats_batches same = { .count = 12, .mean = 5 };
	const struct stats_batches other = { .count = 12, .mean = 6 };
	struct stats_welch welch;

	stats_welch(&first, &same, &welch);
	ck_assert(welch.p == 1 && welch.difference == 0 && welch.df == 0);
	stats_welch(&first, &other, &welch);
	ck_assert(welch.p == 0 && welch.low == 1 && welch.high == 1);
}
END_TEST

/* 0.01, 0.04, 0.03 of three: 0.03, then 2 * 0.03, then no less than that. */
START_TEST(several_comparisons)
{
	double p[] = { 0.01, NAN, 0.04, 0.03 }, one[] = { 0.7, 0.6 };
	size_t order[4];

	stats_holm(p, 4, order);
	near("first", p[0], 0.03);
	ck_assert(isnan(p[1]));
	near("last", p[2], 0.06);
	near("middle", p[3], 0.06);
	stats_holm(one, 2, order);
	near("at most 1", one[0], 1);
}
END_TEST

/* --- how often it is wrong --- */

static uint64_t chance;

/* Nearly normal: the sum of twelve numbers of 0 to 1. */
static double draw(void)
{
	double sum = -6;
	int i;

	for (i = 0; i < 12; i++) {
		chance = chance * 6364136223846793005 + 1442695040888963407;
		sum += (chance >> 11) / 9007199254740992.0;
	}
	return sum;
}

/* Each value keeps that part of the previous one. */
static void autocorrelated(double *values, size_t n, double part)
{
	double value = draw() / sqrt(1 - part * part);
	size_t i;

	for (i = 0; i < n; i++) {
		values[i] = value;
		value = part * value + draw();
	}
}

/* Return how many of 400 pairs of series are said to differ; -1: too many were not compared. */
static int differing(double part, double shift)
{
	struct stats_batches batches[2];
	struct stats_welch welch;
	int pairs, i, count = 0, compared = 0;
	size_t k;

	for (pairs = 0; pairs < 400; pairs++) {
		for (i = 0; i < 2; i++) {
			autocorrelated(series[i], MOST, part);
			for (k = 0; k < MOST; k++)
				series[i][k] += i * shift;
			stats_batches(series[i], MOST, scratch, &batches[i]);
		}
		if (!batches[0].count || !batches[1].count)
			continue;
		compared++;
		stats_welch(&batches[0], &batches[1], &welch);
		count += welch.p <= 0.05;
	}
	return compared < 360 ? -1 : count;
}

static const double parts[] = { 0, 0.5, 0.8 };

/* About 20 of 400 are expected. If taken for independent values, half would differ at 0.8. */
START_TEST(series_that_do_not_differ)
{
	int count;

	chance = 1 + _i;
	count = differing(parts[_i], 0);
	ck_assert_msg(count >= 8 && count <= 40, "%g: %d of 400", parts[_i], count);
}
END_TEST

/* Half a standard deviation of the values is found nearly always. */
START_TEST(series_that_differ)
{
	int count;

	chance = 11 + _i;
	count = differing(parts[_i], 0.5 / sqrt(1 - parts[_i] * parts[_i]));
	ck_assert_msg(count >= 340, "%g: %d of 400", parts[_i], count);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("stats_welch");
	TCase *tcase = tcase_create("stats_welch");

	tcase_add_test(tcase, independent_values_are_batches_of_one);
	tcase_add_test(tcase, values_that_repeat);
	tcase_add_test(tcase, too_few);
	tcase_add_test(tcase, values_that_stand_still);
	tcase_add_test(tcase, numbers_by_hand);
	tcase_add_test(tcase, blocks_of_equal_length);
	tcase_add_test(tcase, nothing_varies);
	tcase_add_test(tcase, several_comparisons);
	tcase_add_loop_test(tcase, series_that_do_not_differ, 0, 3);
	tcase_add_loop_test(tcase, series_that_differ, 0, 3);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
