// SPDX-License-Identifier: GPL-2.0-only
/*
 * The 95 % interval of the median by ranks, against sums of binomial coefficients made by hand and,
 * for large numbers, against exact integers and against weights that a second program normalised.
 */
#include <check.h>
#include <math.h>

#include "stats/stats.h"
#include "suite.h"

#define NEAR 0.0000001

/* A part of 2^n: (sum of C(n, i) for i below the lower rank) is left out at each end. */
static const struct {
	size_t n, low;
	double coverage;
} known[] = {
	{ 6, 1, 1 - 2 * 1 / 64.0 },
	{ 7, 1, 1 - 2 * 1 / 128.0 },
	{ 8, 1, 1 - 2 * 1 / 256.0 },
	{ 9, 2, 1 - 2 * (1 + 9) / 512.0 },
	{ 10, 2, 1 - 2 * (1 + 10) / 1024.0 },
	{ 12, 3, 1 - 2 * (1 + 12 + 66) / 4096.0 },
	{ 15, 4, 1 - 2 * (1 + 15 + 105 + 455) / 32768.0 },
	{ 20, 6, 1 - 2 * (1 + 20 + 190 + 1140 + 4845 + 15504) / 1048576.0 },
	{ 100, 40, 0.9647997997822952 },
	{ 101, 41, 0.9539559330706572 },
	{ 1000, 469, 0.9537088026395019 },
	{ 10000, 4902, 0.9511670501036181 },
	{ 1000000, 499020, 0.9501210313476318 },
	{ 100000000, 49990200, 0.9500158972895163 },
};

START_TEST(ranks_are_known)
{
	struct stats_ranks ranks = stats_median_ranks(known[_i].n);

	ck_assert_uint_eq(ranks.low, known[_i].low);
	ck_assert_uint_eq(ranks.high, known[_i].n + 1 - known[_i].low);
	ck_assert_double_eq_tol(ranks.coverage, known[_i].coverage, NEAR);
}
END_TEST

/* C(n, i) is exact: below 2^53 for these n. */
START_TEST(sums_of_coefficients_agree)
{
	double one = 1, below = 0, all = ldexp(1, _i);
	struct stats_ranks ranks = stats_median_ranks(_i);

	for (size_t i = 0; i < ranks.low; i++) {
		below += one;
		one = one * (_i - i) / (i + 1);
	}
	ck_assert_double_eq(ranks.coverage, 1 - 2 * below / all);
	ck_assert_double_ge(ranks.coverage, 0.95);
	/* The next value on each side would leave out too much. */
	ck_assert_double_lt(1 - 2 * (below + one) / all, 0.95);
}
END_TEST

START_TEST(few_values_have_none)
{
	struct stats_ranks ranks = stats_median_ranks(_i);

	ck_assert_uint_eq(ranks.low, 0);
	ck_assert_uint_eq(ranks.high, 0);
	ck_assert_double_eq(ranks.coverage, 0);
}
END_TEST

/* From 101 on the sum does not begin at 0: the ranks must not jump there, nor anywhere else. */
START_TEST(ranks_grow_with_the_number)
{
	struct stats_ranks now, before = stats_median_ranks(STATS_MEDIAN_LEAST);

	for (size_t n = STATS_MEDIAN_LEAST + 1; n < suite_share(20000); n++, before = now) {
		now = stats_median_ranks(n);
		ck_assert_msg(now.low == before.low || now.low == before.low + 1,
			      "%zu values: rank %zu after %zu", n, now.low, before.low);
		ck_assert_msg(now.coverage >= 0.95 && now.coverage < 1, "%zu values: %g", n,
			      now.coverage);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("stats: ranks");
	TCase *tcase = tcase_create("ranks");

	tcase_add_loop_test(tcase, ranks_are_known, 0, sizeof(known) / sizeof(*known));
	tcase_add_loop_test(tcase, sums_of_coefficients_agree, STATS_MEDIAN_LEAST, 50);
	tcase_add_loop_test(tcase, few_values_have_none, 0, STATS_MEDIAN_LEAST);
	tcase_add_test(tcase, ranks_grow_with_the_number);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
