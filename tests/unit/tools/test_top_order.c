// SPDX-License-Identifier: GPL-2.0-only
/*
 * The order of the rows of gpcd top.
 */
#include <stdlib.h>

#include "suite.h"
#include "top.h"
#include "top/order.h"

#define ROWS_MOST	64

static struct model model;

static void setup(void)
{
	top_fill(&model);
}

static void teardown(void)
{
	model_free(&model);
}

/* Rows 0 to 6 and 55 to 57 are links: their order, by names. */
static const struct {
	enum order_key key;
	bool is_reverse;
	const char *order;
} orders[] = {
	/* 1, .75, .5, .25, 0; no use, but bytes; neither, as they were added */
	{ ORDER_USE, false, "Z+ X+ green 15 Y+ Y- HH X- Z- blue 12 ptile " },
	/* 1, .9, .625, .3, .03 */
	{ ORDER_STALLS, false, "Z+ Y+ green 15 X+ Y- X- Z- HH blue 12 ptile " },
	{ ORDER_BYTES, false, "HH Z+ X+ Y+ Y- X- Z- green 15 blue 12 ptile " },
	/* failed, uneven, short, sound */
	{ ORDER_MARKS, false, "X- Z+ Y- X+ green 15 Y+ HH Z- blue 12 ptile " },
	{ ORDER_NAMES, false, "X+ X- Y+ Y- Z+ Z- HH green 15 blue 12 ptile " },
	{ ORDER_NAMES, true, "ptile blue 12 green 15 HH Z- Z+ Y- Y+ X- X+ " },
};

START_TEST(links)
{
	size_t order[ROWS_MOST], count;
	char names[256] = "";

	count = order_rows(&model, MODEL_LINK, orders[_i].key, orders[_i].is_reverse, order);
	ck_assert_uint_eq(count, 10);
	for (size_t i = 0; i < count; i++) {
		strcat(names, model.rows[order[i]].name);
		strcat(names, " ");
	}
	ck_assert_str_eq(names, orders[_i].order);
}
END_TEST

START_TEST(tiles)
{
	size_t order[ROWS_MOST];

	ck_assert_uint_eq(order_rows(&model, MODEL_TILE, ORDER_USE, false, order), 48);
	for (size_t i = 0; i < 48; i++)
		ck_assert_uint_eq(order[i], 54 - i);
}
END_TEST

START_TEST(tracks)
{
	ck_assert_int_eq(order_track(ORDER_USE), MODEL_TRACK_USE);
	ck_assert_int_eq(order_track(ORDER_STALLS), MODEL_TRACK_STALLS);
	ck_assert_int_eq(order_track(ORDER_BYTES), MODEL_TRACK_BYTES);
	ck_assert_int_eq(order_track(ORDER_MARKS), MODEL_TRACK_USE);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("top_order");
	TCase *tests = tcase_create("order");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_loop_test(tests, links, 0, sizeof(orders) / sizeof(*orders));
	tcase_add_test(tests, tiles);
	tcase_add_test(tests, tracks);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
