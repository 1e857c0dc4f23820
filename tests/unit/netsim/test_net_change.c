// SPDX-License-Identifier: GPL-2.0-only
/*
 * Machines that break while they run: small cases, worked out by hand from the rules, in the event
 * engine and in the reference. All links have one lane, 125 ticks a phit, and a hop of 84 cycles.
 */
#include <stdlib.h>

#include "netsim/scenario.h"
#include "suite.h"

#define LENGTH(array)	((int)(sizeof(array) / sizeof(*(array))))
#define HOP		84

static struct scenario scenario;

static struct net_totals totals_at(enum engine engine, uint64_t cycle)
{
	struct run *run = run_start(&scenario, engine);
	struct net_totals totals;

	ck_assert_int_eq(run_until(run, cycle), 0);
	totals = run_totals(run);
	run_end(run);
	return totals;
}

static uint64_t lost_at(enum engine engine, uint64_t cycle)
{
	return totals_at(engine, cycle).lost;
}

static uint64_t failed_at(enum engine engine, uint64_t cycle)
{
	return totals_at(engine, cycle).failed;
}

/* --- one packet, and a link that fails --- */

/*
 * 4 phits from chip 0 to chip 1: granted in cycle 1, the head is over in cycle 85, the tail at tick
 * 625 + 84 * 125, that is 89 * 125. Then from 85 on to the node; the tail is there in 89 + 84.
 */
static const struct moment {
	const char *name;
	unsigned int fails;
	unsigned int lost;	/* in this cycle; 0: not at all */
	unsigned int counted;	/* packets at the far input */
} moments[] = {
	{ "before its head asks", 1, 1, 0 },
	{ "when it has just been granted the link", 2, 2, 0 },
	{ "a cycle before its head is over", 84, 84, 0 },
	{ "in the cycle in which its head is over", 85, 85, 0 },
	{ "a cycle after its head is over", 86, 173, 1 },
	{ "a cycle before its tail is over", 88, 173, 1 },
	{ "in the cycle in which its tail is over", 89, 0, 1 },
	{ "a cycle after its tail is over", 90, 0, 1 },
};

START_TEST(packet_is_lost_if_its_link_fails)
{
	const struct moment *moment = &moments[_i / TIMED];
	enum engine engine = _i % TIMED;
	struct net_totals totals;
	struct run *run;

	scenario_even(&scenario, "mesh:2", 1, 125);
	scenario_send(&scenario, 0, RAW(2, 1, 4));
	scenario_change(&scenario, FAIL(moment->fails, 0, XP, 1));
	run = run_all(&scenario, engine);
	totals = run_totals(run);
	ck_assert_msg(totals.lost == !!moment->lost && totals.delivered == !moment->lost,
		      "%s, a link fails %s: %lu lost, %lu delivered", engine_name[engine],
		      moment->name, totals.lost, totals.delivered);
	ck_assert_uint_eq(run_lane(run, 1, XM, 0, NET_VC0_PACKETS), moment->counted);
	ck_assert_uint_eq(totals.last, (moment->lost ? moment->lost : 173) + 1);
	run_end(run);
	if (moment->lost) {
		ck_assert_uint_eq(lost_at(engine, moment->lost), 0);
		ck_assert_uint_eq(lost_at(engine, moment->lost + 1), 1);
	}
	scenario_end(&scenario);
}
END_TEST

/* --- requests and responses --- */

/* A PUT of 64 B, 32 phits: as above, but the tail is over in cycle 117, and at its node in 201. */
START_TEST(lost_request_fails_when_its_time_is_over)
{
	scenario_even(&scenario, "mesh:2", 1, 125);
	scenario_send(&scenario, 0, PUT(2, 64));
	scenario_change(&scenario, FAIL(50, 0, XP, 1));
	ck_assert_uint_eq(failed_at(_i, 50 + 700), 0);
	ck_assert_uint_eq(failed_at(_i, 50 + 701), 1);
	ck_assert_uint_eq(totals_at(_i, NET_FOREVER).last, 50 + 701);
	scenario_end(&scenario);
}
END_TEST

