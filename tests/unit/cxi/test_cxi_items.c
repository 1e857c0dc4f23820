// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of the items of the cxi driver, made of a header like the driver's: each register has
 * the number that the header gives to its name.
 */
#include <check.h>
#include <stdlib.h>

#include "cxi/items.c"
#include "registers.h"
#include "suite.h"

#define NAMED(id)	{ #id, C_TELEM_##id }

static const unsigned int chips[] = { GPCD_CHIP_CASSINI1, GPCD_CHIP_CASSINI2 };

START_TEST(each_register_has_an_item_of_its_own)
{
	const __u16 *table = gpcd_cxi_items(chips[_i]);
	unsigned int count = gpcd_catalogue_count(chips[_i]);
	char *taken = calloc(1, UINT16_MAX + 1);

	for (unsigned int i = 0; i < count; i++) {
		ck_assert_msg(table[i] != GPCD_CXI_NO_ITEM, "register %u has no item", i);
		ck_assert_msg(!taken[table[i]]++, "register %u has the item of another", i);
	}
	free(taken);
}
END_TEST

/* Some that begin amid words, that only one version has, and that lie elsewhere on the other. */
START_TEST(number_is_that_of_the_name)
{
	static const struct {
		const char *name;
		unsigned int number;
	} some[] = {
		NAMED(ATU_CACHE_MISS_0), NAMED(CQ_CFG_EVENT_CNTS_OVF_CNT),
		NAMED(EE_STS_ECBS_IN_USE_MAX_ECBS_IN_USE), NAMED(HNI_STS_TX_OK_OCTETS),
		NAMED(HNI_PKTS_SENT_BY_TC_7),
	};
	const __u16 *table = gpcd_cxi_items(chips[_i]);
	struct gpcd_reg reg;

	for (size_t i = 0; i < ARRAY_SIZE(some); i++) {
		ck_assert_int_eq(gpcd_catalogue_by_name(chips[_i], some[i].name, &reg), 0);
		ck_assert_uint_eq(table[reg.index], some[i].number);
	}
}
END_TEST

/* An item that no register has, as of a later driver, and a register whose item a driver lacks. */
START_TEST(what_only_one_has_is_left_out)
{
	static const struct item later = { "HNI_OF_A_LATER_DRIVER", 7 };
	__u16 table[2048] = { 0 };

	ck_assert_uint_eq(item_place(table, chips[_i], &later), 0);
	for (unsigned int i = 0; i < gpcd_catalogue_count(chips[_i]); i++)
		ck_assert_uint_eq(table[i], GPCD_CXI_NO_ITEM);
}
END_TEST

START_TEST(unknown_items_are_counted)
{
	ck_assert_uint_eq(gpcd_cxi_items_init(), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("cxi_items");
	TCase *tcase = tcase_create("items");

	gpcd_cxi_items_init();
	tcase_add_loop_test(tcase, each_register_has_an_item_of_its_own, 0, ARRAY_SIZE(chips));
	tcase_add_loop_test(tcase, number_is_that_of_the_name, 0, ARRAY_SIZE(chips));
	tcase_add_loop_test(tcase, what_only_one_has_is_left_out, 0, ARRAY_SIZE(chips));
	tcase_add_test(tcase, unknown_items_are_counted);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
