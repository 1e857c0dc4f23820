// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stalls to the cycle: which packet waits for which, and how long, derived by hand from
 * docs/simulator.md. _i is the engine.
 */
#include "netsim/scenario.h"
#include "suite.h"

static struct scenario net;

/* --- waiting for an output --- */

/* A mesh of 3 x 3 x 3 chips: its middle, the neighbour at ZP, those at XP XM YP YM ZM. */
#define MIDDLE	13
#define ABOVE	22
static const unsigned int around[] = { 14, 12, 16, 10, 4 };

/*
 * A packet from each neighbour to the chip above comes to the middle in cycle 85, all five
 * ask for ZP. The k-th begins in tick 85 * 125 + k * phits * ticks; the cycle of that tick
 * is its grant.
 */
static void five_meet(enum engine engine, unsigned int ticks, const unsigned int *stalls,
		      unsigned int sum)
{
	struct run *run;
	unsigned int i;

	scenario_even(&net, "mesh:3x3x3", 1, ticks);
	for (i = 0; i < 5; i++)
		scenario_send(&net, 2 * around[i], RAW(2 * ABOVE, 1, 32));
	run = run_all(&net, engine);
	for (i = XP; i <= YM; i++)
		ck_assert_uint_eq(run_link(run, MIDDLE, i, NET_INQ_STALLS), stalls[i]);
	ck_assert_uint_eq(run_link(run, MIDDLE, ZM, NET_INQ_STALLS), stalls[4]);
	ck_assert_uint_eq(run_network(run, NET_INQ_STALLS), sum);
	ck_assert_uint_eq(run_hosts(run, NET_INQ_STALLS), 0);
	ck_assert_uint_eq(run_network(run, NET_CREDIT_STALLS), 0);
	ck_assert_uint_eq(run_hosts(run, NET_CREDIT_STALLS), 0);
	run_end(run);
	scenario_end(&net);
}

/*
 * 125 ticks a phit: (0 + 1 + 2 + 3 + 4) * 32 = 320.
 * 256: k * 8192 / 125 = 0, 65.5, 131.07, 196.6, 262.1.
 */
START_TEST(packets_that_meet_wait_for_those_before)
{
	five_meet(_i, 125, (const unsigned int []){ 0, 32, 64, 96, 128 }, 320);
	five_meet(_i, 256, (const unsigned int []){ 0, 65, 131, 196, 262 }, 654);
}
END_TEST

/*
 * Both NICs send 4 packets in cycles 0 6 12 18, over one lane: asked in 1 1 7 7 13 13 19
 * 19, granted every 32 cycles from 1 on. Packet i lies in host tile i.
 */
