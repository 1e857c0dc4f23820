// SPDX-License-Identifier: GPL-2.0-only
/* How keys change a view. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"
#include "top/top.h"

#define ROWS	100
#define ROOM	20
#define SECOND	1000000000ULL

static struct view view;

static void setup(void)
{
	view = (struct view) { .period = SECOND };
}

static bool press(int key)
{
	return keys_press(&view, key, ROWS, ROOM);
}

START_TEST(end)
{
	ck_assert(!press('q'));
	ck_assert(!press('Q'));
}
END_TEST

START_TEST(kinds)
{
	view.first = 5;
	ck_assert(press('t'));
	ck_assert_int_eq(view.kind, MODEL_TILE);
	ck_assert_uint_eq(view.first, 0);
	ck_assert(press('l'));
	ck_assert_int_eq(view.kind, MODEL_LINK);
	ck_assert(press('i'));
	ck_assert_int_eq(view.kind, MODEL_NIC);
}
END_TEST

static const struct {
	char key;
	enum order_key order;
} sorts[] = {
	{ 'u', ORDER_USE }, { 's', ORDER_STALLS }, { 'b', ORDER_BYTES }, { 'm', ORDER_MARKS },
	{ 'n', ORDER_NAMES },
};

START_TEST(sort)
{
	view.order.key = ORDER_KEYS;
	view.first = 5;
	ck_assert(press(sorts[_i].key));
	ck_assert_int_eq(view.order.key, sorts[_i].order);
	ck_assert_uint_eq(view.first, 0);
}
END_TEST

/* A digit without a column does nothing; for a kind with fewer columns, sort by the first. */
START_TEST(columns)
{
	view.shown[MODEL_LINK] = 5;
	view.shown[MODEL_TILE] = 4;
	view.first = 5;
	press('5');
	ck_assert_int_eq(view.order.key, ORDER_METRIC);
	ck_assert_uint_eq(view.order.metric, 4);
	ck_assert_uint_eq(view.first, 0);
	press('6');
	press('0');
	ck_assert_uint_eq(view.order.metric, 4);
	press('t');
	ck_assert_uint_eq(view.order.metric, 0);
}
END_TEST

START_TEST(switches)
{
	press('r');
	press(' ');
	ck_assert(view.order.is_reverse && view.is_held);
	press('r');
	press(' ');
	ck_assert(!view.order.is_reverse && !view.is_held);
}
END_TEST

START_TEST(period)
{
	press('+');
	ck_assert_uint_eq(view.period, 2 * SECOND);
	for (unsigned int i = 0; i < 100; i++)
		press('-');
	ck_assert_uint_eq(view.period, SECOND / 8);
	for (unsigned int i = 0; i < 100; i++)
		press('+');
	ck_assert_uint_eq(view.period, 65536 * SECOND);
}
END_TEST

START_TEST(scroll)
{
	press(KEY_LINE_DOWN);
	ck_assert_uint_eq(view.first, 1);
	press(KEY_LINE_UP);
	press(KEY_LINE_UP);
	ck_assert_uint_eq(view.first, 0);
	press(KEY_PAGE_DOWN);
	press(KEY_LINE_DOWN);
	ck_assert_uint_eq(view.first, ROOM + 1);
	press(KEY_PAGE_UP);
	ck_assert_uint_eq(view.first, 1);
	press(KEY_PAGE_UP);
	ck_assert_uint_eq(view.first, 0);
	press(KEY_LAST);
	ck_assert_uint_eq(view.first, ROWS - ROOM);
	press(KEY_LINE_DOWN);
	ck_assert_uint_eq(view.first, ROWS - ROOM);
	press(KEY_FIRST);
	ck_assert_uint_eq(view.first, 0);
}
END_TEST

START_TEST(scroll_less_than_a_screen)
{
	view.first = 3;
	keys_scroll(&view, ROOM, ROOM);
	ck_assert_uint_eq(view.first, 0);
	view.first = 3;
	keys_scroll(&view, 0, 0);
	ck_assert_uint_eq(view.first, 0);
}
END_TEST

START_TEST(others_do_nothing)
{
	struct view as_it_was = view;

	for (int key = KEY_NONE; key < 0x200; key++) {
		if (!strchr("qQltiusbmnr +-", key & 0x7f) && (key < KEY_LINE_UP || key > KEY_LAST))
			ck_assert(press(key));
	}
	ck_assert_mem_eq(&view, &as_it_was, sizeof(view));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("top_keys");
	TCase *tests = tcase_create("keys");

	tcase_add_checked_fixture(tests, setup, NULL);
	tcase_add_test(tests, end);
	tcase_add_test(tests, kinds);
	tcase_add_loop_test(tests, sort, 0, sizeof(sorts) / sizeof(*sorts));
	tcase_add_test(tests, columns);
	tcase_add_test(tests, switches);
	tcase_add_test(tests, period);
	tcase_add_test(tests, scroll);
	tcase_add_test(tests, scroll_less_than_a_screen);
	tcase_add_test(tests, others_do_nothing);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
