// SPDX-License-Identifier: GPL-2.0-only
/* Causes of congestion in a ring of chips, by counts that a person can check. */
#include <check.h>
#include <errno.h>
#include <math.h>
#include <string.h>

#include "explain/explain.h"
#include "explain/windows.h"
#include "suite.h"

#define CHIPS	6
#define LINKS	(3 * CHIPS)
#define MANY	100	/* chips of a larger ring */
#define NIC	130e6	/* packets a second */

/* Links of a chip: up, down, host. */
enum { UP, DOWN, HOST };

static unsigned int chips;
static struct explain_link links[3 * MANY];
static struct explain_machine machine;
static struct explain *explain;
static struct explain_counts counts[3 * MANY];
static struct explain_findings found;

static uint32_t at(unsigned int chip, unsigned int which)
{
	return 3 * (chip % chips) + which;
}

/* Make a ring, whose links carry a tenth each; nothing waits. */
static void ring(unsigned int count)
{
	chips = count;
	for (unsigned int chip = 0; chip < chips; chip++) {
		const unsigned int to[] = { (chip + 1) % chips, (chip + chips - 1) % chips, chip };

		for (unsigned int i = 0; i < 3; i++) {
			links[at(chip, i)] = (struct explain_link) {
				.from = chip, .to = to[i], .port = i, .lanes = 8, .units = 3e9,
			};
			counts[at(chip, i)] = (struct explain_counts) { .use = .1, .packets = 1e6 };
		}
	}
	machine = (struct explain_machine) {
		.links = links, .count = 3 * chips, .chips = chips, .ordered = true,
		.nic_packets = NIC,
	};
	ck_assert_int_eq(explain_new(&machine, &explain), 0);
}

static void setup(void)
{
	ring(CHIPS);
}

static void teardown(void)
{
	explain_findings_free(&found);
	explain_free(explain);
}

/* Let packets wait for chip 2, whose NICs take so many packets from the links. */
static void wait_for_2(double packets)
{
	counts[at(2, HOST)].credit = .5;
	counts[at(1, UP)] = (struct explain_counts) { .4, packets, .9, .6, 0 };
	counts[at(0, UP)] = (struct explain_counts) { .3, 1e6, .5, .3, 0 };
	counts[at(0, HOST)].input = .4;
}

static const struct explain_finding *explained(size_t count)
{
	ck_assert_int_eq(explain_window(explain, counts, &found), 0);
	ck_assert_uint_eq(found.count, count);
	return found.list;
}

START_TEST(nothing_is_wrong)
{
	counts[at(4, DOWN)].use = .5;
	explained(0);
	ck_assert_uint_eq(found.busiest, at(4, DOWN));
	ck_assert_double_eq(found.use, .5);
	ck_assert_uint_eq(found.unread, 0);
}
END_TEST

START_TEST(an_end_point)
{
	const struct explain_finding *finding;

	wait_for_2(NIC);
	finding = explained(1);
	ck_assert_int_eq(finding->kind, EXPLAIN_END_POINT);
	ck_assert_uint_eq(finding->roots[0], at(2, HOST));
	/* From chip 1, from chip 3 and from its own nodes; less what goes on to both. */
	ck_assert_double_eq_tol(finding->counts.packets, NIC, 1);
	ck_assert_double_gt(finding->share, .95);
	ck_assert_uint_eq(finding->hurt, 1);
	ck_assert_uint_eq(finding->branches[0], at(1, UP));
	ck_assert_uint_eq(finding->branches[1], at(0, UP));
	ck_assert_uint_eq(finding->branches[2], EXPLAIN_NONE);
	ck_assert_uint_eq(finding->links, 2);
	ck_assert_uint_eq(finding->tree[0], at(1, UP));
	ck_assert_uint_eq(finding->tree[1], at(0, UP));
	ck_assert_uint_eq(finding->tree[2], at(0, HOST));
}
END_TEST

