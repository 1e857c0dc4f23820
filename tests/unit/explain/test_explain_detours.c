// SPDX-License-Identifier: GPL-2.0-only
/* Detours of adaptive routing between three groups of two chips, which are joined both ways. */
#include <check.h>
#include <math.h>

#include "explain/explain.h"
#include "suite.h"

#define GROUPS	3
#define CHIPS	(2 * GROUPS)
#define LINKS	(3 * CHIPS)
#define BLUE_DIM	2

/* Links of a chip: to the other one of its group, to another group, and to its nodes. */
enum { GREEN, BLUE, HOST };

static struct explain_link links[LINKS];
static struct explain_machine machine;
static struct explain *explain;
static struct explain_counts counts[LINKS];
static struct explain_findings found;

static uint32_t at(unsigned int chip, unsigned int which)
{
	return 3 * chip + which;
}

static struct explain_link link_of(unsigned int chip, unsigned int which)
{
	/* The first chip of a group has the link to the next group, the second that back. */
	const unsigned int to[] = { chip ^ 1, (chip + 3) % CHIPS, chip };

	return (struct explain_link) {
		.from = chip, .to = to[which], .dim = which == BLUE ? BLUE_DIM : 0, .port = which,
		.lanes = 3, .units = 3e9,
	};
}

/*
 * Each chip sends 2 million packets a second over its link to another group, no more than its nodes
 * send; that from group 0 to group 1 is full.
 */
static void setup(void)
{
	for (unsigned int chip = 0; chip < CHIPS; chip++) {
		for (unsigned int i = 0; i < 3; i++) {
			links[at(chip, i)] = link_of(chip, i);
			counts[at(chip, i)] = (struct explain_counts) { .use = .2, .packets = 2e6 };
		}
	}
	counts[at(0, BLUE)].use = .98;
	counts[at(0, HOST)].input = .9;
	machine = (struct explain_machine) {
		.links = links, .count = LINKS, .chips = CHIPS, .nic_packets = 130e6,
	};
	ck_assert_int_eq(explain_new(&machine, &explain), 0);
}

static void teardown(void)
{
	explain_findings_free(&found);
	explain_free(explain);
}

static const struct explain_finding *explained(void)
{
	ck_assert_int_eq(explain_window(explain, counts, &found), 0);
	ck_assert_uint_eq(found.count, 1);
	return found.list;
}

START_TEST(what_nodes_send_is_no_detour)
{
	ck_assert_int_eq(explained()->kind, EXPLAIN_LINK);
	ck_assert_uint_eq(found.list->roots[0], at(0, BLUE));
}
END_TEST

/* Nodes of group 2 send 3 of the 4 million packets that leave it. */
START_TEST(what_passes_a_group_is_a_detour)
{
	counts[at(5, HOST)].packets = 1e6;
	ck_assert_int_eq(explained()->kind, EXPLAIN_DETOURS);
	ck_assert_uint_eq(found.list->roots[0], at(0, BLUE));
	ck_assert_uint_eq(found.list->passed / 2, 2);
	ck_assert_double_eq_tol(found.list->passing, .25, .001);
}
END_TEST

START_TEST(the_group_that_is_passed_most)
{
	counts[at(5, HOST)].packets = 1.8e6;
	counts[at(3, HOST)].packets = 1.6e6;
	ck_assert_int_eq(explained()->kind, EXPLAIN_DETOURS);
	ck_assert_uint_eq(found.list->passed / 2, 1);
	ck_assert_double_eq_tol(found.list->passing, .1, .001);
}
END_TEST

/* Samples of many links are not of one moment. */
START_TEST(a_few_packets_are_no_sign)
{
	counts[at(5, HOST)].packets = 1.92e6;
	ck_assert_int_eq(explained()->kind, EXPLAIN_LINK);
}
END_TEST

START_TEST(a_group_that_is_not_read)
{
	counts[at(5, HOST)].packets = 1e6;
	counts[at(4, HOST)] = (struct explain_counts) { NAN, NAN, NAN, 0 };
	ck_assert_int_eq(explained()->kind, EXPLAIN_LINK);
}
END_TEST

/* Detours lead round links between groups. */
START_TEST(a_full_link_within_a_group)
{
	counts[at(5, HOST)].packets = 1e6;
	counts[at(0, BLUE)].use = .2;
	counts[at(0, GREEN)].use = .98;
	ck_assert_int_eq(explained()->kind, EXPLAIN_LINK);
	ck_assert_uint_eq(found.list->roots[0], at(0, GREEN));
}
END_TEST

/* A grid has no groups, though it has a third dimension. */
START_TEST(on_a_grid)
{
	machine.ordered = true;
	counts[at(5, HOST)].packets = 1e6;
	ck_assert_int_eq(explained()->kind, EXPLAIN_LINK);
}
END_TEST

/* One node that sends far more does not fill a link that others go round. */
START_TEST(detours_are_no_sender)
{
	counts[at(0, HOST)].use = .7;
	ck_assert_int_eq(explained()->kind, EXPLAIN_SENDER);
	explain_findings_free(&found);
	counts[at(5, HOST)].packets = 1e6;
	ck_assert_int_eq(explained()->kind, EXPLAIN_DETOURS);
}
END_TEST

START_TEST(equal_ones_are_one_finding)
{
	counts[at(5, HOST)].packets = 1e6;
	counts[at(2, BLUE)].use = .98;
	counts[at(2, HOST)].input = .8;
	ck_assert_int_eq(explained()->kind, EXPLAIN_DETOURS);
	ck_assert_uint_eq(found.list->count, 2);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("explain: detours between groups");
	TCase *tests = tcase_create("detours");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, what_nodes_send_is_no_detour);
	tcase_add_test(tests, what_passes_a_group_is_a_detour);
	tcase_add_test(tests, the_group_that_is_passed_most);
	tcase_add_test(tests, a_few_packets_are_no_sign);
	tcase_add_test(tests, a_group_that_is_not_read);
	tcase_add_test(tests, a_full_link_within_a_group);
	tcase_add_test(tests, on_a_grid);
	tcase_add_test(tests, detours_are_no_sender);
	tcase_add_test(tests, equal_ones_are_one_finding);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
