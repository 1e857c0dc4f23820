// SPDX-License-Identifier: GPL-2.0-only
/*
 * Screens of gpcd top, character by character: those in tests/unit/tools/screens.
 */
#include <stdlib.h>

#include "cli/out/out.h"
#include "suite.h"
#include "top.h"
#include "top/top.h"

static struct model model;
static struct view view;
static struct screen screen;
static struct out out;

static void setup(void)
{
	top_fill(&model);
	view = (struct view) { .has_map = true, .period = 1000000000, .clock = "12:34:56" };
}

static void teardown(void)
{
	model_free(&model);
	screen_free(&screen);
	free(out.text);
	out = (struct out) { 0 };
}

static const char *draw(unsigned int columns, unsigned int rows)
{
	screen.columns = columns;
	screen.rows = rows;
	ck_assert_int_eq(view_draw(&view, &model, &screen), 0);
	out.length = 0;
	screen_text(&screen, &out);
	ck_assert_int_eq(out.error, 0);
	out_add(&out, "%c", '\0');
	return out.text;
}

/* All rows, as text for a file. */
static const char *print(unsigned int columns)
{
	screen.columns = columns;
	out.length = 0;
	ck_assert_int_eq(view_print(&view, &model, &screen, &out), 0);
	ck_assert_int_eq(out.error, 0);
	out_add(&out, "%c", '\0');
	return out.text;
}

/* Compare line by line, so that a failure names the line. */
static void same(const char *file, const char *drawn)
{
	FILE *wanted = fopen(file, "r");
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	int number = 2;

	ck_assert_msg(wanted, "%s is not there", file);
	/* The first line is a licence. */
	ck_assert_int_gt(getline(&line, &room, wanted), 0);
	for (; (length = getline(&line, &room, wanted)) > 0; number++) {
		ck_assert_msg(!strncmp(drawn, line, length), "%s:%d: drawn '%.*s', wanted '%.*s'",
			      file, number, (int)strcspn(drawn, "\n"), drawn, (int)length - 1,
			      line);
		drawn += length;
	}
	ck_assert_msg(!*drawn, "%s: more is drawn: '%s'", file, drawn);
	free(line);
	fclose(wanted);
}

static struct screen_cell *cell(unsigned int row, unsigned int column)
{
	return &screen.cells[row * screen.columns + column];
}

START_TEST(links_80x24)
{
	same("tests/unit/tools/screens/links-80x24", draw(80, 24));
}
END_TEST

START_TEST(stalls_40x10)
{
	view.order.key = ORDER_STALLS;
	view.is_ascii = true;
	same("tests/unit/tools/screens/stalls-40x10", draw(40, 10));
}
END_TEST

START_TEST(tiles_200x60)
{
	view.kind = MODEL_TILE;
	view.order.key = ORDER_BYTES;
	same("tests/unit/tools/screens/tiles-200x60", draw(200, 60));
}
END_TEST

/* A chip is gone, samples are held, the order is reversed, three rows are scrolled past. */
START_TEST(gone_80x12)
{
	strcpy(model.chips[0].why, "gone");
	view.is_held = true;
	view.order.is_reverse = true;
	view.order.key = ORDER_NAMES;
	view.first = 3;
	same("tests/unit/tools/screens/gone-80x12", draw(80, 12));
}
END_TEST

/* Choose metrics: a share of the peak, one of its own unit, bytes, a mere number. */
static void choose_metrics(void)
{
	static const struct model_metric chosen[] = {
		{ "link_packet_size", "B", false, MODEL_NUMBERS },
		{ "link_use", "share", true, MODEL_USE },
		{ "link_responses_of_all", "share", false, MODEL_NUMBERS },
		{ "own", "", false, MODEL_NUMBERS },
		{ "link_bytes", "B/s", false, MODEL_BYTES },
	};

	for (unsigned int i = 0; i < sizeof(chosen) / sizeof(*chosen); i++)
		ck_assert_int_eq(model_pick(&model, MODEL_LINK, &chosen[i]), 0);
	for (unsigned int i = 1; i < 4; i++) {
		model_begin(&model);
		top_numbers(&model, 0, 2.34375e9, 0.9, 0, 0);
		top_set(&model, 0, MODEL_NUMBERS, 37.01528 * i);
		top_set(&model, 0, MODEL_NUMBERS + 2, 0.85);
		top_set(&model, 0, MODEL_NUMBERS + 3, -1.25e12);
		top_set(&model, 2, MODEL_NUMBERS, 12);
		model.rows[3].numbers[MODEL_NUMBERS].why = METRICS_ZERO;
		model_end(&model);
	}
	view.order.key = ORDER_METRIC;
}

