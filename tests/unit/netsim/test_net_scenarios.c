// SPDX-License-Identifier: GPL-2.0-only
/*
 * Number of packets, and how long they take if nothing is in their way. All expected numbers are
 * derived by hand from docs/simulator.md; _i is the engine.
 */
#include "netsim/scenario.h"
#include "suite.h"

#define MIB	1048576

static struct scenario net;

/* Phits that one transfer from chip 0 puts on the link to chip 1, and back. */
struct phits {
	uint64_t there, back;
};

static struct phits transfer_phits(enum engine engine, struct net_transfer transfer)
{
	struct phits phits;
	struct run *run;

	scenario_even(&net, "torus:2", 8, 128);
	scenario_send(&net, 0, transfer);
	run = run_all(&net, engine);
	phits.there = run_link(run, 1, XM, NET_VC0_PHITS);
	phits.back = run_link(run, 0, XM, NET_VC1_PHITS);
	ck_assert_uint_eq(run_link(run, 0, 2, NET_VC0_PHITS), phits.there);
	ck_assert_uint_eq(run_link(run, 1, 2, NET_VC1_PHITS), phits.back);
	run_end(run);
	scenario_end(&net);
	return phits;
}

static void phits_are(enum engine engine, struct net_transfer transfer, unsigned int there,
		      unsigned int back)
{
	struct phits phits = transfer_phits(engine, transfer);

	ck_assert_msg(phits.there == there && phits.back == back,
		      "%s: op %d of %lu bytes: %lu and %lu phits, not %u and %u",
		      engine_name[engine], transfer.op, transfer.bytes, phits.there, phits.back,
		      there, back);
}

/* 7 + 3 a started word + 1; 3 back. 65 = 64 + 1, 200 = 3 * 64 + 8. */
START_TEST(puts_have_the_phits_of_the_paper)
{
	phits_are(_i, PUT(2, 1), 11, 3);
	phits_are(_i, PUT(2, 8), 11, 3);
	phits_are(_i, PUT(2, 9), 14, 3);
	phits_are(_i, PUT(2, 64), 32, 3);
	phits_are(_i, PUT(2, 65), 43, 6);
	phits_are(_i, PUT(2, 128), 64, 6);
	phits_are(_i, PUT(2, 200), 107, 12);
}
END_TEST

/* 8; 2 + 3 a started word + 1 back */
START_TEST(gets_have_the_phits_of_the_paper)
{
	phits_are(_i, GET(2, 1), 8, 6);
	phits_are(_i, GET(2, 8), 8, 6);
	phits_are(_i, GET(2, 9), 8, 9);
	phits_are(_i, GET(2, 64), 8, 27);
	phits_are(_i, GET(2, 65), 16, 33);
	phits_are(_i, GET(2, 128), 16, 54);
	phits_are(_i, GET(2, 200), 32, 87);
}
END_TEST

/* 2^20 / 64 = 16,384 transactions of 32 and 3, 8 and 27 phits */
START_TEST(a_mebibyte_is_16384_transactions)
{
	phits_are(_i, PUT(2, MIB), 524288, 49152);
	phits_are(_i, GET(2, MIB), 131072, 442368);
}
END_TEST

/* Whole transactions of 64 bytes, then the remaining words after one more header. */
START_TEST(every_size_to_200_bytes)
{
	unsigned int bytes, whole, rest, words;

	for (bytes = 1; bytes <= 200; bytes++) {
		whole = bytes / 64;
		rest = bytes % 64 ? 1 : 0;
		words = (bytes % 64 + 7) / 8;
		phits_are(_i, PUT(2, bytes), 32 * whole + (8 + 3 * words) * rest,
			  3 * (whole + rest));
		phits_are(_i, GET(2, bytes), 8 * (whole + rest),
			  27 * whole + (3 + 3 * words) * rest);
	}
}
END_TEST

static struct net_transfer zeros(struct net_transfer transfer)
{
	transfer.zero = true;
	return transfer;
}

/* A word of zeros is one phit: 7 + 8 + 1 and 2 + 8 + 1, where it was 32 and 27. */
START_TEST(zeros_are_compressed)
{
	phits_are(_i, zeros(PUT(2, 8)), 9, 3);
	phits_are(_i, zeros(PUT(2, 64)), 16, 3);
	phits_are(_i, zeros(GET(2, 64)), 8, 11);
	phits_are(_i, zeros(PUT(2, MIB)), 262144, 49152);
}
END_TEST