/* The GET is over in cycle 93. The PUT is granted in 9: its head is over in 93, its tail in 125. */
START_TEST(broken_request_is_answered_by_an_error)
{
	struct net_totals totals;

	scenario_even(&scenario, "mesh:2", 1, 125);
	scenario_send(&scenario, 0, GET(2, 64));
	scenario_send(&scenario, 0, PUT(2, 64));
	scenario_change(&scenario, FAIL(110, 0, XP, 1));
	scenario_change(&scenario, MEND(111, 0, XP, 1));
	scenario.changes.detect = 100000;
	totals = totals_at(_i, NET_FOREVER);
	ck_assert_uint_eq(totals.lost, 1);
	ck_assert_uint_eq(totals.failed, 1);
	ck_assert_uint_eq(totals.injected, 4);
	ck_assert_uint_eq(totals.delivered, 3);
	ck_assert_uint_eq(totals.bytes, 64);
	scenario_end(&scenario);
}
END_TEST

/* The node answers in cycle 201: asks in 202; 3 phits are at node 0 in 202 + 3 + 2 * 84. */
START_TEST(error_comes_as_soon_as_a_response)
{
	scenario_even(&scenario, "mesh:2", 1, 125);
	scenario_send(&scenario, 0, PUT(2, 64));
	scenario_change(&scenario, FAIL(110, 0, XP, 1));
	ck_assert_uint_eq(failed_at(_i, 202 + 3 + 2 * HOP), 0);
	ck_assert_uint_eq(failed_at(_i, 202 + 3 + 2 * HOP + 1), 1);
	scenario_end(&scenario);
}
END_TEST

START_TEST(lost_response_fails_its_request)
{
	struct net_totals totals;

	scenario_even(&scenario, "mesh:2", 1, 125);
	scenario_send(&scenario, 0, PUT(2, 64));
	scenario_change(&scenario, FAIL(150, 1, XM, 1));
	scenario.changes.detect = 100000;
	/* The router of chip 1 discards it in cycle 202. */
	ck_assert_uint_eq(lost_at(_i, 202), 0);
	ck_assert_uint_eq(lost_at(_i, 203), 1);
	totals = totals_at(_i, NET_FOREVER);
	ck_assert_uint_eq(totals.failed, 1);
	ck_assert_uint_eq(totals.last, 202 + 701);
	ck_assert_uint_eq(totals.bytes, 64);
	scenario_end(&scenario);
}
END_TEST

/* New routes in cycle 10 + 300 + 500 have no way: each request fails at its NIC, once a turn. */
START_TEST(request_without_a_way_fails_at_its_node)
{
	struct net_transfer late = PUT(2, 128);
	struct net_totals totals;

	scenario_even(&scenario, "mesh:2", 1, 125);
	late.cycle = 900;
	scenario_send(&scenario, 0, late);
	scenario_change(&scenario, FAIL(10, 0, XP, 1));
	ck_assert_uint_eq(failed_at(_i, 900), 0);
	ck_assert_uint_eq(failed_at(_i, 901), 1);
	ck_assert_uint_eq(failed_at(_i, 906), 1);
	ck_assert_uint_eq(failed_at(_i, 907), 2);
	totals = totals_at(_i, NET_FOREVER);
	ck_assert_uint_eq(totals.injected, 0);
	ck_assert_uint_eq(totals.last, 907);
	scenario_end(&scenario);
}
END_TEST

/* --- quiesce --- */

static void send_at(uint64_t cycle)
{
	struct net_transfer transfer = RAW(2, 1, 4);

	transfer.cycle = cycle;
	scenario_send(&scenario, 0, transfer);
}

/* NICs stop in cycle 310, and go on in 810, the other way round the ring. */
START_TEST(nics_stop_until_there_are_new_routes)
{
	struct net_totals totals;

	scenario_even(&scenario, "torus:4", 1, 125);
	scenario_change(&scenario, FAIL(10, 0, XP, 1));
	send_at(20);
	send_at(309);
	send_at(310);
	ck_assert_uint_eq(totals_at(_i, 310).injected, 2);
	ck_assert_uint_eq(totals_at(_i, 810).injected, 2);
	ck_assert_uint_eq(totals_at(_i, 810).lost, 2);
	ck_assert_uint_eq(totals_at(_i, 811).injected, 3);
	totals = totals_at(_i, NET_FOREVER);
	ck_assert_uint_eq(totals.delivered, 1);
	ck_assert_uint_eq(totals.hops, 3);
	scenario_end(&scenario);
}
END_TEST

