// SPDX-License-Identifier: GPL-2.0-only
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/draw/draw.h"
#include "suite.h"

#define BINS	10

static struct timebins bins;
static struct timegrid grid;

static void open_bins(size_t lines)
{
	ck_assert_int_eq(timebins_open(&bins, lines), 0);
	timebins_reach(&bins, 0);
	timebins_reach(&bins, BINS);
}

static void make_grid(void)
{
	ck_assert_int_eq(timegrid_make(&grid, &bins), 0);
	grid.left = 100;
	grid.top = 50;
	grid.width = 200;
	grid.height = 10;
}

static void close_all(void)
{
	timegrid_free(&grid);
	timebins_close(&bins);
}

/* Return the drawn grid, for free(3). */
static char *drawn(enum scale_kind kind, double most)
{
	const struct scale scale = scale_fit(kind, most);
	struct svg svg;
	char *text;

	ck_assert_int_eq(svg_begin(&svg), 0);
	timegrid_draw(&grid, &svg, &scale, 1);
	ck_assert_int_eq(fflush(svg.body), 0);
	text = strdup(svg.text);
	svg_drop(&svg);
	return text;
}

START_TEST(few_lines_have_a_row_each)
{
	open_bins(3);
	timebins_add(&bins, 1, 2, 4, 0.5);
	make_grid();
	ck_assert_uint_eq(grid.rows, 3);
	ck_assert_uint_eq(grid.group, 1);
	ck_assert_double_eq(grid.values[1 * BINS + 2], 0.5);
	ck_assert(isnan(grid.values[1 * BINS + 4]));
	close_all();
}
END_TEST

START_TEST(a_row_of_several_lines_is_the_most_of_them)
{
	open_bins(TIMEGRID_ROWS + 1);
	timebins_add(&bins, 0, 0, 10, 0.25);
	timebins_add(&bins, 1, 0, 1, 0.75);
	timebins_mark(&bins, 1, 3, 4, TIMEBINS_TORN);
	make_grid();
	ck_assert_uint_eq(grid.group, 2);
	ck_assert_uint_eq(grid.rows, TIMEGRID_ROWS / 2 + 1);
	ck_assert_double_eq(grid.values[0], 0.75);
	ck_assert_double_eq(grid.values[1], 0.25);
	ck_assert_uint_eq(grid.marks[3], TIMEBINS_TORN);
	ck_assert_double_eq(grid.most, 0.75);
	ck_assert_uint_eq(grid.where, 1);
	close_all();
}
END_TEST

START_TEST(intervals_are_where_their_time_is)
{
	open_bins(1);
	make_grid();
	ck_assert_double_eq(timegrid_x(&grid, 0), 100);
	ck_assert_double_eq(timegrid_x(&grid, 3), 160);
	ck_assert_double_eq(timegrid_x(&grid, BINS), 300);
	close_all();
}
END_TEST

START_TEST(the_last_interval_ends_where_time_ends)
{
	open_bins(1);
	timebins_reach(&bins, 2 * TIMEBINS_MOST - 1);
	make_grid();
	ck_assert_uint_eq(grid.count, TIMEBINS_MOST);
	ck_assert_double_eq(timegrid_x(&grid, TIMEBINS_MOST), 300);
	ck_assert_double_lt(timegrid_x(&grid, TIMEBINS_MOST - 1), 300);
	close_all();
}
END_TEST

START_TEST(a_number_is_one_stroke_of_its_colour_and_0_is_none)
{
	char *text;

	open_bins(2);
	timebins_add(&bins, 0, 0, 5, 0);
	timebins_add(&bins, 1, 5, 10, 1);
	make_grid();
	text = drawn(SCALE_FULL, 1);
	ck_assert_ptr_nonnull(strstr(text, "d='M200 65h100.3'/>"));
	ck_assert_ptr_eq(strstr(text, "<path"), strrchr(text, '<'));
	free(text);
	close_all();
}
END_TEST

START_TEST(what_is_above_the_scale_has_its_last_colour)
{
	char *text;

	open_bins(1);
	timebins_add(&bins, 0, 0, 5, 0.96);
	timebins_add(&bins, 0, 5, 10, 7);
	make_grid();
	text = drawn(SCALE_FULL, 7);
	ck_assert_ptr_nonnull(strstr(text, "d='M100 55h200.3'/>"));
	free(text);
	close_all();
}
END_TEST

START_TEST(a_mark_is_thin_where_there_is_a_number)
{
	char *text;

	open_bins(1);
	timebins_add(&bins, 0, 0, 5, 0);
	timebins_mark(&bins, 0, 0, 10, TIMEBINS_EPOCH);
	make_grid();
	text = drawn(SCALE_FULL, 1);
	ck_assert_ptr_nonnull(strstr(text, "stroke='#c0399f' stroke-width='10' d='M200 55h"));
	ck_assert_ptr_nonnull(strstr(text, "stroke='#c0399f' stroke-width='4' d='M100 55h"));
	free(text);
	close_all();
}
END_TEST

START_TEST(marks_have_words)
{
	char text[128];

	ck_assert_str_eq(timegrid_marks_text(0, text, sizeof(text)), "");
	ck_assert_str_eq(timegrid_marks_text(TIMEBINS_TORN | TIMEBINS_MISSED, text, sizeof(text)),
			 "; periods missed; torn");
	ck_assert_str_eq(timegrid_marks_text(TIMEBINS_TORN | TIMEBINS_MISSED, text, 5), "; pe");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("timegrid");
	TCase *tcase = tcase_create("timegrid");

	tcase_add_test(tcase, few_lines_have_a_row_each);
	tcase_add_test(tcase, a_row_of_several_lines_is_the_most_of_them);
	tcase_add_test(tcase, intervals_are_where_their_time_is);
	tcase_add_test(tcase, the_last_interval_ends_where_time_ends);
	tcase_add_test(tcase, a_number_is_one_stroke_of_its_colour_and_0_is_none);
	tcase_add_test(tcase, what_is_above_the_scale_has_its_last_colour);
	tcase_add_test(tcase, a_mark_is_thin_where_there_is_a_number);
	tcase_add_test(tcase, marks_have_words);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
