// SPDX-License-Identifier: GPL-2.0-only
/* Chi-square: where its tail is known in closed form, as tables have it, and counts by hand. */
#include <math.h>

#include "stats/stats.h"
#include "suite.h"

#define CASES(list)	((int)(sizeof(list) / sizeof((list)[0])))

/* Errors are in parts of 1e12. */
static void near(const char *what, double got, double wanted, double error)
{
	ck_assert_msg(fabs(got - wanted) <= error / 1e12 * fabs(wanted), "%s: %.15g, not %.15g",
		      what, got, wanted);
}

static const double values[] = { 0.001, 0.1, 0.5, 1, 1.9, 2, 2.1, 3, 4, 10, 50, 200 };

/* An even number of degrees of freedom makes it the beginning of a series of e^x. */
START_TEST(closed_forms)
{
	double value = values[_i], x = value / 2;

	near("1", stats_chi_square_tail(value, 1), erfc(sqrt(x)), 100);
	near("2", stats_chi_square_tail(value, 2), exp(-x), 100);
	near("4", stats_chi_square_tail(value, 4), exp(-x) * (1 + x), 100);
	near("6", stats_chi_square_tail(value, 6), exp(-x) * (1 + x + x * x / 2), 100);
	near("3", stats_chi_square_tail(value, 3),
	     erfc(sqrt(x)) + 2 * sqrt(x / M_PI) * exp(-x), 100);
}
END_TEST

START_TEST(ends)
{
	ck_assert(stats_chi_square_tail(0, 3) == 1);
	ck_assert(stats_chi_square_tail(INFINITY, 3) == 0);
	ck_assert(stats_chi_square_tail(1e6, 3) == 0);
}
END_TEST

/* Tables of the distribution: what is exceeded that often. */
static const struct {
	double tail, df, value;
} table[] = {
	{ 0.05, 1, 3.8414588207 }, { 0.05, 3, 7.8147279033 }, { 0.01, 3, 11.3448667301 },
	{ 0.95, 10, 3.9402991361 }, { 0.05, 10, 18.3070380533 }, { 0.05, 100, 124.3421134048 },
};

START_TEST(quantiles)
{
	near("tail", stats_chi_square_tail(table[_i].value, table[_i].df), table[_i].tail, 1000);
}
END_TEST

/* 60 throws of a die; expected are 10 each: (25 + 4 + 4 + 1 + 0 + 100) / 10. */
START_TEST(die_by_hand)
{
	const uint64_t counts[] = { 5, 8, 8, 9, 10, 20 };
	const double weights[] = { 1, 1, 1, 1, 1, 1 };
	struct stats_chi_square test;

	stats_chi_square(counts, weights, 6, 1, &test);
	near("statistic", test.statistic, 13.4, 1);
	ck_assert(test.df == 5);
	near("p", test.p, stats_chi_square_tail(13.4, 5), 1);
	stats_chi_square(counts, weights, 6, 0.5, &test);
	near("scaled", test.statistic, 6.7, 1);
}
END_TEST

/* 8, 12, 8, 2 of 30 are expected; 4/8 + 0 + 0 + 4/2. */
START_TEST(weights_by_hand)
{
	const uint64_t counts[] = { 6, 12, 8, 4 }, none[] = { 0, 0, 0, 0 };
	const double weights[] = { 4, 6, 4, 1 };
	struct stats_chi_square test;

	stats_chi_square(counts, weights, 4, 1, &test);
	near("statistic", test.statistic, 2.5, 1);
	stats_chi_square(none, weights, 4, 1, &test);
	ck_assert(test.statistic == 0 && test.p == 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("stats_chi_square");
	TCase *tcase = tcase_create("chi-square");

	suite_add_tcase(suite, tcase);
	tcase_add_loop_test(tcase, closed_forms, 0, CASES(values));
	tcase_add_test(tcase, ends);
	tcase_add_loop_test(tcase, quantiles, 0, CASES(table));
	tcase_add_test(tcase, die_by_hand);
	tcase_add_test(tcase, weights_by_hand);
	return suite_run(suite);
}
