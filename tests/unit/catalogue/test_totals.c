// SPDX-License-Identifier: GPL-2.0-only
/*
 * Totals: named sums of counters, as perf shows them.
 */
#include <check.h>
#include <string.h>

#include "registers.h"
#include "suite.h"

#define TOTAL_MAX 256	/* as many counters as kmod/pmu/event.c takes */

/* The terms of a total have one unit, and each counter occurs once. */
static unsigned int total_check(unsigned int chip, const struct gpcd_total *total)
{
	__u64 addrs[TOTAL_MAX];
	unsigned int count = gpcd_total_addrs(chip, total, addrs, TOTAL_MAX), i;
	const struct gpcd_reg *first = gpcd_catalogue_find(chip, addrs[0]), *reg;

	ck_assert_msg(count && count <= TOTAL_MAX, "%s: %u counters", total->name, count);
	for (i = 0; i < count; i++) {
		reg = gpcd_catalogue_find(chip, addrs[i]);
		ck_assert_msg(reg->rule->kind == GPCD_KIND_COUNTER, "%s", name_of(reg));
		ck_assert_msg(reg->rule->unit == first->rule->unit, "%s", name_of(reg));
		ck_assert_msg(!i || addrs[i] > addrs[i - 1], "%s twice", name_of(reg));
	}
	return count;
}

START_TEST(totals_are_of_counters_of_one_unit)
{
	const struct gpcd_total *total;
	unsigned int i, j;

	for (i = 0; (total = gpcd_chip_total(_i, i)); i++) {
		total_check(_i, total);
		ck_assert_uint_eq(strspn(total->name, "abcdefghijklmnopqrstuvwxyz0123456789_"),
				  strlen(total->name));
		for (j = 0; j < i; j++)
			ck_assert_str_ne(total->name, gpcd_chip_total(_i, j)->name);
	}
	ck_assert_ptr_null(gpcd_chip_total(_i, i + 1));
	ck_assert_ptr_null(gpcd_chip_total(GPCD_CHIPS, 0));
}
END_TEST

/* A Gemini has 48 tiles; an Aries has 40 network tiles and 8 processor tiles. */
START_TEST(totals_are_of_all_tiles)
{
	unsigned int i;

	for (i = 0; i < 6; i++)
		ck_assert_uint_eq(total_check(GPCD_CHIP_GEMINI,
					      gpcd_chip_total(GPCD_CHIP_GEMINI, i)), 48);
	ck_assert_uint_eq(total_check(GPCD_CHIP_ARIES, gpcd_chip_total(GPCD_CHIP_ARIES, 0)),
			  40 + 8);
}
END_TEST

START_TEST(a_total_with_little_room_tells_all)
{
	const struct gpcd_total *total = gpcd_chip_total(GPCD_CHIP_GEMINI, 0);
	__u64 addrs[2] = { 0, 0 };

	ck_assert_uint_eq(gpcd_total_addrs(GPCD_CHIP_GEMINI, total, addrs, 1), 48);
	ck_assert_uint_eq(addrs[0], 0x2001380);
	ck_assert_uint_eq(addrs[1], 0);
}
END_TEST

static Suite *totals_suite(void)
{
	Suite *suite = suite_create("totals");
	TCase *tcase = tcase_create("totals");

	tcase_add_loop_test(tcase, totals_are_of_counters_of_one_unit, GPCD_CHIP_GEMINI,
			    GPCD_CHIPS);
	tcase_add_test(tcase, totals_are_of_all_tiles);
	tcase_add_test(tcase, a_total_with_little_room_tells_all);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(totals_suite());
}
