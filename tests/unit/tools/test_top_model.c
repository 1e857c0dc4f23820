// SPDX-License-Identifier: GPL-2.0-only
/* gpcd top's model of chips: names, marks, numbers and their history. */
#include <errno.h>
#include <stdlib.h>

#include "suite.h"
#include "top.h"

static struct model model;

static void setup(void)
{
	top_fill(&model);
}

static void teardown(void)
{
	model_free(&model);
}

START_TEST(names)
{
	static const unsigned int at[3] = { 7, 8, 9 };
	char path[3 * MODEL_NAME_ROOM] = "image:";

	ck_assert_str_eq(model.chips[0].name, "gpcd0");
	ck_assert_str_eq(model.chips[1].name, "/dev/shm/run/c0-0c1s2a0n0");
	ck_assert_str_eq(model.chips[1].at, "1,2,13");
	memset(path + 6, 'x', 2 * MODEL_NAME_ROOM);
	strcat(path, "/end");
	ck_assert_int_eq(model_add_chip(&model, path, at), 0);
	ck_assert_uint_eq(strlen(model.chips[2].name), MODEL_NAME_ROOM - 1);
	ck_assert_str_eq(model.chips[2].name + MODEL_NAME_ROOM - 5, "/end");
}
END_TEST

static const struct {
	unsigned int tiles, lost;
	int far;
	enum model_mark mark;
} marks[] = {
	{ 8, 0, 8, MODEL_SOUND }, { 8, 0, MODEL_UNKNOWN, MODEL_SOUND },
	{ 6, 2, 6, MODEL_SHORT }, { 6, 2, MODEL_UNKNOWN, MODEL_SHORT },
	{ 8, 0, 6, MODEL_UNEVEN }, { 6, 2, 8, MODEL_UNEVEN }, { 8, 0, 0, MODEL_UNEVEN },
	{ 0, 8, MODEL_UNKNOWN, MODEL_FAILED }, { 0, 8, 0, MODEL_FAILED },
};

START_TEST(mark)
{
	const struct model_row *row = top_link(&model, "L", "", marks[_i].tiles, marks[_i].lost,
					       marks[_i].far);

	ck_assert_int_eq(model_mark(row), marks[_i].mark);
}
END_TEST

START_TEST(tiles_have_no_marks)
{
	struct model_row row = { .kind = MODEL_TILE, .tiles = 0, .far = MODEL_UNKNOWN };

	ck_assert_int_eq(model_mark(&row), MODEL_SOUND);
}
END_TEST

START_TEST(rows_belong_to_the_last_chip)
{
	ck_assert_uint_eq(model.rows[6].chip, 0);
	ck_assert_uint_eq(model.rows[54].chip, 0);
	ck_assert_uint_eq(model.rows[55].chip, 1);
}
END_TEST

START_TEST(stalls_are_the_greater)
{
	ck_assert_double_eq(model_number(&model.rows[2], MODEL_STALLS), 0.9);
	ck_assert_double_eq(model_number(&model.rows[4], MODEL_STALLS), 1);
	ck_assert_double_eq(model_number(&model.rows[55], MODEL_STALLS), 0.625);
	ck_assert(isnan(model_number(&model.rows[5], MODEL_STALLS)));
}
END_TEST

START_TEST(no_number)
{
	ck_assert(isnan(model_number(&model.rows[5], MODEL_USE)));
	ck_assert_double_eq(model_number(&model.rows[0], MODEL_USE), 0.75);
}
END_TEST

START_TEST(begin_forgets)
{
	model_begin(&model);
	ck_assert_int_eq(model.rows[0].numbers[MODEL_USE].why, METRICS_FIRST);
	ck_assert(isnan(model_number(&model.rows[0], MODEL_USE)));
}
END_TEST

