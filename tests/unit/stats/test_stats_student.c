// SPDX-License-Identifier: GPL-2.0-only
/* Student's t: where its tails are known in closed form, and as tables have it. */
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

static const double values[] = { 0.001, 0.1, 0.5, 1, 1.5, 2, 3, 10, 100 };

/* With one degree of freedom it is Cauchy's, with two algebraic. */
START_TEST(closed_forms)
{
	double t = values[_i];

	near("1", stats_student_tails(t, 1), 1 - 2 * atan(t) / M_PI, 10);
	near("2", stats_student_tails(t, 2), 1 - t / sqrt(2 + t * t), 100);
	near("below 0", stats_student_tails(-t, 2), stats_student_tails(t, 2), 0);
	/* The normal distribution is the limit; 1 / df away from it. */
	if (t < 5)
		near("many", stats_student_tails(t, 1e7), erfc(t / sqrt(2)), 2e7);
}
END_TEST

START_TEST(ends)
{
	ck_assert(stats_student_tails(0, 5) == 1);
	ck_assert(stats_student_tails(INFINITY, 5) == 0);
	ck_assert(stats_student_tails(1e200, 5) == 0);
}
END_TEST

/* Tables of the t distribution, two sides. */
static const struct {
	double tails, df, t;
} table[] = {
	{ 0.05, 1, 12.7062047362 }, { 0.05, 2, 4.3026527297 }, { 0.05, 5, 2.5705818356 },
	{ 0.05, 10, 2.2281388520 }, { 0.05, 30, 2.0422724563 }, { 0.05, 120, 1.9799304051 },
	{ 0.01, 10, 3.1692726726 }, { 0.10, 10, 1.8124611228 }, { 0.5, 3, 0.7648923284 },
};

START_TEST(quantiles)
{
	double t = stats_student_quantile(table[_i].tails, table[_i].df);

	near("quantile", t, table[_i].t, 200);
	near("and back", stats_student_tails(t, table[_i].df), table[_i].tails, 10);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("stats_student");
	TCase *tcase = tcase_create("stats_student");

	tcase_add_loop_test(tcase, closed_forms, 0, CASES(values));
	tcase_add_test(tcase, ends);
	tcase_add_loop_test(tcase, quantiles, 0, CASES(table));
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
