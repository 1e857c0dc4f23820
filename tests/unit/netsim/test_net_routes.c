// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which links packets take, on whole networks and broken ones. Routes are written out by hand: a
 * link is named by the chip it leads to and its port there.
 */
#include "netsim/scenario.h"
#include "suite.h"

/* One more than the links of any way here. */
#define WAY	32

struct arrival {
	unsigned int x, y, z, port;
};

static struct scenario net;

/* The number of a chip in a system of 16 x 12 x 24 chips. */
static unsigned int cielo(unsigned int x, unsigned int y, unsigned int z)
{
	return x + 16 * y + 192 * z;
}

static unsigned int cube(unsigned int x, unsigned int y, unsigned int z)
{
	return x + 8 * y + 64 * z;
}

/* One packet arrived at each of these inputs, and none at any other. */
static void way_is(const struct run *run, unsigned int (*chip)(unsigned int x, unsigned int y,
							       unsigned int z),
		   const struct arrival *way, enum net_counter packets)
{
	unsigned int hops;

	for (hops = 0; way[hops].port != TOPO_NONE; hops++) {
		const struct arrival *at = &way[hops];
		uint64_t count = run_link(run, chip(at->x, at->y, at->z), at->port, packets);

		ck_assert_msg(count == 1, "hop %u: %lu packets at (%u,%u,%u) port %u", hops,
			      count, at->x, at->y, at->z, at->port);
	}
	ck_assert_uint_eq(run_network(run, packets), hops);
}

#define END	{ .port = TOPO_NONE }

/* x 14 to 2 is 4 up (12 down), y 11 to 3 is 4 up (8), z 22 to 5 is 7 up (17). */
static const struct arrival cielo_there[WAY] = {
	{ 15, 11, 22, XM }, { 0, 11, 22, XM }, { 1, 11, 22, XM }, { 2, 11, 22, XM },
	{ 2, 0, 22, YM }, { 2, 1, 22, YM }, { 2, 2, 22, YM }, { 2, 3, 22, YM },
	{ 2, 3, 23, ZM }, { 2, 3, 0, ZM }, { 2, 3, 1, ZM }, { 2, 3, 2, ZM },
	{ 2, 3, 3, ZM }, { 2, 3, 4, ZM }, { 2, 3, 5, ZM }, END
};

/* Back X comes first again: other chips than on the way there. */
static const struct arrival cielo_back[WAY] = {
	{ 1, 3, 5, XP }, { 0, 3, 5, XP }, { 15, 3, 5, XP }, { 14, 3, 5, XP },
	{ 14, 2, 5, YP }, { 14, 1, 5, YP }, { 14, 0, 5, YP }, { 14, 11, 5, YP },
	{ 14, 11, 4, ZP }, { 14, 11, 3, ZP }, { 14, 11, 2, ZP }, { 14, 11, 1, ZP },
	{ 14, 11, 0, ZP }, { 14, 11, 23, ZP }, { 14, 11, 22, ZP }, END
};