START_TEST(a_slow_receiver)
{
	wait_for_2(.3 * NIC);
	ck_assert_int_eq(explained(1)->kind, EXPLAIN_SLOW_RECEIVER);
	ck_assert_double_eq_tol(found.list->counts.use, .3, .01);
}
END_TEST

START_TEST(a_full_link)
{
	counts[at(1, UP)].use = .97;
	counts[at(0, UP)] = (struct explain_counts) { .5, 1e6, .9, .5, 0 };
	ck_assert_int_eq(explained(1)->kind, EXPLAIN_LINK);
	ck_assert_uint_eq(found.list->roots[0], at(1, UP));
}
END_TEST

/* It is full for want of credits: the cause is at the end of the next one. */
START_TEST(a_link_that_is_held_is_no_cause)
{
	counts[at(2, UP)].use = .97;
	counts[at(1, UP)] = (struct explain_counts) { .5, 1e6, .9, .5, 0 };
	counts[at(0, UP)] = (struct explain_counts) { .4, 1e6, .7, .3, 0 };
	ck_assert_uint_eq(explained(1)->roots[0], at(2, UP));
	ck_assert_double_eq_tol(found.list->waiting, 8 * 1.6, .7);
}
END_TEST

START_TEST(a_degraded_link)
{
	counts[at(1, UP)].use = 1 / 3.;
	counts[at(0, UP)] = (struct explain_counts) { .3, 1e6, .8, .4, 0 };
	ck_assert_int_eq(explained(1)->kind, EXPLAIN_DEGRADED);
	ck_assert_uint_eq(found.list->roots[0], at(1, UP));
}
END_TEST

/* Without many packets that wait for it, a third is a load like any other. */
START_TEST(a_third_is_no_sign_alone)
{
	counts[at(0, UP)].input = .15;
	counts[at(1, UP)].use = 1 / 3.;
	explained(0);
}
END_TEST

/* Let packets of all chips of a large ring wait, and links up carry what a part of chips says. */
static void wait_in_ring(double (*use)(unsigned int chip))
{
	teardown();
	ring(MANY);
	for (unsigned int chip = 0; chip < MANY; chip++)
		counts[at(chip, UP)] = (struct explain_counts) { use(chip), 1e6, .6, .04, 0 };
}

static double spread(unsigned int chip)
{
	return .84 * chip / MANY;
}

static double thirds(unsigned int chip)
{
	return chip % 4 ? .2 : 1 / 3.;
}

/* Among many links of different loads, a few carry a third by chance, and are not degraded. */
START_TEST(a_third_by_chance)
{
	wait_in_ring(spread);
	explained(0);
}
END_TEST

START_TEST(many_degraded_links)
{
	wait_in_ring(thirds);
	ck_assert_int_eq(explained(MANY / 4)->kind, EXPLAIN_DEGRADED);
}
END_TEST

/* A third on average, but more in a sample: no link that carries a third does that. */
START_TEST(a_third_now_and_then)
{
	counts[at(1, UP)].use = 1 / 3.;
	counts[at(1, UP)].most = .5;
	counts[at(0, UP)] = (struct explain_counts) { .3, 1e6, .8, .4, 0 };
	explained(0);
}
END_TEST

START_TEST(a_failed_link)
{
	counts[at(3, UP)].use = 0;
	counts[at(4, DOWN)].use = 0;
	counts[at(1, DOWN)].use = .99;
	counts[at(2, DOWN)] = (struct explain_counts) { .6, 1e6, .9, .4, 0 };
	ck_assert_int_eq(explained(1)->kind, EXPLAIN_FAILED);
	ck_assert_uint_eq(found.list->roots[0], at(3, UP));
	ck_assert_uint_eq(found.list->full, at(1, DOWN));
}
END_TEST