/* Mended in cycle 100: what asks from then on gets through at once, on the way that it had. */
START_TEST(mended_link_works_at_once)
{
	struct net_totals totals;

	scenario_even(&scenario, "torus:4", 1, 125);
	scenario_change(&scenario, FAIL(10, 0, XP, 1));
	scenario_change(&scenario, MEND(100, 0, XP, 1));
	send_at(98);
	send_at(99);
	totals = totals_at(_i, NET_FOREVER);
	ck_assert_uint_eq(totals.lost, 1);
	ck_assert_uint_eq(totals.delivered, 1);
	ck_assert_uint_eq(totals.hops, 1);
	scenario_end(&scenario);
}
END_TEST

/*
 * Two packets of 256 cycles for chip 2, half a ring away: the plus way. In cycle 10 the second link
 * of that way fails, and the minus way is the new one. The first packet, which has its first link,
 * is discarded; the second waits for it, until that fails too: then it takes the new way.
 */
START_TEST(head_that_waits_keeps_its_route_until_it_asks_again)
{
	struct net_totals totals;

	scenario_even(&scenario, "torus:4", 1, 1000);
	scenario_send(&scenario, 0, RAW(4, 2, 32));
	scenario_change(&scenario, FAIL(10, 1, XP, 1));
	scenario_change(&scenario, FAIL(100, 0, XP, 1));
	scenario.changes.detect = 0;
	scenario.changes.quiesce = 0;
	ck_assert_uint_eq(totals_at(_i, 100).hops, 1);
	totals = totals_at(_i, NET_FOREVER);
	ck_assert_uint_eq(totals.lost, 1);
	ck_assert_uint_eq(totals.delivered, 1);
	ck_assert_uint_eq(totals.hops, 3);
	scenario_end(&scenario);
}
END_TEST

/* --- streams --- */

/* 32 phits keep the lane for 32 cycles: packet i is granted in cycle 1 + 32 i. */
#define STREAM(packets)	RAW(2, (packets), 32)

static uint64_t stream_end(enum engine engine, unsigned int packets)
{
	struct net_totals totals;

	scenario_send(&scenario, 0, STREAM(packets));
	totals = totals_at(engine, NET_FOREVER);
	scenario_end(&scenario);
	return totals.last;
}

/* 384 cycles are what 12 packets take; the last tail needs two hops more. */
static const struct width {
	unsigned int cycle, narrow;	/* packets that take three times as long */
} widths[] = {
	{ 160, 5 }, { 161, 5 }, { 162, 4 },
};

START_TEST(width_counts_from_its_cycle_on)
{
	const struct width *width = &widths[_i / TIMED];

	scenario_even(&scenario, "mesh:2", 1, 125);
	scenario_change(&scenario, WIDTH(width->cycle, 0, XP, 1, 375));
	ck_assert_uint_eq(stream_end(_i % TIMED, 10),
			  1 + 32 * 10 + 64 * width->narrow + 2 * HOP + 1);
}
END_TEST

/* Another lane, another direction: nothing changes for the stream. */
START_TEST(width_is_that_of_one_direction)
{
	scenario_even(&scenario, "mesh:2", 1, 125);
	scenario_change(&scenario, WIDTH(0, 1, XM, 1, 375));
	ck_assert_uint_eq(stream_end(_i, 10), 1 + 32 * 10 + 2 * HOP + 1);
}
END_TEST

/*
 * A link that fails in cycle 1 + 32 k costs the packets granted 32, 64 and 96 cycles before, whose
 * tails are over 116 cycles after that. It is mended at once. There are 8 credits: if any were
 * lost, the stream would be slower after 20 failures, or stand still.
 */