START_TEST(history)
{
	const struct model_row *row = &model.rows[0];

	ck_assert_double_eq(model_past(&model, row, MODEL_USE, 0), 0.75);
	ck_assert_double_eq(model_past(&model, row, MODEL_USE, 2), 0.25);
	ck_assert(isnan(model_past(&model, row, MODEL_USE, 3)));
	ck_assert(isnan(model_past(&model, row, MODEL_USE, 4)));
	ck_assert_double_eq_tol(model_past(&model, row, MODEL_STALLS, 1), 0.2, 0.0000001);
	ck_assert_double_eq_tol(model_past(&model, row, MODEL_BYTES, 0), 7031250000., 1e3);
}
END_TEST

/* A number that comes later has no past, and leaves that of others as it was. */
START_TEST(history_grows)
{
	for (size_t i = 0; i < model.row_count; i++) {
		for (unsigned int number = 0; number < MODEL_ALL; number++)
			ck_assert_int_eq(model_remember(&model, i, number), 0);
	}
	ck_assert_double_eq(model_past(&model, &model.rows[0], MODEL_USE, 0), 0.75);
	ck_assert_double_eq(model_past(&model, &model.rows[0], MODEL_USE, 2), 0.25);
	ck_assert_double_eq(model_past(&model, &model.rows[54], MODEL_BYTES, 1), 94e6);
	ck_assert(isnan(model_past(&model, &model.rows[1], MODEL_USE, 0)));
	model_begin(&model);
	top_set(&model, 1, MODEL_USE, 1);
	model_end(&model);
	ck_assert_double_eq(model_past(&model, &model.rows[1], MODEL_USE, 0), 1);
	ck_assert(isnan(model_past(&model, &model.rows[1], MODEL_USE, 1)));
	ck_assert_double_eq(model_past(&model, &model.rows[0], MODEL_USE, 1), 0.75);
}
END_TEST

/* The ring has room for MODEL_HISTORY samples; the oldest is lost. */
START_TEST(history_is_a_ring)
{
	for (unsigned int i = 0; i < MODEL_HISTORY + 5; i++) {
		model_begin(&model);
		top_set(&model, 0, MODEL_USE, i);
		model_end(&model);
	}
	for (unsigned int ago = 0; ago < MODEL_HISTORY; ago++)
		ck_assert_double_eq(model_past(&model, &model.rows[0], MODEL_USE, ago),
				    MODEL_HISTORY + 4 - ago);
	ck_assert(isnan(model_past(&model, &model.rows[0], MODEL_USE, MODEL_HISTORY)));
}
END_TEST

START_TEST(most)
{
	ck_assert_double_eq(model_most(&model, MODEL_TILE, MODEL_BYTES), 141e6);
	ck_assert_double_eq(model_most(&model, MODEL_LINK, MODEL_USE), 1);
	model_free(&model);
	ck_assert_double_eq(model_most(&model, MODEL_LINK, MODEL_USE), 0);
}
END_TEST

/* A number for each row or only some; each name and unit once. */
START_TEST(choose)
{
	struct model_metric own = { .name = "own", .unit = "B", .number = MODEL_NUMBERS };
	struct model_metric use = { .name = "link_use", .unit = "share", .number = MODEL_USE };

	ck_assert_uint_eq(model_shown(&model, MODEL_LINK), MODEL_ROUTER_NUMBERS);
	ck_assert_int_eq(model_shown_number(&model, MODEL_LINK, 2), MODEL_INPUT_STALLS);
	ck_assert_int_eq(model_pick(&model, MODEL_LINK, &use), 0);
	ck_assert_int_eq(model_pick(&model, MODEL_LINK, &own), 0);
	ck_assert_int_eq(model_pick(&model, MODEL_LINK, &own), 0);
	ck_assert_uint_eq(model_shown(&model, MODEL_LINK), 2);
	ck_assert_int_eq(model_shown_number(&model, MODEL_LINK, 0), MODEL_USE);
	ck_assert_int_eq(model_shown_number(&model, MODEL_LINK, 1), MODEL_NUMBERS + 1);
	ck_assert_uint_eq(model_shown(&model, MODEL_TILE), MODEL_ROUTER_NUMBERS);
	strcpy(own.unit, "us");
	ck_assert_int_eq(model_pick(&model, MODEL_LINK, &own), 0);
	ck_assert_int_eq(model_chosen(&model, MODEL_LINK, "own", "us")->number, MODEL_NUMBERS + 2);
	ck_assert_str_eq(model_chosen(&model, MODEL_LINK, "own", NULL)->unit, "B");
	ck_assert_ptr_null(model_chosen(&model, MODEL_TILE, "own", NULL));
}
END_TEST

