// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of logical links: lines of Pedretti, Fig. 4.
 */
#include <check.h>
#include <string.h>

#include "suite.h"
#include "topo/linktable.h"

static char line[LINKTABLE_LINE];

static const char heading[] =
	"    VC0_PHITS    VC1_PHITS     VC0_PKTS     VC1_PKTS   INQ_STALLS  OUTQ_STALLS\n";

/* Read off the scan; it is tidy enough for the numbers, not for the blanks. */
static const struct {
	const char *direction;
	unsigned int far[3];
	double speed;
	uint64_t counters[LINKTABLE_COUNTERS];
	const char *left;
	const char *right;
} lines[] = {
	{ "X+", { 1, 1, 1 }, 8 * 1.171875,
	  { 1626452284, 304999266, 101662806, 101666422, 3533598961, 2689080952 },
	  "X+ (1, 1, 1)     9.38",
	  "   1626452284    304999266    101662806    101666422   3533598961   2689080952\n" },
	{ "X-", { 15, 1, 1 }, 8 * 1.171875, { 100506, 38796, 9780, 12932, 83, 0 },
	  "X- (15, 1, 1)    9.38",
	  "       100506        38796         9780        12932           83            0\n" },
	{ "Y-", { 0, 11, 1 }, 4 * 1.171875, { 96911, 20538, 9646, 6846, 56244, 0 },
	  "Y- (0, 11, 1)    4.69",
	  "        96911        20538         9646         6846        56244            0\n" },
	{ "Z+", { 0, 1, 2 }, 8 * 1.875,
	  { 815234359, 152948952, 50988260, 50982984, 133047991, 776502961 },
	  "Z+ (0, 1, 2)    15.00",
	  "    815234359    152948952     50988260     50982984    133047991    776502961\n" },
	{ "HH", { 0, 1, 1 }, 8 * 1.30,
	  { 1834489368, 344019696, 114672167, 114673232, 10585723107, 2263990777 },
	  "HH (0, 1, 1)    10.40",
	  "   1834489368    344019696    114672167    114673232  10585723107   2263990777\n" },
};

START_TEST(prints_the_figure)
{
	linktable_link(line, lines[_i].direction, lines[_i].far, lines[_i].speed,
		       lines[_i].counters);
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

	linktable_head(line);
	ck_assert(!strncmp(line, left, strlen(left)));
	ck_assert_str_eq(line + strlen(left), heading);
}
END_TEST

START_TEST(widest_line_fits)
{
	const unsigned int far[3] = { ~0u, ~0u, ~0u };
	const uint64_t all[LINKTABLE_COUNTERS] = {
		UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX,
	};

	linktable_link(line, "X+", far, 1e9, all);
	ck_assert(strlen(line) < LINKTABLE_LINE - 1);
	ck_assert_ptr_nonnull(strstr(line, " 18446744073709551615\n"));
}
END_TEST

START_TEST(lost_tiles_are_a_comment)
{
	linktable_lost(line, (const unsigned int []){ 0, 1, 1 }, "Z+", 7, 1);
	ck_assert_str_eq(line,
			 "# (0, 1, 1): the interconnect file has 7 of 8 tiles of Z+: failed?\n");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("linktable");
	TCase *tests = tcase_create("linktable");

	tcase_add_loop_test(tests, prints_the_figure, 0, sizeof(lines) / sizeof(*lines));
	tcase_add_test(tests, block_begins_with_coordinate);
	tcase_add_test(tests, heading_stands_over_columns);
	tcase_add_test(tests, widest_line_fits);
	tcase_add_test(tests, lost_tiles_are_a_comment);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
