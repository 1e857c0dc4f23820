// SPDX-License-Identifier: GPL-2.0-only
/*
 * The order of the rows of gpcd top.
 */
#include <stdlib.h>

#include "suite.h"
#include "top.h"
#include "top/top.h"

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
	const struct order by = { .key = orders[_i].key, .is_reverse = orders[_i].is_reverse };
	struct order_row order[ROWS_MOST];
	size_t count;
	char names[256] = "";

	count = order_rows(&by, &model, MODEL_LINK, order);
	ck_assert_uint_eq(count, 10);
	for (size_t i = 0; i < count; i++) {
		strcat(names, model.rows[order[i].row].name);
		strcat(names, " ");
	}
	ck_assert_str_eq(names, orders[_i].order);
}
END_TEST

START_TEST(tiles)
{
	const struct order by = { .key = ORDER_USE };
	struct order_row order[ROWS_MOST];

	ck_assert_uint_eq(order_rows(&by, &model, MODEL_TILE, order), 48);
	for (size_t i = 0; i < 48; i++)
		ck_assert_uint_eq(order[i].row, 54 - i);
}
END_TEST

/* By a number that is shown: the second of those that always are, the first that is chosen. */
START_TEST(metrics)
{
	struct model_metric own = { .name = "own", .number = MODEL_NUMBERS };
	struct order by = { .key = ORDER_METRIC, .metric = 2 };
	struct order_row order[ROWS_MOST];

	order_rows(&by, &model, MODEL_LINK, order);
	ck_assert_str_eq(model.rows[order[0].row].name, "Y+");
	ck_assert_int_eq(model_pick(&model, MODEL_LINK, &own), 0);
	top_set(&model, 5, MODEL_NUMBERS, -1);
	top_set(&model, 56, MODEL_NUMBERS, 7);
	by.metric = 0;
	order_rows(&by, &model, MODEL_LINK, order);
	ck_assert_uint_eq(order[0].row, 56);
	ck_assert_uint_eq(order[1].row, 5);
	ck_assert_uint_eq(order[2].row, 0);
}
END_TEST

static const struct {
	struct order order;
	enum model_number number;
} numbers[] = {
	{ { .key = ORDER_USE }, MODEL_USE }, { { .key = ORDER_STALLS }, MODEL_STALLS },
	{ { .key = ORDER_BYTES }, MODEL_BYTES }, { { .key = ORDER_MARKS }, MODEL_USE },
	{ { .key = ORDER_METRIC, .metric = 3 }, MODEL_CREDIT_STALLS },
};

START_TEST(number)
{
	ck_assert_int_eq(order_number(&numbers[_i].order, &model, MODEL_LINK), numbers[_i].number);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("top_order");
	TCase *tests = tcase_create("order");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_loop_test(tests, links, 0, sizeof(orders) / sizeof(*orders));
	tcase_add_test(tests, tiles);
	tcase_add_test(tests, metrics);
	tcase_add_loop_test(tests, number, 0, sizeof(numbers) / sizeof(*numbers));
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