START_TEST(choose_too_many)
{
	struct model_metric own = { .number = MODEL_NUMBERS };

	for (unsigned int i = 0; i < MODEL_CHOSEN; i++) {
		snprintf(own.name, sizeof(own.name), "own_%u", i);
		ck_assert_int_eq(model_pick(&model, MODEL_TILE, &own), 0);
	}
	strcpy(own.name, "more");
	ck_assert_int_eq(model_pick(&model, MODEL_TILE, &own), -E2BIG);
}
END_TEST

/* What no driver counts is not shown; what one of them counts has one place for all. */
START_TEST(numbers_of_nics)
{
	static const enum model_number shown[] = {
		MODEL_RX_BYTES, MODEL_TX_BYTES, MODEL_RX_USE, MODEL_TX_USE, MODEL_PAUSE_SHARE,
		MODEL_CONGESTION, MODEL_RETRANSMISSIONS, MODEL_DROPS,
	};
	const unsigned int count = sizeof(shown) / sizeof(*shown);

	ck_assert_uint_eq(model_shown(&model, MODEL_NIC), 0);
	model_free(&model);
	top_fill_nics(&model);
	ck_assert_uint_eq(model_shown(&model, MODEL_NIC), count);
	for (unsigned int i = 0; i < count; i++)
		ck_assert_int_eq(model_shown_number(&model, MODEL_NIC, i), shown[i]);
	ck_assert_int_eq(model_shown_number(&model, MODEL_NIC, count), MODEL_NUMBERS);
}
END_TEST

START_TEST(more_of_both_ways)
{
	model_free(&model);
	top_fill_nics(&model);
	ck_assert_double_eq(model_number(&model.rows[0], MODEL_MORE_USE), 0.75);
	ck_assert_double_eq(model_number(&model.rows[1], MODEL_MORE_USE), 0.8);
	ck_assert_double_eq(model_number(&model.rows[3], MODEL_MORE_BYTES), 125e3);
	ck_assert(isnan(model_number(&model.rows[2], MODEL_MORE_USE)));
	ck_assert_double_eq(model_past(&model, &model.rows[0], MODEL_MORE_USE, 2), 0.25);
	ck_assert_double_eq_tol(model_most(&model, MODEL_NIC, MODEL_MORE_BYTES), 18.75e9, 1e3);
}
END_TEST

START_TEST(nics_have_no_marks_and_no_coordinate)
{
	model_free(&model);
	top_fill_nics(&model);
	ck_assert_int_eq(model_mark(&model.rows[2]), MODEL_SOUND);
	ck_assert(model.chips[2].is_nic);
	ck_assert_str_eq(model.chips[2].at, "");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("top_model");
	TCase *tests = tcase_create("model");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, names);
	tcase_add_loop_test(tests, mark, 0, sizeof(marks) / sizeof(*marks));
	tcase_add_test(tests, tiles_have_no_marks);
	tcase_add_test(tests, rows_belong_to_the_last_chip);
	tcase_add_test(tests, stalls_are_the_greater);
	tcase_add_test(tests, no_number);
	tcase_add_test(tests, begin_forgets);
	tcase_add_test(tests, history);
	tcase_add_test(tests, history_grows);
	tcase_add_test(tests, history_is_a_ring);
	tcase_add_test(tests, most);
	tcase_add_test(tests, choose);
	tcase_add_test(tests, choose_too_many);
	tcase_add_test(tests, numbers_of_nics);
	tcase_add_test(tests, more_of_both_ways);
	tcase_add_test(tests, nics_have_no_marks_and_no_coordinate);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