/* What goes round it does not fill other links. */
START_TEST(a_failed_link_that_is_not_missed)
{
	counts[at(3, UP)].use = 0;
	counts[at(4, DOWN)].use = 0;
	ck_assert_int_eq(explained(1)->kind, EXPLAIN_FAILED);
	ck_assert(found.list->minor);
	ck_assert_uint_eq(found.list->roots[0], at(3, UP));
}
END_TEST

/* Many links that carry nothing are idle. */
START_TEST(idle_links_have_not_failed)
{
	for (unsigned int chip = 0; chip < 2; chip++) {
		counts[at(chip, UP)].use = 0;
		counts[at(chip + 1, DOWN)].use = 0;
	}
	explained(0);
}
END_TEST

/* Where others carry little, one that carries nothing is no surprise. */
START_TEST(an_idle_link_among_uneven_ones)
{
	counts[at(3, UP)].use = 0;
	counts[at(4, DOWN)].use = 0;
	counts[at(0, UP)].use = .01;
	counts[at(1, DOWN)].use = .01;
	explained(0);
}
END_TEST

/* One direction that carries something is not a link that has failed. */
START_TEST(a_link_used_one_way_works)
{
	counts[at(3, UP)].use = 0;
	counts[at(1, DOWN)].use = .99;
	counts[at(2, DOWN)] = (struct explain_counts) { .6, 1e6, .9, .4, 0 };
	ck_assert_int_eq(explained(1)->kind, EXPLAIN_LINK);
}
END_TEST

START_TEST(a_sender)
{
	counts[at(1, UP)].use = .97;
	counts[at(1, HOST)].input = .9;
	counts[at(1, HOST)].use = .6;
	ck_assert_int_eq(explained(1)->kind, EXPLAIN_SENDER);
	ck_assert_uint_eq(found.list->roots[0], at(1, HOST));
	ck_assert_double_eq_tol(found.list->usual, .1, 0.001);
}
END_TEST

/* Where nodes of many chips wait, what they send says nothing of what they would send. */
START_TEST(nodes_that_wait_are_no_measure)
{
	counts[at(1, UP)].use = .97;
	counts[at(1, HOST)].use = .6;
	for (unsigned int chip = 1; chip < CHIPS; chip++)
		counts[at(chip, HOST)].input = .9;
	ck_assert_int_eq(explained(1)->kind, EXPLAIN_LINK);
	ck_assert_uint_eq(found.list->roots[0], at(1, UP));
}
END_TEST

/* Chip 4 is sent much, but waits hold its senders back. */
START_TEST(a_hidden_end_point)
{
	wait_for_2(NIC);
	counts[at(4, HOST)].credit = .04;
	counts[at(3, UP)].packets = .7 * NIC;
	explained(2);
	ck_assert(!found.list[0].minor);
	ck_assert(found.list[1].minor);
	ck_assert_uint_eq(found.list[1].roots[0], at(4, HOST));
}
END_TEST

/* Tiles wait for an Aries's NIC for less of the time. */
START_TEST(a_hidden_end_point_of_an_aries)
{
	machine.ordered = false;
	wait_for_2(NIC);
	counts[at(4, HOST)].credit = .015;
	counts[at(3, UP)].packets = .7 * NIC;
	ck_assert(explained(2)[1].minor);
	ck_assert_uint_eq(found.list[1].roots[0], at(4, HOST));
}
END_TEST

/* Chip 4 is full, but so few packets wait for it that they do not count beside those for chip 2. */
START_TEST(a_full_end_point_is_no_less_shown)
{
	wait_for_2(NIC);
	counts[at(4, HOST)].credit = .3;
	counts[at(3, UP)].packets = NIC;
	counts[at(3, UP)].input = .02;
	explained(2);
	ck_assert_int_eq(found.list[1].kind, EXPLAIN_END_POINT);
	ck_assert(found.list[1].minor);
	ck_assert_uint_eq(found.list[1].roots[0], at(4, HOST));
}
END_TEST