START_TEST(compression_can_be_off)
{
	struct run *run;

	scenario_even(&net, "torus:2", 8, 128);
	net.config.uncompressed = true;
	net.config.put_response = 2;
	scenario_send(&net, 0, zeros(PUT(2, 64)));
	run = run_all(&net, _i);
	ck_assert_uint_eq(run_link(run, 1, XM, NET_VC0_PHITS), 32);
	ck_assert_uint_eq(run_link(run, 0, XM, NET_VC1_PHITS), 2);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/* --- time --- */

/* Return the sum of the latencies of one transfer from node 0. */
static uint64_t transfer_latency(enum engine engine, struct net_transfer transfer)
{
	struct net_totals totals;
	struct run *run;

	scenario_send(&net, 0, transfer);
	run = run_all(&net, engine);
	totals = run_totals(run);
	run_end(run);
	scenario_end(&net);
	return totals.latency;
}

static uint64_t line_latency(enum engine engine, unsigned int ticks, struct net_transfer transfer)
{
	scenario_even(&net, "mesh:6", 8, ticks);
	return transfer_latency(engine, transfer);
}

/*
 * A packet of 1 phit of 125 ticks is in the host tile in cycle 0, asks in 1 and is granted at
 * once, at every router of its way; the last grant, to the host tile, is 84 cycles before
 * the node has the head, one more before it has the tail: 1 + 84 * (hops + 1) + 1.
 */
START_TEST(a_hop_takes_84_cycles)
{
	ck_assert_uint_eq(line_latency(_i, 125, RAW(0, 1, 1)), 86);
	ck_assert_uint_eq(line_latency(_i, 125, RAW(1, 1, 1)), 86);
	ck_assert_uint_eq(line_latency(_i, 125, RAW(2, 1, 1)), 170);
	ck_assert_uint_eq(line_latency(_i, 125, RAW(4, 1, 1)), 254);
	ck_assert_uint_eq(line_latency(_i, 125, RAW(6, 1, 1)), 338);
	ck_assert_uint_eq(line_latency(_i, 125, RAW(10, 1, 1)), 506);
}
END_TEST

/*
 * 32 phits on a cable are 8192 ticks, 65.5 cycles, once: 1 + 84 * 2 + 65 over one hop, 1 +
 * 84 * 3 + 65 over two; on a host tile 32 cycles.
 */
START_TEST(a_packet_is_serialised_once)
{
	ck_assert_uint_eq(line_latency(_i, 256, RAW(1, 1, 32)), 117);
	ck_assert_uint_eq(line_latency(_i, 256, RAW(2, 1, 32)), 234);
	ck_assert_uint_eq(line_latency(_i, 256, RAW(4, 1, 32)), 318);
	ck_assert_uint_eq(line_latency(_i, 128, RAW(4, 1, 32)), 285);
}
END_TEST

/*
 * The tail leaves no router before it is there: from (0,0,0) to (1,1,1) over a cable,
 * mezzanine and backplane, in any order, it is the cable's 65 cycles: 1 + 84 * 4 + 65.
 * Without a cable it is the backplane's 32 * 160 / 125 = 40.
 */
START_TEST(the_slowest_tile_sets_the_pace)
{
	static const struct {
		unsigned int ticks[3];
		unsigned int latency;
	} ways[] = {
		{ { 256, 128, 160 }, 402 }, { { 128, 160, 256 }, 402 }, { { 160, 256, 128 }, 402 },
		{ { 128, 160, 128 }, 377 },
	};
	unsigned int i, link;

	for (i = 0; i < 4; i++) {
		scenario_even(&net, "mesh:2x2x2", 4, 125);
		for (link = 0; link < 8 * 6; link++)
			net.fabric.ticks[link] = ways[i].ticks[link % 6 / 2];
		ck_assert_uint_eq(transfer_latency(_i, RAW(14, 1, 32)), ways[i].latency);
	}
}
END_TEST

/*
 * A of 8 phits to chip 1, B of 16 to chip 2, over one lane of 160 ticks, then one of 256. A
 * leaves chip 0 in ticks 125 to 1405, B from there on, in cycle 11. A leaves chip 1 when its
 * tail is there, in 1405 + 84 * 125 = 11905, which is in cycle 95; B, its head there since 95,
 * begins in that tick: to 11905 + 16 * 256 = 16001, cycle 128, where from the beginning of
 * cycle 95 it would be 127. 2 * 84 later, and injected in 6: 290. A: cycle 95 + 84.
 */
START_TEST(fractions_of_a_cycle_are_kept)
{
	struct net_totals totals;
	struct run *run;

	scenario_even(&net, "mesh:3", 1, 160);
	net.fabric.ticks[2 * 1 + XP] = 256;
	scenario_send(&net, 0, RAW(2, 1, 8));
	scenario_send(&net, 0, RAW(4, 1, 16));
	run = run_all(&net, _i);
	totals = run_totals(run);
	ck_assert_uint_eq(totals.longest, 290);
	ck_assert_uint_eq(totals.latency, 179 + 290);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/*
 * PUT of 64 bytes over one cable: 1 + 84 * 2 + 65 = 234, then 3 phits back, 768 ticks: 1 +
 * 84 * 2 + 6 = 175. The response leaves in the cycle in which the request's tail came, or
 * 40 later.
 */
START_TEST(a_response_follows_its_request)
{
	static const unsigned int turnaround[] = { 0, 40 }, end[] = { 410, 450 };
	struct net_totals totals;
	struct run *run;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		scenario_even(&net, "mesh:2", 8, 256);
		net.config.turnaround = turnaround[i];
		scenario_send(&net, 0, PUT(2, 64));
		run = run_all(&net, _i);
		totals = run_totals(run);
		ck_assert_uint_eq(totals.latency, 409);
		ck_assert_uint_eq(totals.longest, 234);
		ck_assert_uint_eq(totals.cycle, end[i]);
		ck_assert_uint_eq(totals.hops, 2);
		ck_assert_uint_eq(totals.injected, 2);
		ck_assert_uint_eq(totals.delivered, 2);
		ck_assert_uint_eq(totals.bytes, 64);
		run_end(run);
		scenario_end(&net);
	}
}
END_TEST

/* Packets of node 0 are in host tiles in these cycles; the counters of the host link show it. */
static void packets_go_in(const unsigned int *cycle, unsigned int count, unsigned int phits,
			  enum engine engine)
{
	unsigned int host, i;
	struct run *run;

	host = topo_ports(&net.fabric.topo);
	scenario_send(&net, 0, RAW(topo_nics(&net.fabric.topo), count, phits));
	run = run_start(&net, engine);
	for (i = 0; i < count; i++) {
		ck_assert_int_eq(run_until(run, cycle[i]), 0);
		ck_assert_uint_eq(run_link(run, 0, host, NET_VC0_PACKETS), i);
		ck_assert_int_eq(run_until(run, cycle[i] + 1), 0);
		ck_assert_uint_eq(run_link(run, 0, host, NET_VC0_PACKETS), i + 1);
	}
	run_end(run);
	scenario_end(&net);
}

/*
 * Packet i of a NIC is in its host tile in cycle floor(i * 10000 / 13 / 125): 0 6 12 18 24
 * 30 36 43 49 55 61 67 73 80.
 */
START_TEST(a_nic_starts_a_packet_every_5_of_its_cycles)
{
	static const unsigned int cycle[] = {
		0, 6, 12, 18, 24, 30, 36, 43, 49, 55, 61, 67, 73, 80,
	};

	scenario_even(&net, "mesh:2", 8, 128);
	packets_go_in(cycle, 14, 32, _i);
}
END_TEST

/* An Aries's has 800 MHz, as its router has: every 5 cycles. It may be another one: 7.5 cycles. */
START_TEST(turns_are_the_machine_s)
{
	static const unsigned int aries[] = { 0, 5, 10, 15, 20, 25, 30 };
	static const unsigned int other[] = { 0, 7, 15, 22, 30, 37, 45 };

	scenario_even(&net, "dragonfly:2x1x1", 1, 128);
	packets_go_in(aries, 7, 3, _i);
	scenario_even(&net, "dragonfly:2x1x1", 1, 128);
	net.fabric.host.turn = 7 * NET_NIC_CYCLE + NET_NIC_CYCLE / 2 + 1;
	packets_go_in(other, 7, 3, _i);
}
END_TEST

/*
 * The PUT's tail is there in 1 + 84 * 2 + 32 = 201, when the NIC has a request of its own: the
 * response goes, the request 6 cycles later.
 */
START_TEST(responses_leave_before_requests)
{
	struct net_transfer own = RAW(0, 1, 1);
	struct run *run;

	own.cycle = 201;
	scenario_even(&net, "mesh:2", 1, 125);
	scenario_send(&net, 0, PUT(2, 64));
	scenario_send(&net, 2, own);
	run = run_start(&net, _i);
	ck_assert_int_eq(run_until(run, 207), 0);
	ck_assert_uint_eq(run_link(run, 1, 2, NET_VC1_PACKETS), 1);
	ck_assert_uint_eq(run_link(run, 1, 2, NET_VC0_PACKETS), 0);
	ck_assert_int_eq(run_until(run, 208), 0);
	ck_assert_uint_eq(run_link(run, 1, 2, NET_VC0_PACKETS), 1);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/*
 * Granted in 1, the head counts in 85, its phits all at once; not a cycle before, and
 * nowhere else.
 */
START_TEST(a_packet_counts_when_its_head_arrives)
{
	struct run *run;

	scenario_even(&net, "mesh:2", 8, 256);
	scenario_send(&net, 0, RAW(2, 1, 32));
	run = run_start(&net, _i);
	ck_assert_int_eq(run_until(run, 85), 0);
	ck_assert_uint_eq(run_network(run, NET_VC0_PHITS), 0);
	ck_assert_int_eq(run_until(run, 86), 0);
	ck_assert_uint_eq(run_network(run, NET_VC0_PHITS), 32);
	ck_assert_uint_eq(run_lane(run, 1, XM, 0, NET_VC0_PHITS), 32);
	ck_assert_int_eq(run_until(run, 234), 0);
	ck_assert(!run_idle(run));
	ck_assert_uint_eq(run_totals(run).delivered, 0);
	ck_assert_int_eq(run_until(run, 235), 0);
	ck_assert(run_idle(run));
	ck_assert_uint_eq(run_totals(run).delivered, 1);
	ck_assert_uint_eq(run_totals(run).cycle, 235);
	run_end(run);
	scenario_end(&net);
}
END_TEST

START_TEST(a_transfer_waits_for_its_cycle)
{
	struct net_transfer late = RAW(2, 1, 1);
	struct run *run;

	late.cycle = 1000;
	scenario_even(&net, "mesh:2", 8, 125);
	scenario_send(&net, 0, late);
	run = run_all(&net, _i);
	ck_assert_uint_eq(run_totals(run).latency, 170);
	ck_assert_uint_eq(run_totals(run).cycle, 1171);
	run_end(run);
	scenario_end(&net);
}
END_TEST

START_TEST(transfers_that_nobody_announced_are_refused)
{
	struct run *run;

	scenario_even(&net, "mesh:2", 8, 125);
	scenario_send(&net, 0, PUT(2, 8));
	net.traffic.requests = 1 << NET_GET;
	run = run_start(&net, _i);
	ck_assert_int_eq(run_until(run, NET_FOREVER), -EINVAL);
	run_end(run);
	scenario_end(&net);
}
END_TEST

START_TEST(transfers_to_nobody_are_refused)
{
	struct run *run;

	scenario_even(&net, "mesh:2", 8, 125);
	scenario_send(&net, 0, PUT(4, 8));
	run = run_start(&net, _i);
	ck_assert_int_eq(run_until(run, NET_FOREVER), -EINVAL);
	run_end(run);
	scenario_end(&net);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_scenarios");
	TCase *counts = tcase_create("packets"), *time = tcase_create("time");

	tcase_add_loop_test(counts, puts_have_the_phits_of_the_paper, 0, ENGINES);
	tcase_add_loop_test(counts, gets_have_the_phits_of_the_paper, 0, ENGINES);
	tcase_add_loop_test(counts, a_mebibyte_is_16384_transactions, 0, ENGINES);
	tcase_add_loop_test(counts, every_size_to_200_bytes, 0, ENGINES);
	tcase_add_loop_test(counts, zeros_are_compressed, 0, ENGINES);
	tcase_add_loop_test(counts, compression_can_be_off, 0, ENGINES);
	tcase_add_loop_test(counts, transfers_that_nobody_announced_are_refused, 0, ENGINES);
	tcase_add_loop_test(counts, transfers_to_nobody_are_refused, 0, ENGINES);
	suite_add_tcase(suite, counts);
	tcase_add_loop_test(time, a_hop_takes_84_cycles, 0, TIMED);
	tcase_add_loop_test(time, a_packet_is_serialised_once, 0, TIMED);
	tcase_add_loop_test(time, the_slowest_tile_sets_the_pace, 0, TIMED);
	tcase_add_loop_test(time, fractions_of_a_cycle_are_kept, 0, TIMED);
	tcase_add_loop_test(time, a_response_follows_its_request, 0, TIMED);
	tcase_add_loop_test(time, a_nic_starts_a_packet_every_5_of_its_cycles, 0, TIMED);
	tcase_add_loop_test(time, turns_are_the_machine_s, 0, TIMED);
	tcase_add_loop_test(time, responses_leave_before_requests, 0, TIMED);
	tcase_add_loop_test(time, a_packet_counts_when_its_head_arrives, 0, TIMED);
	tcase_add_loop_test(time, a_transfer_waits_for_its_cycle, 0, TIMED);
	suite_add_tcase(suite, time);
	return suite_run(suite);
}
