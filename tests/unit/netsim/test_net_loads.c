// SPDX-License-Identifier: GPL-2.0-only
/*
 * Traffic of each link, that nothing is lost or invented, and that all of it arrives. _i is the
 * engine.
 */
#include <stdio.h>

#include "netsim/scenario.h"
#include "suite.h"

static struct scenario net;

/* Every chip sends a PUT to the chip so far up the ring. */
static void ring_shift(unsigned int chips, unsigned int distance)
{
	unsigned int chip;

	for (chip = 0; chip < chips; chip++)
		scenario_send(&net, 2 * chip, PUT(2 * ((chip + distance) % chips), 64));
}

static void ring_start(unsigned int chips)
{
	char name[16];

	snprintf(name, sizeof(name), "torus:%u", chips);
	scenario_even(&net, name, 2, 160);
}

/* Packets over every link of a ring, upward and downward. */
static void ring_has(const struct run *run, enum net_counter packets, unsigned int up,
		     unsigned int down)
{
	unsigned int chips = net.fabric.topo.chips, chip;

	for (chip = 0; chip < chips; chip++) {
		uint64_t below = run_link(run, chip, XM, packets);
		uint64_t above = run_link(run, chip, XP, packets);

		ck_assert_msg(below == up && above == down,
			      "ring of %u, counter %d: %lu up and %lu down to chip %u, not %u and %u",
			      chips, packets, below, above, chip, up, down);
	}
}

/*
 * One packet from everybody to everybody: 1 + 2 + ... hops up, as many down, but half a
 * ring only up. Each link carries as much as a chip sends: k = 8: 1 + 2 + 3 + 4 up, 1 + 2 +
 * 3 down; k = 7: 1 + 2 + 3 both. Responses are one from everybody to everybody as well.
 */
START_TEST(uniform_loads_of_rings)
{
	static const struct {
		unsigned int chips, up, down;
	} rings[] = {
		{ 2, 1, 0 }, { 3, 1, 1 }, { 4, 3, 1 }, { 5, 3, 3 }, { 6, 6, 3 }, { 7, 6, 6 },
		{ 8, 10, 6 },
	};
	unsigned int i, distance;
	struct run *run;

	for (i = 0; i < 7; i++) {
		ring_start(rings[i].chips);
		for (distance = 1; distance < rings[i].chips; distance++)
			ring_shift(rings[i].chips, distance);
		run = run_all(&net, _i);
		ring_has(run, NET_VC0_PACKETS, rings[i].up, rings[i].down);
		ring_has(run, NET_VC1_PACKETS, rings[i].up, rings[i].down);
		run_end(run);
		scenario_end(&net);
	}
}
END_TEST

/*
 * Everybody sends so far up: every link on the shorter way carries as many. Responses of
 * half a ring go up too, all others the other way. 4 of 7 up is 3 down.
 */
START_TEST(permutation_loads_of_rings)
{
	static const struct {
		unsigned int chips, distance, vc0_up, vc0_down, vc1_up, vc1_down;
	} rings[] = {
		{ 8, 3, 3, 0, 0, 3 }, { 8, 4, 4, 0, 4, 0 }, { 8, 5, 0, 3, 3, 0 },
		{ 7, 3, 3, 0, 0, 3 }, { 7, 4, 0, 3, 3, 0 }, { 2, 1, 1, 0, 1, 0 },
	};
	struct run *run;
	unsigned int i;

	for (i = 0; i < 6; i++) {
		ring_start(rings[i].chips);
		ring_shift(rings[i].chips, rings[i].distance);
		run = run_all(&net, _i);
		ring_has(run, NET_VC0_PACKETS, rings[i].vc0_up, rings[i].vc0_down);
		ring_has(run, NET_VC1_PACKETS, rings[i].vc1_up, rings[i].vc1_down);
		run_end(run);
		scenario_end(&net);
	}
}
END_TEST

/*
 * 4 x 6 chips, one packet from each node to each. X links: 6 destinations a column, 1 + 2 up, 1
 * down. Y links: packets enter a column from 4 sources a row, 1 + 2 + 3 up, 1 + 2 down.
 */
START_TEST(uniform_loads_of_a_torus)
{
	unsigned int src, dst, chip;
	struct run *run;

	scenario_even(&net, "torus:4x6", 4, 128);
	for (dst = 0; dst < 24; dst++)
		for (src = 0; src < 24; src++)
			scenario_send(&net, 2 * src, RAW(2 * dst, 1, 32));
	run = run_all(&net, _i);
	for (chip = 0; chip < 24; chip++) {
		ck_assert_uint_eq(run_link(run, chip, XM, NET_VC0_PACKETS), 18);
		ck_assert_uint_eq(run_link(run, chip, XP, NET_VC0_PACKETS), 6);
		ck_assert_uint_eq(run_link(run, chip, YM, NET_VC0_PACKETS), 24);
		ck_assert_uint_eq(run_link(run, chip, YP, NET_VC0_PACKETS), 12);
		ck_assert_uint_eq(run_link(run, chip, 4, NET_VC0_PACKETS), 24);
	}
	run_end(run);
	scenario_end(&net);
}
END_TEST