START_TEST(equal_roots_are_one_finding)
{
	for (unsigned int chip = 0; chip < CHIPS; chip++) {
		counts[at(chip, UP)].use = .97;
		counts[at(chip, HOST)].input = .5;
	}
	ck_assert_int_eq(explained(1)->kind, EXPLAIN_LINK);
	ck_assert_uint_eq(found.list->count, CHIPS);
	ck_assert_double_eq_tol(found.list->share, 1, .1);
}
END_TEST

/* The nodes of chip 0 send to chip 2, those of chip 3 are not in the way. */
START_TEST(hurt_nodes)
{
	bool hurt[CHIPS] = { false };

	wait_for_2(NIC);
	explain_hurt(explain, counts, explained(1), hurt);
	for (unsigned int chip = 0; chip < CHIPS; chip++)
		ck_assert_msg(hurt[chip] == !chip, "chip %u", chip);
}
END_TEST

/* What is not read is not 0: the root beside it is found, and is less sure. */
START_TEST(a_chip_is_not_read)
{
	wait_for_2(NIC);
	counts[at(2, UP)] = (struct explain_counts) { NAN, NAN, NAN, 0, 0 };
	counts[at(3, DOWN)].credit = NAN;
	counts[at(3, UP)].credit = NAN;
	counts[at(3, HOST)] = (struct explain_counts) { NAN, NAN, NAN, NAN, 0 };
	counts[at(4, DOWN)] = (struct explain_counts) { NAN, NAN, NAN, 0, 0 };
	ck_assert_uint_eq(explained(1)->roots[0], at(2, HOST));
	ck_assert_double_eq(found.list->sure, .5);
	ck_assert_double_gt(found.list->share, .9);
	ck_assert(isnan(found.list->counts.packets));
	ck_assert_uint_eq(found.unread, 5);
}
END_TEST

/* In two of ten samples packets wait for chip 2, and its tiles so much of the time for its NICs. */
static void explain_burst(double packets, double credit)
{
	struct explain_counts quiet[LINKS], burst[LINKS];
	struct explain_counts *samples[10];

	memcpy(quiet, counts, sizeof(quiet));
	wait_for_2(packets);
	counts[at(2, HOST)].credit = credit;
	memcpy(burst, counts, sizeof(burst));
	for (unsigned int i = 0; i < 10; i++)
		samples[i] = i == 4 || i == 5 ? burst : quiet;
	ck_assert_int_eq(explain_windows(explain, samples, 10, &found), 0);
}

START_TEST(a_burst_shows_in_its_part)
{
	explain_burst(NIC, .4);
	ck_assert_uint_eq(found.count, 1);
	ck_assert_uint_eq(found.list->roots[0], at(2, HOST));
	ck_assert_int_eq(found.list->kind, EXPLAIN_END_POINT);
}
END_TEST

/*
 * Beside a full link, the part in which the burst begins shows its end point as a hidden one, which
 * only may be a cause: the part that has all of it counts.
 */
START_TEST(the_worst_part_counts)
{
	counts[at(4, UP)].use = .97;
	counts[at(3, UP)].input = .5;
	explain_burst(1.2 * NIC, .3);
	ck_assert_uint_eq(found.count, 2);
	for (unsigned int i = 0; i < 2; i++)
		ck_assert(!found.list[i].minor);
	ck_assert_uint_eq(found.list[0].roots[0] + found.list[1].roots[0], at(4, UP) + at(2, HOST));
}
END_TEST

/* Let packets of nodes wait for a full link. */
static void fill(unsigned int chip)
{
	counts[at(chip, UP)].use = .97;
	counts[at(chip, HOST)].input = .5;
}