START_TEST(metrics_80x14)
{
	choose_metrics();
	same("tests/unit/tools/screens/metrics-80x14", draw(80, 14));
}
END_TEST

/* There is no room for all columns: the sort column comes first. */
START_TEST(metrics_60x14)
{
	choose_metrics();
	view.order.metric = 2;
	same("tests/unit/tools/screens/metrics-60x14", draw(60, 14));
}
END_TEST

START_TEST(metrics_160x14)
{
	choose_metrics();
	view.order.metric = 1;
	view.is_ascii = true;
	same("tests/unit/tools/screens/metrics-160x14", draw(160, 14));
}
END_TEST

/* A share of the peak is a load; another share may be high. */
START_TEST(looks_of_metrics)
{
	choose_metrics();
	draw(160, 14);
	ck_assert_int_eq(cell(2, 68)->look, LOOK_PLAIN);
	ck_assert_int_eq(cell(2, 75)->look, LOOK_HOT);
	ck_assert_int_eq(cell(2, 92)->look, LOOK_PLAIN);
}
END_TEST

START_TEST(for_a_file)
{
	view.order.key = ORDER_MARKS;
	same("tests/unit/tools/screens/file-80", print(80));
}
END_TEST

START_TEST(without_a_map)
{
	model_free(&model);
	view.has_map = false;
	same("tests/unit/tools/screens/no-map-80x6", draw(80, 6));
}
END_TEST

static void show_nics(void)
{
	model_free(&model);
	top_fill_nics(&model);
	view.kind = MODEL_NIC;
}

START_TEST(nics_80x12)
{
	show_nics();
	same("tests/unit/tools/screens/nics-80x12", draw(80, 12));
}
END_TEST

/* All numbers fit, and the history is of the busier way. */
START_TEST(nics_160x12)
{
	show_nics();
	view.order.key = ORDER_BYTES;
	view.is_ascii = true;
	same("tests/unit/tools/screens/nics-160x12", draw(160, 12));
}
END_TEST

/* The link of a NIC that is gone has no state. */
START_TEST(nics_gone)
{
	show_nics();
	strcpy(model.chips[1].why, "gone");
	*model.chips[1].link = '\0';
	model.chips[1].bits_per_second = 0;
	view.order.key = ORDER_NAMES;
	same("tests/unit/tools/screens/nics-gone", print(100));
}
END_TEST

/* Routers and NICs are counted apart. */
START_TEST(nics_beside_routers)
{
	top_fill_nics(&model);
	ck_assert_ptr_nonnull(strstr(draw(80, 12), "gpcd top: 2 chips, 10 links "));
	view.kind = MODEL_NIC;
	ck_assert_ptr_nonnull(strstr(draw(80, 12), "gpcd top: 4 NICs "));
}
END_TEST

/* Sorted by a column that only routers have. */
START_TEST(no_nics)
{
	view.kind = MODEL_NIC;
	view.order = (struct order) { .key = ORDER_METRIC };
	ck_assert_ptr_nonnull(strstr(draw(80, 12), "\n  none\n"));
}
END_TEST

START_TEST(looks_of_nics)
{
	show_nics();
	draw(80, 12);
	/* Sorted by use: 80 % and 75 %, then bytes; the state of the third link. */
	ck_assert_int_eq(cell(2, 62)->look, LOOK_HOT);
	ck_assert_int_eq(cell(3, 54)->look, LOOK_WARM);
	ck_assert_int_eq(cell(4, 16)->look, LOOK_PLAIN);
	ck_assert_int_eq(cell(5, 16)->look, LOOK_BROKEN);
}
END_TEST

START_TEST(too_small)
{
	ck_assert_str_eq(draw(39, 3), "needs 40x5 at least\n\n\n");
	ck_assert_str_eq(draw(8, 1), "needs 40\n");
}
END_TEST

START_TEST(the_smallest)
{
	const char *text = draw(VIEW_COLUMNS_LEAST, VIEW_ROWS_LEAST);

	ck_assert_ptr_nonnull(strstr(text, "Z+"));
	ck_assert_ptr_nonnull(strstr(text, "q quit"));
}
END_TEST

/* The sanitizers find drawing outside of a screen of any size. */
START_TEST(any_size)
{
	for (unsigned int columns = 1; columns < 220; columns += 11 - suite_share(10)) {
		for (unsigned int rows = 1; rows < 14; rows++)
			draw(columns, rows);
	}
}
END_TEST