START_TEST(mended_link_is_as_fast_as_before)
{
	struct net_totals totals;
	unsigned int i;

	scenario_even(&scenario, "mesh:2", 1, 125);
	scenario_send(&scenario, 0, STREAM(200));
	for (i = 1; i <= 20; i++) {
		scenario_change(&scenario, FAIL(1 + 256 * i, 0, XP, 1));
		scenario_change(&scenario, MEND(1 + 256 * i, 0, XP, 1));
	}
	scenario.changes.detect = 100000;
	totals = totals_at(_i, NET_FOREVER);
	ck_assert_uint_eq(totals.lost, 3 * 20);
	ck_assert_uint_eq(totals.delivered, 200 - 3 * 20);
	ck_assert_uint_eq(totals.last, 1 + 32 * 200 + 2 * HOP + 1);
	scenario_end(&scenario);
}
END_TEST

/*
 * Two lanes with three packets each, granted in about cycles 1, 257 and 513. In cycle 300 lane 0
 * has the tail of its first packet and all of its second; the third takes the other lane.
 */
START_TEST(heads_that_wait_take_another_lane)
{
	struct run *run;
	uint32_t node;

	scenario_even(&scenario, "mesh:2", 2, 1000);
	for (node = 0; node < 2; node++)
		scenario_send(&scenario, node, RAW(2 + node, 3, 32));
	scenario_change(&scenario, FAIL(300, 0, XP, 1));
	run = run_all(&scenario, _i);
	ck_assert_uint_eq(run_totals(run).lost, 2);
	ck_assert_uint_eq(run_totals(run).delivered, 4);
	ck_assert_uint_eq(run_lane(run, 1, XM, 0, NET_VC0_PACKETS), 1);
	ck_assert_uint_eq(run_lane(run, 1, XM, 1, NET_VC0_PACKETS), 4);
	run_end(run);
	scenario_end(&scenario);
}
END_TEST

/* --- slow receivers --- */

/* Return how many packets arrive in some cycles of a run. */
static uint64_t taken(struct run *run, uint64_t from, uint64_t until)
{
	uint64_t before;

	ck_assert_int_eq(run_until(run, from), 0);
	before = run_totals(run).delivered;
	ck_assert_int_eq(run_until(run, until), 0);
	return run_totals(run).delivered - before;
}

/*
 * A turn of a NIC is 80/13 cycles: in 8,320 cycles it takes 1,352 packets, at a quarter of its rate
 * 338. Two nodes have more for it all the time; what it does not take stalls for credits at the
 * host tiles, and the other NIC of its chip is not slow.
 */
START_TEST(slow_receiver_takes_its_share)
{
	struct run *run;

	scenario_even(&scenario, "mesh:3", 8, 125);
	scenario_send(&scenario, 0, RAW(2, 3000, 1));
	scenario_send(&scenario, 4, RAW(2, 3000, 1));
	scenario_change(&scenario, TAKE(1000, 1, 1, 4));
	scenario_change(&scenario, TAKE(12000, 1, 1, 1));
	run = run_start(&scenario, _i);
	ck_assert_int_eq(run_until(run, 500), 0);
	ck_assert_uint_eq(taken(run, 2000, 10320), 338);
	ck_assert_uint_gt(run_link(run, 1, 2, NET_CREDIT_STALLS), 8000);
	ck_assert_uint_eq(taken(run, 13000, 21320), 1352);
	run_end(run);
	scenario_end(&scenario);
}
END_TEST

/* NIC 3 is as fast as ever beside NIC 2, at the same host tiles. */
START_TEST(slow_receiver_is_one_nic)
{
	struct run *run;

	scenario_even(&scenario, "mesh:2", 8, 125);
	scenario_send(&scenario, 0, RAW(3, 2000, 1));
	scenario_change(&scenario, TAKE(0, 1, 1, 10));
	run = run_start(&scenario, _i);
	ck_assert_uint_eq(taken(run, 1000, 9320), 1352);
	run_end(run);
	scenario_end(&scenario);
}
END_TEST

/* --- what there cannot be --- */