START_TEST(two_nics_share_an_output)
{
	static const unsigned int stalls[] = { 0, 32, 58, 90, 116, 148, 174, 206 };
	unsigned int lane;
	struct run *run;

	scenario_even(&net, "mesh:2", 1, 125);
	scenario_send(&net, 0, RAW(2, 4, 32));
	scenario_send(&net, 1, RAW(3, 4, 32));
	run = run_all(&net, _i);
	for (lane = 0; lane < 8; lane++)
		ck_assert_uint_eq(run_lane(run, 0, 2, lane, NET_INQ_STALLS), stalls[lane]);
	ck_assert_uint_eq(run_network(run, NET_INQ_STALLS), 0);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/*
 * One phit from each of six neighbours to one NIC comes in cycle 85, each picks another
 * host tile; the NIC takes one every 6.15 cycles: 85 91 97 103 109 115. Their outputs are
 * free and blocked until then.
 */
START_TEST(a_nic_takes_a_packet_every_5_of_its_cycles)
{
	static const unsigned int stalls[] = { 0, 6, 12, 18, 24, 30 };
	unsigned int i;
	struct run *run;

	scenario_even(&net, "mesh:3x3x3", 1, 125);
	for (i = 0; i < 5; i++)
		scenario_send(&net, 2 * around[i], RAW(2 * MIDDLE, 1, 1));
	scenario_send(&net, 2 * ABOVE, RAW(2 * MIDDLE, 1, 1));
	run = run_all(&net, _i);
	for (i = 0; i < 6; i++)
		ck_assert_uint_eq(run_lane(run, MIDDLE, 6, i, NET_CREDIT_STALLS), stalls[i]);
	for (i = XP; i <= YM; i++)
		ck_assert_uint_eq(run_link(run, MIDDLE, i, NET_INQ_STALLS), stalls[i]);
	ck_assert_uint_eq(run_link(run, MIDDLE, ZP, NET_INQ_STALLS), 24);
	ck_assert_uint_eq(run_link(run, MIDDLE, ZM, NET_INQ_STALLS), 30);
	ck_assert_uint_eq(run_network(run, NET_CREDIT_STALLS), 0);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/* --- waiting for slots --- */

/*
 * Packets of 1 phit in slots of 32: 8 of them fill the next buffer. A slot taken in cycle g
 * is free again in g + 169: a hop there, a cycle to leave, a hop back. Packet i is injected
 * in floor(i * 6.15) and asks a cycle later: 1 7 13 19 25 31 37 44, then 50 56 62 68 74 81
 * 87 93.
 */
static struct run *slots_run(const char *topo, unsigned int packets, enum engine engine)
{
	scenario_even(&net, topo, 1, 125);
	scenario_send(&net, 0, RAW(4, packets, 1));
	net.traffic.phits = 32;
	return run_start(&net, engine);
}

/* Packet i = 8 r + j is granted in 169 r + {1 7 13 19 25 31 37 44}. */
START_TEST(heads_wait_for_slots)
{
	struct run *run = slots_run("mesh:3", 16, _i);

	ck_assert_int_eq(run_until(run, NET_FOREVER), 0);
	/* 120 120 120 120 120 119 119 120 */
	ck_assert_uint_eq(run_hosts(run, NET_INQ_STALLS), 958);
	/* 50 to 169; then between two grants of the second round 5 5 5 5 5 5 6 */
	ck_assert_uint_eq(run_link(run, 0, XP, NET_CREDIT_STALLS), 156);
	ck_assert_uint_eq(run_network(run, NET_CREDIT_STALLS), 156);
	ck_assert_uint_eq(run_network(run, NET_INQ_STALLS), 0);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/*
 * After cycle 99 the output was blocked in 50 to 99, and 8 heads since they asked: 50 44 38
 * 32 26 19 13 7.
 */
START_TEST(a_wait_counts_while_it_lasts)
{
	struct run *run = slots_run("mesh:3", 80, _i);

	ck_assert_int_eq(run_until(run, 50), 0);
	ck_assert_uint_eq(run_hosts(run, NET_INQ_STALLS), 0);
	ck_assert_uint_eq(run_link(run, 0, XP, NET_CREDIT_STALLS), 0);
	ck_assert_int_eq(run_until(run, 51), 0);
	ck_assert_uint_eq(run_hosts(run, NET_INQ_STALLS), 1);
	ck_assert_uint_eq(run_link(run, 0, XP, NET_CREDIT_STALLS), 1);
	ck_assert_int_eq(run_until(run, 100), 0);
	ck_assert_uint_eq(run_hosts(run, NET_INQ_STALLS), 229);
	ck_assert_uint_eq(run_link(run, 0, XP, NET_CREDIT_STALLS), 50);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/*
 * 10 rounds of 8: the last grant is in 9 * 169 + 44 = 1565, its tail 3 * 84 + 1 later. 161 of a
 * round's 169 cycles are blocked, from the third round on.
 */
START_TEST(slots_limit_throughput)
{
	struct run *run = slots_run("mesh:3", 80, _i);

	ck_assert_int_eq(run_until(run, NET_FOREVER), 0);
	ck_assert_uint_eq(run_totals(run).cycle, 1819);
	ck_assert_uint_eq(run_link(run, 0, XP, NET_CREDIT_STALLS), 156 + 8 * 161);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/*
 * The host tiles have 64 slots. Once they are full a packet comes in for each that leaves, in
 * the next cycle: the 80 of the first ten rounds, the last in 1565, and 64.
 */
START_TEST(full_host_tiles_hold_the_nic_back)
{
	struct run *run = slots_run("mesh:3", 200, _i);

	ck_assert_int_eq(run_until(run, 1600), 0);
	ck_assert_uint_eq(run_hosts(run, NET_VC0_PACKETS), 144);
	ck_assert_int_eq(run_until(run, 1690), 0);
	ck_assert_uint_eq(run_hosts(run, NET_VC0_PACKETS), 144);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/*
 * A packet that enters a ring leaves one slot free: 7 enter a round. The last of 70 is granted
 * in 9 * 169 + 37 = 1558. The eighth asks in 44: blocked to 169, then 6 * 5, and 162 a round from
 * the third on.
 */
START_TEST(a_ring_keeps_a_slot_free)
{
	struct run *run = slots_run("torus:5", 70, _i);

	ck_assert_int_eq(run_until(run, NET_FOREVER), 0);
	ck_assert_uint_eq(run_totals(run).cycle, 1812);
	ck_assert_uint_eq(run_link(run, 0, XP, NET_CREDIT_STALLS), 126 + 30 + 8 * 162);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/* --- whose turn it is --- */

/*
 * Chip 0 sends packets of 32 phits to chip 2. A link carries one in 12.8 cycles, a host tile in 32:
 * packet i, the first of which has left chip 2 in cycle 201, has left it in 201 + 32 i, and its
 * slot is free for chip 1 in 285 + 32 i. Chip 1 has packets of its own for chip 2 from cycle 2000
 * on, which ask in 2001; a packet from chip 0 waits there all the time.
 */
static struct run *through_run(const char *topo, unsigned int own, enum engine engine)
{
	struct net_transfer late = RAW(4, own, 32);

	late.cycle = 2000;
	scenario_even(&net, topo, 1, 50);
	scenario_send(&net, 0, RAW(4, 500, 32));
	scenario_send(&net, 2, late);
	return run_start(&net, engine);
}

/*
 * In a mesh chip 1's only packet goes second: slots are free in 2013 and 2045. In a ring it needs
 * two, and packets that go straight on take each alone: packet k of these takes the slot of packet
 * k - 8, the last one that of 491. Then those of 492 and 493 are free, in 285 + 32 * 493 = 16061.
 */
START_TEST(a_full_ring_admits_nobody)
{
	static const struct {
		const char *topo;
		unsigned int wait;
	} cases[] = { { "mesh:4", 2045 - 2001 }, { "torus:4", 16061 - 2001 } };
	struct run *run;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		run = through_run(cases[i].topo, 1, _i);
		ck_assert_int_eq(run_until(run, NET_FOREVER), 0);
		ck_assert_uint_eq(run_totals(run).delivered, 501);
		ck_assert_uint_eq(run_link(run, 1, 2, NET_INQ_STALLS), cases[i].wait);
		run_end(run);
		scenario_end(&net);
	}
}
END_TEST

/*
 * In a mesh inputs take turns, and chip 1 has nine: eight host tiles, and the link, to which a
 * ninth of the slots is left.
 */
START_TEST(inputs_of_a_full_link_take_turns)
{
	struct run *run = through_run("mesh:4", 500, _i);
	uint64_t through, all;

	ck_assert_int_eq(run_until(run, 5000), 0);
	through = run_link(run, 1, XM, NET_VC0_PACKETS);
	all = run_link(run, 2, XM, NET_VC0_PACKETS);
	ck_assert_int_eq(run_until(run, 5000 + 20 * 9 * 32), 0);
	ck_assert_uint_eq(run_link(run, 1, XM, NET_VC0_PACKETS) - through, 20);
	ck_assert_uint_eq(run_link(run, 2, XM, NET_VC0_PACKETS) - all, 20 * 9);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/* --- retries --- */

/*
 * An error costs 168 cycles for the round trip and 32 to send again: 1 + 84 * 2 + 32 = 201,
 * or 200 n more.
 */
START_TEST(an_error_costs_a_round_trip_and_a_packet)
{
	unsigned int retries = 0, seed;
	uint64_t least = NET_FOREVER;
	struct net_totals totals;
	struct run *run;

	for (seed = 1; seed <= 16; seed++) {
		scenario_even(&net, "mesh:2", 1, 125);
		net.config.crc_rate = 1u << 31;
		net.config.seed = seed;
		scenario_send(&net, 0, RAW(2, 1, 32));
		run = run_all(&net, _i);
		totals = run_totals(run);
		ck_assert_uint_ge(totals.latency, 201);
		ck_assert_uint_eq((totals.latency - 201) % 200, 0);
		if (totals.latency > 201) {
			least = totals.latency < least ? totals.latency : least;
			retries++;
		}
		ck_assert_uint_eq(run_link(run, 1, XM, NET_VC0_PHITS), 32);
		ck_assert_uint_eq(run_link(run, 1, XM, NET_VC0_PACKETS), 1);
		ck_assert_uint_eq(totals.hops, 1);
		run_end(run);
		scenario_end(&net);
	}
	ck_assert_uint_eq(least, 401);
	ck_assert_uint_lt(retries, 16);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_stalls");
	TCase *outputs = tcase_create("outputs"), *slots = tcase_create("slots");

	tcase_add_loop_test(outputs, packets_that_meet_wait_for_those_before, 0, TIMED);
	tcase_add_loop_test(outputs, two_nics_share_an_output, 0, TIMED);
	tcase_add_loop_test(outputs, a_nic_takes_a_packet_every_5_of_its_cycles, 0, TIMED);
	tcase_add_loop_test(outputs, an_error_costs_a_round_trip_and_a_packet, 0, TIMED);
	suite_add_tcase(suite, outputs);
	tcase_add_loop_test(slots, heads_wait_for_slots, 0, TIMED);
	tcase_add_loop_test(slots, a_wait_counts_while_it_lasts, 0, TIMED);
	tcase_add_loop_test(slots, slots_limit_throughput, 0, TIMED);
	tcase_add_loop_test(slots, full_host_tiles_hold_the_nic_back, 0, TIMED);
	tcase_add_loop_test(slots, a_ring_keeps_a_slot_free, 0, TIMED);
	tcase_add_loop_test(slots, a_full_ring_admits_nobody, 0, TIMED);
	tcase_add_loop_test(slots, inputs_of_a_full_link_take_turns, 0, TIMED);
	suite_add_tcase(suite, slots);
	return suite_run(suite);
}