START_TEST(looks)
{
	draw(80, 24);
	ck_assert_int_eq(cell(0, 0)->look, LOOK_TITLE);
	ck_assert_int_eq(cell(0, 79)->look, LOOK_TITLE);
	/* Sorted by use: the name of that column, and a number from 80, from 50, below. */
	ck_assert_int_eq(cell(1, 49)->look, LOOK_SORTED);
	ck_assert_int_eq(cell(1, 40)->look, LOOK_HEADING);
	ck_assert_int_eq(cell(2, 50)->look, LOOK_HOT);
	ck_assert_int_eq(cell(3, 50)->look, LOOK_WARM);
	ck_assert_int_eq(cell(5, 52)->look, LOOK_PLAIN);
	/* The mark of an uneven link. */
	ck_assert_int_eq(cell(2, 0)->look, LOOK_BROKEN);
	ck_assert_int_eq(cell(21, 0)->look, LOOK_KEY);
	ck_assert_int_eq(cell(21, 2)->look, LOOK_PLAIN);
}
END_TEST

/* Y+, the fourth row, is a cause of congestion, which hurts the nodes of its chip. */
START_TEST(roots_and_hurt_nodes)
{
	for (size_t i = 0; i < model.row_count; i++) {
		if (!strcmp(model.rows[i].name, "Y+"))
			model.rows[i].part = MODEL_ROOT;
		if (!strcmp(model.rows[i].name, "HH"))
			model.rows[i].part = MODEL_HURT;
	}
	ck_assert_ptr_nonnull(strstr(draw(80, 24),
				     "gpcd top: 2 chips, 10 links  R 1 root, v 1 hurt "));
	ck_assert_ptr_nonnull(strstr(out.text, "\nR gpcd0         Y+"));
	ck_assert_ptr_nonnull(strstr(out.text, "\nv gpcd0         HH"));
	ck_assert_int_eq(cell(5, 0)->look, LOOK_HOT);
	ck_assert_int_eq(cell(7, 0)->look, LOOK_WARM);
	/* They have no part in tiles. */
	view.kind = MODEL_TILE;
	ck_assert_ptr_null(strstr(draw(80, 24), " root"));
}
END_TEST

START_TEST(names_of_files_are_not_trusted)
{
	static const unsigned int at[3];

	model_free(&model);
	ck_assert_int_eq(model_add_chip(&model, "image:\033[2J\xc3\xa4", at), 0);
	top_link(&model, "X+", "", 8, 0, 8);
	ck_assert_ptr_nonnull(strstr(draw(80, 10), "  ?[2J?? X+"));
}
END_TEST

static void number_is(double number, int digits)
{
	const struct number_form form = { .scale = 1, .digits = digits };
	const struct metrics_value value = { .number = number };
	char text[NUMBERS_TEXT], wanted[NUMBERS_TEXT];

	numbers_text(&form, &value, text);
	snprintf(wanted, sizeof(wanted), "%.*f", digits, number);
	ck_assert_str_eq(text, wanted);
}

/* Halves of a last digit are the doubtful ones: 0.125 is exact, 0.15 and 1.005 are not. */
START_TEST(numbers_are_those_of_printf)
{
	static const double odd[] = {
		0, -0.0, 0.05, 0.15, 0.25, 0.0005, 0.0015, 0.125, 1.005, 2.675, 9.95, 99.95, 0.95,
		999.9995, 1e5 + .35, 999999.9995, 1e6 - .00051, 1e8, 1e9, 1e15, -1, NAN, INFINITY,
	};
	uint64_t state = 88172645463325252;

	for (size_t i = 0; i < ARRAY_SIZE(odd); i++) {
		for (int digits = 0; digits < 5; digits++)
			number_is(odd[i], digits);
	}
	for (unsigned int i = 0; i < 10000; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		number_is((state >> 40) / 16e4, i % 4);
		number_is((state >> 30) / 1e6, i % 4);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("top_view");
	TCase *tests = tcase_create("view");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, links_80x24);
	tcase_add_test(tests, stalls_40x10);
	tcase_add_test(tests, tiles_200x60);
	tcase_add_test(tests, gone_80x12);
	tcase_add_test(tests, metrics_80x14);
	tcase_add_test(tests, metrics_60x14);
	tcase_add_test(tests, metrics_160x14);
	tcase_add_test(tests, looks_of_metrics);
	tcase_add_test(tests, for_a_file);
	tcase_add_test(tests, without_a_map);
	tcase_add_test(tests, nics_80x12);
	tcase_add_test(tests, nics_160x12);
	tcase_add_test(tests, nics_gone);
	tcase_add_test(tests, nics_beside_routers);
	tcase_add_test(tests, no_nics);
	tcase_add_test(tests, looks_of_nics);
	tcase_add_test(tests, too_small);
	tcase_add_test(tests, the_smallest);
	tcase_add_test(tests, any_size);
	tcase_add_test(tests, looks);
	tcase_add_test(tests, roots_and_hurt_nodes);
	tcase_add_test(tests, names_of_files_are_not_trusted);
	tcase_add_test(tests, numbers_are_those_of_printf);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
