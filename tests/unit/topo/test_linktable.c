// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of logical links: lines of Pedretti, Fig. 4.
 */
#include <check.h>
#include <string.h>

#include "suite.h"
#include "topo/family/dragonfly.h"
#include "topo/links.h"

static char line[LINKTABLE_LINE];

static const char heading[] =
	"    VC0_PHITS    VC1_PHITS     VC0_PKTS     VC1_PKTS   INQ_STALLS  OUTQ_STALLS\n";

/* Read off the scan; it is tidy enough for the numbers, not for the blanks. */
static const struct {
	bool aries;
	unsigned int direction;
	unsigned int far[3];
	double speed;
	uint64_t counters[LINKTABLE_COUNTERS];
	const char *left;
	const char *right;
} lines[] = {
	{ false, 0, { 1, 1, 1 }, 8 * 1.171875,
	  { 1626452284, 304999266, 101662806, 101666422, 3533598961, 2689080952 },
	  "X+ (1, 1, 1)     9.38",
	  "   1626452284    304999266    101662806    101666422   3533598961   2689080952\n" },
	{ false, 1, { 15, 1, 1 }, 8 * 1.171875, { 100506, 38796, 9780, 12932, 83, 0 },
	  "X- (15, 1, 1)    9.38",
	  "       100506        38796         9780        12932           83            0\n" },
	{ false, 3, { 0, 11, 1 }, 4 * 1.171875, { 96911, 20538, 9646, 6846, 56244, 0 },
	  "Y- (0, 11, 1)    4.69",
	  "        96911        20538         9646         6846        56244            0\n" },
	{ false, 4, { 0, 1, 2 }, 8 * 1.875,
	  { 815234359, 152948952, 50988260, 50982984, 133047991, 776502961 },
	  "Z+ (0, 1, 2)    15.00",
	  "    815234359    152948952     50988260     50982984    133047991    776502961\n" },
	{ false, 6, { 0, 1, 1 }, 8 * 1.30,
	  { 1834489368, 344019696, 114672167, 114673232, 10585723107, 2263990777 },
	  "HH (0, 1, 1)    10.40",
	  "   1834489368    344019696    114672167    114673232  10585723107   2263990777\n" },
	/* An Aries's are ours. */
	{ true, DRAGONFLY_GREEN, { 3, 2, 15 }, 5.25, { 1, 2, 3, 4, 5, 6 },
	  "green 15  (3, 2, 15)    5.25",
	  "            1            2            3            4            5            6\n" },
	{ true, DRAGONFLY_BLUE, { 1023, 5, 15 }, 4.7, { 1, 2, 3, 4, 5, 6 },
	  "blue 1023 (1023, 5, 15)  4.70",
	  "            1            2            3            4            5            6\n" },
	{ true, DRAGONFLY_COLOURS, { 3, 2, 1 }, 8 * 5.25, { 1, 2, 3, 4, 5, 6 },
	  "ptile     (3, 2, 1)    42.00",
	  "            1            2            3            4            5            6\n" },
};

static struct linktable_row row_of(bool aries, unsigned int direction, const unsigned int *far)
{
	return (struct linktable_row) {
		.aries = aries,
		.direction = direction,
		.far = { far[0], far[1], far[2] },
	};
}

START_TEST(prints_the_figure)
{
	struct linktable_row row = row_of(lines[_i].aries, lines[_i].direction, lines[_i].far);

	row.speed = lines[_i].speed;
	row.counters = lines[_i].counters;
	linktable_link(line, &row);
	ck_assert(!strncmp(line, lines[_i].left, strlen(lines[_i].left)));
	ck_assert_str_eq(line + strlen(lines[_i].left), lines[_i].right);
}
END_TEST

START_TEST(block_begins_with_coordinate)
{
	linktable_chip(line, (const unsigned int []){ 0, 1, 1 });
	ck_assert_str_eq(line, "(0, 1, 1)\n");
}
END_TEST

START_TEST(heading_stands_over_columns)
{
	const char *left = "# DEST_COORD\n#  SRC_COORD     GB/s";

	linktable_head(line, false);
	ck_assert(!strncmp(line, left, strlen(left)));
	ck_assert_str_eq(line + strlen(left), heading);
}
END_TEST

START_TEST(heading_of_aries)
{
	const char *left = "# DEST_COORD\n#         SRC_COORD     GB/s    REQ_FLITS    RSP_FLITS";

	linktable_head(line, true);
	ck_assert(!strncmp(line, left, strlen(left)));
	ck_assert_str_eq(line + strlen(left),
			 "   REQ_EVENTS   RSP_EVENTS   INQ_STALLS  OUTQ_STALLS\n");
}
END_TEST

START_TEST(widest_line_fits)
{
	const unsigned int far[3] = { ~0u, ~0u, ~0u };
	const uint64_t all[LINKTABLE_COUNTERS] = {
		UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX,
	};

	struct linktable_row row = row_of(true, DRAGONFLY_GREEN, far);

	row.speed = 1e9;
	row.counters = all;
	linktable_link(line, &row);
	ck_assert(strlen(line) < LINKTABLE_LINE - 1);
	ck_assert_ptr_nonnull(strstr(line, " 18446744073709551615\n"));
}
END_TEST

START_TEST(lost_tiles_are_a_comment)
{
	const unsigned int at[] = { 0, 1, 1 }, chassis[] = { 0, 5, 1 };
	struct linktable_row row = row_of(false, 4, at);

	row.tiles = 7;
	row.lost = 1;
	linktable_lost(line, at, &row);
	ck_assert_str_eq(line,
			 "# (0, 1, 1): the interconnect file has 7 of 8 tiles of Z+: failed?\n");
	row = row_of(true, DRAGONFLY_BLACK, chassis);
	row.tiles = 2;
	row.lost = 1;
	linktable_lost(line, at, &row);
	ck_assert_str_eq(line,
			 "# (0, 1, 1): the interconnect file has 2 of 3 tiles of black 5: failed?\n");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("linktable");
	TCase *tests = tcase_create("linktable");

	tcase_add_loop_test(tests, prints_the_figure, 0, sizeof(lines) / sizeof(*lines));
	tcase_add_test(tests, block_begins_with_coordinate);
	tcase_add_test(tests, heading_stands_over_columns);
	tcase_add_test(tests, heading_of_aries);
	tcase_add_test(tests, widest_line_fits);
	tcase_add_test(tests, lost_tiles_are_a_comment);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