START_TEST(there_and_back_in_cielo)
{
	struct run *run;

	scenario_gemini(&net, "torus:16x12x24");
	scenario_send(&net, 2 * cielo(14, 11, 22), PUT(2 * cielo(2, 3, 5) + 1, 64));
	run = run_all(&net, _i);
	way_is(run, cielo, cielo_there, NET_VC0_PACKETS);
	way_is(run, cielo, cielo_back, NET_VC1_PACKETS);
	ck_assert_uint_eq(run_network(run, NET_VC0_PHITS), 15 * 32);
	ck_assert_uint_eq(run_network(run, NET_VC1_PHITS), 15 * 3);
	ck_assert_uint_eq(run_link(run, cielo(14, 11, 22), 6, NET_VC0_PACKETS), 1);
	ck_assert_uint_eq(run_link(run, cielo(2, 3, 5), 6, NET_VC1_PACKETS), 1);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/* Half a ring goes up: from (0,0,0) to (4,4,4), and back as well. */
static const struct arrival half_there[WAY] = {
	{ 1, 0, 0, XM }, { 2, 0, 0, XM }, { 3, 0, 0, XM }, { 4, 0, 0, XM },
	{ 4, 1, 0, YM }, { 4, 2, 0, YM }, { 4, 3, 0, YM }, { 4, 4, 0, YM },
	{ 4, 4, 1, ZM }, { 4, 4, 2, ZM }, { 4, 4, 3, ZM }, { 4, 4, 4, ZM }, END
};

static const struct arrival half_back[WAY] = {
	{ 5, 4, 4, XM }, { 6, 4, 4, XM }, { 7, 4, 4, XM }, { 0, 4, 4, XM },
	{ 0, 5, 4, YM }, { 0, 6, 4, YM }, { 0, 7, 4, YM }, { 0, 0, 4, YM },
	{ 0, 0, 5, ZM }, { 0, 0, 6, ZM }, { 0, 0, 7, ZM }, { 0, 0, 0, ZM }, END
};

START_TEST(half_a_ring_goes_up)
{
	struct run *run;

	scenario_gemini(&net, "torus:8x8x8");
	scenario_send(&net, 0, GET(2 * cube(4, 4, 4), 8));
	run = run_all(&net, _i);
	way_is(run, cube, half_there, NET_VC0_PACKETS);
	way_is(run, cube, half_back, NET_VC1_PACKETS);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/* From (7,1,6) to (1,6,6): x 2 up over the edge, y 3 down over the edge. */
static const struct arrival edge_there[WAY] = {
	{ 0, 1, 6, XM }, { 1, 1, 6, XM },
	{ 1, 0, 6, YP }, { 1, 7, 6, YP }, { 1, 6, 6, YP }, END
};

static const struct arrival edge_back[WAY] = {
	{ 0, 6, 6, XP }, { 7, 6, 6, XP },
	{ 7, 7, 6, YM }, { 7, 0, 6, YM }, { 7, 1, 6, YM }, END
};

START_TEST(there_and_back_over_edges)
{
	struct run *run;

	scenario_gemini(&net, "torus:8x8x8");
	scenario_send(&net, 2 * cube(7, 1, 6) + 1, PUT(2 * cube(1, 6, 6), 64));
	run = run_all(&net, _i);
	way_is(run, cube, edge_there, NET_VC0_PACKETS);
	way_is(run, cube, edge_back, NET_VC1_PACKETS);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/* A mesh has no edge to go over: 5 to 0 is 5 down. */
START_TEST(a_mesh_has_no_short_cut)
{
	struct run *run;
	unsigned int chip;

	scenario_even(&net, "mesh:6", 2, 128);
	scenario_send(&net, 10, RAW(0, 1, 4));
	run = run_all(&net, _i);
	for (chip = 0; chip < 5; chip++)
		ck_assert_uint_eq(run_link(run, chip, XP, NET_VC0_PACKETS), 1);
	ck_assert_uint_eq(run_network(run, NET_VC0_PACKETS), 5);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/*
 * 0 to 13 = 1101b: dimension 0, 2, 3, over chips 1, 5, 13. Dimension d comes up at port 2d
 * + 1.
 */
START_TEST(a_hypercube_takes_bit_by_bit)
{
	struct run *run;

	scenario_even(&net, "hypercube:4", 2, 128);
	scenario_send(&net, 0, RAW(26, 1, 4));
	run = run_all(&net, _i);
	ck_assert_uint_eq(run_link(run, 1, 1, NET_VC0_PACKETS), 1);
	ck_assert_uint_eq(run_link(run, 5, 5, NET_VC0_PACKETS), 1);
	ck_assert_uint_eq(run_link(run, 13, 7, NET_VC0_PACKETS), 1);
	ck_assert_uint_eq(run_network(run, NET_VC0_PACKETS), 3);
	run_end(run);
	scenario_end(&net);
}
END_TEST

START_TEST(one_chip_stays_on_its_host_tiles)
{
	struct run *run;
	uint32_t to;

	for (to = 0; to < 2; to++) {
		scenario_gemini(&net, "torus:4x4x8");
		scenario_send(&net, 0, PUT(to, 200));
		run = run_all(&net, _i);
		ck_assert_uint_eq(run_network(run, NET_VC0_PACKETS), 0);
		ck_assert_uint_eq(run_network(run, NET_VC1_PACKETS), 0);
		ck_assert_uint_eq(run_link(run, 0, 6, NET_VC0_PHITS), 107);
		ck_assert_uint_eq(run_link(run, 0, 6, NET_VC1_PHITS), 12);
		ck_assert_uint_eq(run_hosts(run, NET_VC0_PACKETS), 4);
		run_end(run);
		scenario_end(&net);
	}
}
END_TEST

/* --- lanes --- */

/*
 * Nothing waits, so that the lane used longest ago is next: 8 packets go over lanes 0 1 2 3
 * 0 1 2 3. They come 6 cycles apart, and one takes 1 * 128 ticks.
 */
START_TEST(adaptive_packets_spread_over_lanes)
{
	unsigned int lane;
	struct run *run;

	scenario_even(&net, "mesh:3", 4, 128);
	scenario_send(&net, 0, RAW(4, 8, 1));
	run = run_all(&net, _i);
	for (lane = 0; lane < 4; lane++) {
		ck_assert_uint_eq(run_lane(run, 1, XM, lane, NET_VC0_PACKETS), 2);
		ck_assert_uint_eq(run_lane(run, 2, XM, lane, NET_VC0_PACKETS), 2);
	}
	run_end(run);
	scenario_end(&net);
}
END_TEST

/* Eight packets in one lane of a link, whichever, are in the same lane of the next. */
START_TEST(hashed_packets_keep_one_lane)
{
	struct net_transfer hashed = RAW(4, 8, 1);
	unsigned int lane, used = 0;
	struct run *run;

	hashed.hashed = true;
	scenario_even(&net, "mesh:3", 4, 128);
	scenario_send(&net, 0, hashed);
	run = run_all(&net, _i);
	for (lane = 0; lane < 4; lane++) {
		uint64_t count = run_lane(run, 1, XM, lane, NET_VC0_PACKETS);

		ck_assert_uint_eq(run_lane(run, 2, XM, lane, NET_VC0_PACKETS), count);
		used += count != 0;
	}
	ck_assert_uint_eq(used, 1);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/* --- faults --- */

/*
 * Lane 0 from chip 1 to 2 has failed: packets that go that far use lane 1 from the start, others
 * both.
 */
START_TEST(a_failed_lane_is_avoided_by_who_would_cross_it)
{
	struct run *run;

	scenario_even(&net, "torus:8", 2, 128);
	scenario_fail(&net, 1, XP, 1);
	scenario_send(&net, 0, RAW(4, 6, 1));
	run = run_all(&net, _i);
	ck_assert_uint_eq(run_lane(run, 1, XM, 0, NET_VC0_PACKETS), 0);
	ck_assert_uint_eq(run_lane(run, 1, XM, 1, NET_VC0_PACKETS), 6);
	ck_assert_uint_eq(run_lane(run, 2, XM, 1, NET_VC0_PACKETS), 6);
	run_end(run);
	scenario_end(&net);

	scenario_even(&net, "torus:8", 2, 128);
	scenario_fail(&net, 1, XP, 1);
	scenario_send(&net, 0, RAW(2, 6, 1));
	run = run_all(&net, _i);
	ck_assert_uint_eq(run_lane(run, 1, XM, 0, NET_VC0_PACKETS), 3);
	ck_assert_uint_eq(run_lane(run, 1, XM, 1, NET_VC0_PACKETS), 3);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/*
 * From 0 to 2 the other way round, over 7 6 5 4 3 2; the response's links, 1 and 0, have
 * not failed.
 */
START_TEST(a_lost_link_is_gone_round)
{
	unsigned int chip;
	struct run *run;

	scenario_even(&net, "torus:8", 2, 128);
	scenario_fail(&net, 1, XP, 3);
	scenario_send(&net, 0, PUT(4, 64));
	run = run_all(&net, _i);
	for (chip = 2; chip < 8; chip++)
		ck_assert_uint_eq(run_link(run, chip, XP, NET_VC0_PACKETS), 1);
	ck_assert_uint_eq(run_network(run, NET_VC0_PACKETS), 6);
	ck_assert_uint_eq(run_link(run, 1, XP, NET_VC1_PACKETS), 1);
	ck_assert_uint_eq(run_link(run, 0, XP, NET_VC1_PACKETS), 1);
	ck_assert_uint_eq(run_network(run, NET_VC1_PACKETS), 2);
	run_end(run);
	scenario_end(&net);
}
END_TEST

/* Different lanes of two links: no lane is left from 0 to 2, though each link has one. */
START_TEST(a_way_needs_one_lane_all_along)
{
	struct run *run;

	scenario_even(&net, "torus:5", 2, 128);
	scenario_fail(&net, 0, XP, 1);
	scenario_fail(&net, 1, XP, 2);
	scenario_send(&net, 0, RAW(4, 1, 1));
	run = run_all(&net, _i);
	ck_assert_uint_eq(run_link(run, 4, XP, NET_VC0_PACKETS), 1);
	ck_assert_uint_eq(run_link(run, 3, XP, NET_VC0_PACKETS), 1);
	ck_assert_uint_eq(run_link(run, 2, XP, NET_VC0_PACKETS), 1);
	ck_assert_uint_eq(run_network(run, NET_VC0_PACKETS), 3);
	run_end(run);
	scenario_end(&net);
}
END_TEST

static void unreachable(enum engine engine)
{
	struct run *run = run_start(&net, engine);

	ck_assert_int_eq(run_until(run, NET_FOREVER), -EHOSTUNREACH);
	run_end(run);
	scenario_end(&net);
}

START_TEST(no_way_is_an_error)
{
	scenario_even(&net, "mesh:3", 2, 128);
	scenario_fail(&net, 1, XP, 3);
	scenario_send(&net, 0, RAW(4, 1, 1));
	unreachable(_i);

	scenario_even(&net, "torus:6", 2, 128);
	scenario_fail(&net, 1, XP, 3);
	scenario_fail(&net, 4, XM, 3);
	scenario_send(&net, 0, RAW(4, 1, 1));
	unreachable(_i);
}
END_TEST

START_TEST(no_way_back_is_an_error)
{
	scenario_even(&net, "mesh:3", 2, 128);
	scenario_fail(&net, 1, XM, 3);
	scenario_send(&net, 0, PUT(4, 8));
	unreachable(_i);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_routes");
	TCase *ways = tcase_create("ways"), *lanes = tcase_create("lanes");
	TCase *faults = tcase_create("faults");

	tcase_add_loop_test(ways, there_and_back_in_cielo, 0, ENGINES);
	tcase_add_loop_test(ways, half_a_ring_goes_up, 0, ENGINES);
	tcase_add_loop_test(ways, there_and_back_over_edges, 0, ENGINES);
	tcase_add_loop_test(ways, a_mesh_has_no_short_cut, 0, ENGINES);
	tcase_add_loop_test(ways, a_hypercube_takes_bit_by_bit, 0, ENGINES);
	tcase_add_loop_test(ways, one_chip_stays_on_its_host_tiles, 0, ENGINES);
	suite_add_tcase(suite, ways);
	tcase_add_loop_test(lanes, adaptive_packets_spread_over_lanes, 0, TIMED);
	tcase_add_loop_test(lanes, hashed_packets_keep_one_lane, 0, TIMED);
	suite_add_tcase(suite, lanes);
	tcase_add_loop_test(faults, a_failed_lane_is_avoided_by_who_would_cross_it, 0, TIMED);
	tcase_add_loop_test(faults, a_lost_link_is_gone_round, 0, ENGINES);
	tcase_add_loop_test(faults, a_way_needs_one_lane_all_along, 0, ENGINES);
	tcase_add_loop_test(faults, no_way_is_an_error, 0, ENGINES);
	tcase_add_loop_test(faults, no_way_back_is_an_error, 0, ENGINES);
	suite_add_tcase(suite, faults);
	return suite_run(suite);
}