static const struct net_change wrong[] = {
	{ .chip = 2, .lanes = 1 },			/* no such chip */
	{ .chip = 0, .port = 2, .lanes = 1 },		/* no such port */
	{ .chip = 0, .port = XM, .lanes = 1 },		/* the edge of a mesh */
	{ .chip = 0, .lanes = 0 },			/* no lane */
	{ .chip = 0, .lanes = 2 },			/* no such lane */
	{ .chip = 0, .lanes = 1, .kind = NET_WIDTH },	/* no time a phit */
	{ .chip = 0, .lanes = 1, .kind = NET_TAKE },	/* no turns */
	{ .chip = 0, .lanes = 4, .kind = NET_TAKE, .ticks = 1 },	/* no such NIC */
	{ .chip = 2, .lanes = 1, .kind = NET_TAKE, .ticks = 1 },	/* no such chip */
	{ .chip = 0, .lanes = 0, .kind = NET_TAKE, .ticks = 1 },	/* no NIC */
	{ .chip = 0, .lanes = 1, .kind = 4 },		/* no such kind */
	{ .chip = 0, .lanes = 1, .cycle = NET_LAST_CYCLE + 1 },
};

START_TEST(impossible_change_is_rejected)
{
	struct run *run;

	scenario_even(&scenario, "mesh:2", 1, 125);
	scenario_change(&scenario, wrong[_i / ENGINES]);
	run = run_start(&scenario, _i % ENGINES);
	ck_assert_int_eq(run_until(run, 1), -EINVAL);
	run_end(run);
	scenario_end(&scenario);
}
END_TEST

START_TEST(changes_come_in_order)
{
	struct run *run;

	scenario_even(&scenario, "mesh:2", 1, 125);
	scenario_change(&scenario, FAIL(2, 0, XP, 1));
	scenario_change(&scenario, MEND(1, 0, XP, 1));
	run = run_start(&scenario, _i);
	ck_assert_int_eq(run_until(run, 1), -EINVAL);
	run_end(run);
	scenario_end(&scenario);
}
END_TEST

START_TEST(flow_engine_knows_no_changes)
{
	struct run *run;

	scenario_even(&scenario, "mesh:2", 1, 125);
	scenario_change(&scenario, FAIL(2, 0, XP, 1));
	run = run_start(&scenario, FLOW);
	ck_assert_int_eq(run_until(run, 1), -EINVAL);
	run_end(run);
	scenario_end(&scenario);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_change");
	TCase *tcase = tcase_create("change");

	suite_add_tcase(suite, tcase);
	tcase_add_loop_test(tcase, packet_is_lost_if_its_link_fails, 0, LENGTH(moments) * TIMED);
	tcase_add_loop_test(tcase, lost_request_fails_when_its_time_is_over, 0, TIMED);
	tcase_add_loop_test(tcase, broken_request_is_answered_by_an_error, 0, TIMED);
	tcase_add_loop_test(tcase, error_comes_as_soon_as_a_response, 0, TIMED);
	tcase_add_loop_test(tcase, lost_response_fails_its_request, 0, TIMED);
	tcase_add_loop_test(tcase, request_without_a_way_fails_at_its_node, 0, TIMED);
	tcase_add_loop_test(tcase, nics_stop_until_there_are_new_routes, 0, TIMED);
	tcase_add_loop_test(tcase, mended_link_works_at_once, 0, TIMED);
	tcase_add_loop_test(tcase, head_that_waits_keeps_its_route_until_it_asks_again, 0, TIMED);
	tcase_add_loop_test(tcase, width_counts_from_its_cycle_on, 0, LENGTH(widths) * TIMED);
	tcase_add_loop_test(tcase, width_is_that_of_one_direction, 0, TIMED);
	tcase_add_loop_test(tcase, mended_link_is_as_fast_as_before, 0, TIMED);
	tcase_add_loop_test(tcase, heads_that_wait_take_another_lane, 0, TIMED);
	tcase_add_loop_test(tcase, slow_receiver_takes_its_share, 0, TIMED);
	tcase_add_loop_test(tcase, slow_receiver_is_one_nic, 0, TIMED);
	tcase_add_loop_test(tcase, impossible_change_is_rejected, 0, LENGTH(wrong) * ENGINES);
	tcase_add_loop_test(tcase, changes_come_in_order, 0, TIMED);
	tcase_add_test(tcase, flow_engine_knows_no_changes);
	return suite_run(suite);
}