/* Links of even chips are full in the first two samples, of odd ones in the next, and so on. */
START_TEST(equal_roots_of_parts_are_one_finding)
{
	struct explain_counts even[LINKS], odd[LINKS];
	struct explain_counts *samples[10];

	for (unsigned int chip = 0; chip < CHIPS; chip += 2)
		fill(chip);
	memcpy(even, counts, sizeof(even));
	teardown();
	setup();
	for (unsigned int chip = 1; chip < CHIPS; chip += 2)
		fill(chip);
	memcpy(odd, counts, sizeof(odd));
	for (unsigned int i = 0; i < 10; i++)
		samples[i] = i / 2 % 2 ? odd : even;
	ck_assert_int_eq(explain_windows(explain, samples, 10, &found), 0);
	ck_assert_uint_eq(found.count, 1);
	ck_assert_uint_eq(found.list->count, CHIPS);
	ck_assert_double_eq_tol(found.list->share, 1, .1);
}
END_TEST

/* Packets wait for the second link in two samples only: there, it is equal to the first one. */
START_TEST(findings_with_common_roots_are_one)
{
	struct explain_counts both[LINKS], one[LINKS];
	struct explain_counts *samples[10];

	fill(1);
	fill(4);
	counts[at(4, HOST)].input = .3;
	memcpy(both, counts, sizeof(both));
	counts[at(4, HOST)].input = 0;
	memcpy(one, counts, sizeof(one));
	for (unsigned int i = 0; i < 10; i++)
		samples[i] = i < 8 ? one : both;
	ck_assert_int_eq(explain_windows(explain, samples, 10, &found), 0);
	ck_assert_uint_eq(found.count, 1);
	ck_assert_uint_eq(found.list->count, 2);
}
END_TEST

/* As in a torus that has a dimension of one chip, though packets take no such link. */
START_TEST(links_from_chips_to_themselves)
{
	for (uint32_t i = 0; i < machine.count; i++)
		links[i].to = links[i].from;
	explain_free(explain);
	ck_assert_int_eq(explain_new(&machine, &explain), 0);
	explained(0);
}
END_TEST

START_TEST(a_link_of_no_chip)
{
	struct explain *none;

	links[4].to = chips;
	ck_assert_int_eq(explain_new(&machine, &none), -EINVAL);
	ck_assert_ptr_null(none);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("explain: causes in a ring");
	TCase *tests = tcase_create("ring");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, nothing_is_wrong);
	tcase_add_test(tests, an_end_point);
	tcase_add_test(tests, a_slow_receiver);
	tcase_add_test(tests, a_full_link);
	tcase_add_test(tests, a_link_that_is_held_is_no_cause);
	tcase_add_test(tests, a_degraded_link);
	tcase_add_test(tests, a_third_is_no_sign_alone);
	tcase_add_test(tests, a_third_by_chance);
	tcase_add_test(tests, many_degraded_links);
	tcase_add_test(tests, a_third_now_and_then);
	tcase_add_test(tests, a_failed_link);
	tcase_add_test(tests, a_failed_link_that_is_not_missed);
	tcase_add_test(tests, idle_links_have_not_failed);
	tcase_add_test(tests, an_idle_link_among_uneven_ones);
	tcase_add_test(tests, a_link_used_one_way_works);
	tcase_add_test(tests, a_sender);
	tcase_add_test(tests, nodes_that_wait_are_no_measure);
	tcase_add_test(tests, a_hidden_end_point);
	tcase_add_test(tests, a_hidden_end_point_of_an_aries);
	tcase_add_test(tests, a_full_end_point_is_no_less_shown);
	tcase_add_test(tests, equal_roots_are_one_finding);
	tcase_add_test(tests, hurt_nodes);
	tcase_add_test(tests, a_chip_is_not_read);
	tcase_add_test(tests, a_burst_shows_in_its_part);
	tcase_add_test(tests, the_worst_part_counts);
	tcase_add_test(tests, equal_roots_of_parts_are_one_finding);
	tcase_add_test(tests, findings_with_common_roots_are_one);
	tcase_add_test(tests, links_from_chips_to_themselves);
	tcase_add_test(tests, a_link_of_no_chip);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