/* To the complement in a hypercube each node crosses every dimension once: one packet a link. */
START_TEST(complement_loads_of_a_hypercube)
{
	unsigned int chip, dim;
	struct run *run;

	scenario_even(&net, "hypercube:4", 2, 128);
	for (chip = 0; chip < 16; chip++)
		scenario_send(&net, 2 * chip, RAW(2 * (15 - chip), 1, 32));
	run = run_all(&net, _i);
	for (chip = 0; chip < 16; chip++)
		for (dim = 0; dim < 4; dim++) {
			unsigned int down = chip >> dim & 1;

			ck_assert_uint_eq(run_link(run, chip, 2 * dim + down, NET_VC0_PACKETS), 1);
		}
	ck_assert_uint_eq(run_network(run, NET_VC0_PACKETS), 64);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/* --- nothing lost, nothing invented --- */

/* PUTs and GETs of 64 bytes that a run should have counted, and hops each way of both. */
struct sums {
	uint64_t puts, gets, put_hops, get_hops;
};

static void sums_are(const struct run *run, enum engine engine, const struct sums *sums)
{
	uint64_t pairs = sums->puts + sums->gets, hops = sums->put_hops + sums->get_hops;
	struct net_totals totals;

	ck_assert_uint_eq(run_hosts(run, NET_VC0_PACKETS), pairs);
	ck_assert_uint_eq(run_hosts(run, NET_VC1_PACKETS), pairs);
	ck_assert_uint_eq(run_hosts(run, NET_VC0_PHITS), 32 * sums->puts + 8 * sums->gets);
	ck_assert_uint_eq(run_hosts(run, NET_VC1_PHITS), 3 * sums->puts + 27 * sums->gets);
	ck_assert_uint_eq(run_network(run, NET_VC0_PACKETS), hops);
	ck_assert_uint_eq(run_network(run, NET_VC1_PACKETS), hops);
	ck_assert_uint_eq(run_network(run, NET_VC0_PHITS),
			  32 * sums->put_hops + 8 * sums->get_hops);
	ck_assert_uint_eq(run_network(run, NET_VC1_PHITS),
			  3 * sums->put_hops + 27 * sums->get_hops);
	if (engine == FLOW)
		return;
	totals = run_totals(run);
	ck_assert_uint_eq(totals.injected, 2 * pairs);
	ck_assert_uint_eq(totals.delivered, 2 * pairs);
	ck_assert_uint_eq(totals.hops, 2 * hops);
	ck_assert_uint_eq(totals.bytes, 64 * pairs);
}

static void all_sums_are(enum engine engine, const struct sums *sums)
{
	struct run *run = run_all(&net, engine);

	sums_are(run, engine, sums);
	run_end(run);
	scenario_end(&net);
}

/* 10 PUTs and 5 GETs of 64 bytes from every node to node 0. */
static void hot_spot(const char *topo)
{
	uint32_t node;

	scenario_even(&net, topo, 2, 256);
	for (node = 0; node < 2 * net.fabric.topo.chips; node++) {
		scenario_send(&net, node, PUT(0, 640));
		scenario_send(&net, node, GET(0, 320));
	}
}

/* A ring of 4 has distances 0 1 2 1: 4 * 4 in x and 4 * 4 in y, 2 nodes a chip: 64. */
static const struct sums hot_sums = { 320, 160, 640, 320 };

START_TEST(a_hot_spot_conserves)
{
	hot_spot("torus:4x4");
	all_sums_are(_i, &hot_sums);
}
END_TEST

START_TEST(failed_lanes_conserve)
{
	hot_spot("torus:4x4");
	scenario_fail(&net, 1, XM, 1);
	scenario_fail(&net, 4, YM, 2);
	scenario_fail(&net, 0, XP, 2);
	all_sums_are(_i, &hot_sums);
}
END_TEST

START_TEST(errors_conserve)
{
	hot_spot("torus:4x4");
	net.config.crc_rate = 1u << 30;
	net.config.seed = 4;
	all_sums_are(_i, &hot_sums);
}
END_TEST

/*
 * A ring of 5 has distances 0 1 2 2 1 to chip 0. Without the link from 4 up to 0, chips 3
 * and 4, which went up, go down, 3 and 4 hops; responses from 0 go down to 4 and 3 as
 * before.
 */
START_TEST(a_lost_link_conserves)
{
	struct net_totals totals;
	struct run *run;

	hot_spot("torus:5");
	scenario_fail(&net, 4, XP, 3);
	run = run_all(&net, _i);
	ck_assert_uint_eq(run_hosts(run, NET_VC0_PACKETS), 150);
	ck_assert_uint_eq(run_hosts(run, NET_VC1_PACKETS), 150);
	ck_assert_uint_eq(run_network(run, NET_VC0_PACKETS), 15 * 2 * (1 + 2 + 3 + 4));
	ck_assert_uint_eq(run_network(run, NET_VC1_PACKETS), 15 * 2 * (1 + 2 + 2 + 1));
	ck_assert_uint_eq(run_link(run, 0, XM, NET_VC0_PACKETS), 0);
	if (_i < TIMED) {
		totals = run_totals(run);
		ck_assert_uint_eq(totals.delivered, 300);
		ck_assert_uint_eq(totals.bytes, 9600);
	}
	run_end(run);
	scenario_end(&net);
}
END_TEST

/*
 * At any cycle: injected packets were counted at the host tiles, and packets that left a router
 * arrive 84 cycles later.
 */
START_TEST(counts_agree_at_any_cycle)
{
	struct net_totals totals, before = { 0 };
	uint64_t cycle;
	struct run *run;

	hot_spot("torus:4x4");
	run = run_start(&net, _i);
	for (cycle = 84; !run_idle(run); cycle += 84) {
		ck_assert_int_eq(run_until(run, cycle), 0);
		totals = run_totals(run);
		ck_assert_uint_eq(totals.cycle, cycle);
		ck_assert_uint_eq(run_hosts(run, NET_VC0_PACKETS) +
				  run_hosts(run, NET_VC1_PACKETS), totals.injected);
		ck_assert_uint_eq(run_network(run, NET_VC0_PACKETS) +
				  run_network(run, NET_VC1_PACKETS), before.hops);
		before = totals;
	}
	ck_assert_uint_eq(before.delivered, 960);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/* --- all of it arrives --- */

/* Overload: PUTs and GETs to half around every ring, all nodes at once, by one lane. */
static void drains(enum engine engine, const char *topo, unsigned int half)
{
	unsigned int nodes, node, i;
	uint64_t cycle;
	struct run *run;

	scenario_even(&net, topo, 1, 160);
	nodes = 2 * net.fabric.topo.chips;
	for (node = 0; node < nodes; node++)
		for (i = 0; i < 20; i++) {
			unsigned int to = (node + 2 * half + i) % nodes;

			scenario_send(&net, node, i % 3 ? PUT(to, 100 + i) : GET(to, 200));
		}
	run = run_start(&net, engine);
	for (cycle = 1000; cycle <= 100000 && !run_idle(run); cycle += 1000)
		ck_assert_int_eq(run_until(run, cycle), 0);
	ck_assert_msg(run_idle(run), "%s: %s is stuck", engine_name[engine], topo);
	ck_assert_uint_eq(run_totals(run).injected, run_totals(run).delivered);
	run_end(run);
	scenario_end(&net);
}

START_TEST(overload_of_rings_drains)
{
	drains(_i, "torus:3", 1);
	drains(_i, "torus:4", 2);
	drains(_i, "torus:5", 2);
	drains(_i, "torus:8", 4);
	drains(_i, "torus:9", 5);
}
END_TEST

START_TEST(overload_of_tori_drains)
{
	drains(_i, "torus:4x4", 10);
	drains(_i, "torus:3x3x3", 13);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_loads");
	TCase *loads = tcase_create("loads"), *sums = tcase_create("conservation");
	TCase *overload = tcase_create("overload");

	tcase_add_loop_test(loads, uniform_loads_of_rings, 0, ENGINES);
	tcase_add_loop_test(loads, permutation_loads_of_rings, 0, ENGINES);
	tcase_add_loop_test(loads, uniform_loads_of_a_torus, 0, ENGINES);
	tcase_add_loop_test(loads, complement_loads_of_a_hypercube, 0, ENGINES);
	suite_add_tcase(suite, loads);
	tcase_add_loop_test(sums, a_hot_spot_conserves, 0, ENGINES);
	tcase_add_loop_test(sums, failed_lanes_conserve, 0, ENGINES);
	tcase_add_loop_test(sums, errors_conserve, 0, ENGINES);
	tcase_add_loop_test(sums, a_lost_link_conserves, 0, ENGINES);
	tcase_add_loop_test(sums, counts_agree_at_any_cycle, 0, TIMED);
	suite_add_tcase(suite, sums);
	tcase_add_loop_test(overload, overload_of_rings_drains, 0, TIMED);
	tcase_add_loop_test(overload, overload_of_tori_drains, 0, TIMED);
	suite_add_tcase(suite, overload);
	return suite_run(suite);
}
