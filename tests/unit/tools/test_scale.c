// SPDX-License-Identifier: GPL-2.0-only
#include <check.h>

#include "cli/draw/draw.h"
#include "suite.h"

static unsigned int level(enum scale_kind kind, double most, double value)
{
	const struct scale scale = scale_fit(kind, most);

	return scale_level(&scale, value);
}

START_TEST(most_ends_at_a_round_number_above)
{
	ck_assert_double_eq_tol(scale_fit(SCALE_MOST, 0.31).top, 0.4, 0.000001);
	ck_assert_double_eq_tol(scale_fit(SCALE_MOST, 0.4).top, 0.4, 0.000001);
	ck_assert_uint_eq(level(SCALE_MOST, 0.4, 0), 0);
	ck_assert_uint_eq(level(SCALE_MOST, 0.4, 0.2), SCALE_LEVELS / 2);
	ck_assert_uint_eq(level(SCALE_MOST, 0.4, 0.4), SCALE_LEVELS - 1);
}
END_TEST

START_TEST(full_does_not_depend_on_the_values)
{
	ck_assert_uint_eq(level(SCALE_FULL, 0.1, 0.5), level(SCALE_FULL, 0.9, 0.5));
	ck_assert_uint_eq(level(SCALE_FULL, 0.1, 0.5), SCALE_LEVELS / 2);
	ck_assert_uint_eq(level(SCALE_FULL, 2, 2), SCALE_LEVELS - 1);
}
END_TEST

START_TEST(log_has_as_many_levels_for_each_power_of_ten)
{
	ck_assert_uint_eq(level(SCALE_LOG, 1, 0), 0);
	ck_assert_uint_eq(level(SCALE_LOG, 1, 0.00001), 0);
	ck_assert_uint_eq(level(SCALE_LOG, 1, 0.001001), SCALE_LEVELS / 4);
	ck_assert_uint_eq(level(SCALE_LOG, 1, 0.01001), SCALE_LEVELS / 2);
	ck_assert_uint_eq(level(SCALE_LOG, 1, 0.1001), 3 * SCALE_LEVELS / 4);
	ck_assert_uint_eq(level(SCALE_LOG, 1, 1), SCALE_LEVELS - 1);
}
END_TEST

START_TEST(a_legend_names_the_values_of_its_colours)
{
	const struct scale most = scale_fit(SCALE_MOST, 0.3), log = scale_fit(SCALE_LOG, 0.3);

	ck_assert_double_eq_tol(scale_value(&most, 0.5), 0.15, 0.000001);
	ck_assert_double_eq_tol(scale_value(&log, 0), 0.0001, 0.000001);
	ck_assert_double_eq_tol(scale_value(&log, 0.5), 0.01, 0.000001);
	ck_assert_double_eq_tol(scale_value(&log, 1), 1, 0.000001);
}
END_TEST

START_TEST(kinds_are_named_in_their_order)
{
	ck_assert_int_eq(words_find(&scale_words, "most"), SCALE_MOST);
	ck_assert_int_eq(words_find(&scale_words, "full"), SCALE_FULL);
	ck_assert_int_eq(words_find(&scale_words, "log"), SCALE_LOG);
	ck_assert_int_eq(words_find(&scale_words, "linear"), -1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("scale");
	TCase *tcase = tcase_create("scale");

	tcase_add_test(tcase, most_ends_at_a_round_number_above);
	tcase_add_test(tcase, full_does_not_depend_on_the_values);
	tcase_add_test(tcase, log_has_as_many_levels_for_each_power_of_ten);
	tcase_add_test(tcase, a_legend_names_the_values_of_its_colours);
	tcase_add_test(tcase, kinds_are_named_in_their_order);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
