// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which blue links between two groups packets take, with and without failed links; minimal, and as
 * adaptive packets choose them.
 */
#include <errno.h>
#include <stdlib.h>

#include "netsim/routing/route.h"
#include "netsim/routing/routes.h"
#include "suite.h"
#include "topo/family/dragonfly.h"

static struct net_fabric fabric;

static void machine_start(const char *name)
{
	struct topo topo;

	ck_assert_int_eq(topo_parse(&topo, name), 0);
	ck_assert_int_eq(net_fabric_classes(&fabric, &topo), 0);
	fabric.failed = calloc(topo.chips, topo_ports(&topo));
	ck_assert_ptr_nonnull(fabric.failed);
}

static void lose(unsigned int chip, unsigned int port)
{
	fabric.failed[chip * topo_ports(&fabric.topo) + port] = (1u << fabric.lanes[port]) - 1;
}

/*
 * By the rule of docs/simulator.md, calculated apart from this code: from chip 0 to 3 of group 0 to
 * chip 4 to 7 of group 1, the first draw below 4.
 */
static const unsigned int drawn[4][4] = {
	{ 0, 1, 0, 3 }, { 3, 2, 1, 0 }, { 3, 1, 1, 1 }, { 0, 2, 3, 3 },
};

START_TEST(draws_by_hand)
{
	unsigned int src, dst;

	machine_start("dragonfly:2x2x2:4");
	for (src = 0; src < 4; src++)
		for (dst = 0; dst < 4; dst++)
			ck_assert_uint_eq(net_bridge(&fabric, src, 4 + dst), drawn[src][dst]);
	ck_assert_uint_eq(net_bridge(&fabric, 0, 3), 0);
	net_fabric_free(&fabric);
}
END_TEST

/* 9,216 pairs, 192 a bridge: 60 are more than four standard deviations. */
START_TEST(all_are_alike)
{
	unsigned int taken[48] = { 0 }, src, dst, i;

	machine_start("dragonfly:16x6x2:48");
	for (src = 0; src < 96; src++)
		for (dst = 96; dst < 192; dst++)
			taken[net_bridge(&fabric, src, dst)]++;
	for (i = 0; i < 48; i++)
		ck_assert_msg(taken[i] > 132 && taken[i] < 252, "bridge %u: %u ways", i, taken[i]);
	net_fabric_free(&fabric);
}
END_TEST

/*
 * Bridge 1, from chip 1 to chip 5, is lost. Packets that had it draw below 3 among bridges 0, 2 and
 * 3: 2 from chip 0 to 5, 2 from chip 1 to 6, and 0, 1 and 0 from chip 2 to 5, 6 and 7.
 */
START_TEST(only_ways_over_a_lost_bridge_change)
{
	static const unsigned int then[4][4] = {
		{ 0, 3, 0, 3 }, { 3, 2, 3, 0 }, { 3, 0, 2, 0 }, { 0, 2, 3, 3 },
	};
	unsigned int src, dst;

	machine_start("dragonfly:2x2x2:4");
	lose(1, dragonfly_first(&fabric.topo, DRAGONFLY_BLUE));
	for (src = 0; src < 4; src++) {
		for (dst = 0; dst < 4; dst++) {
			ck_assert_uint_eq(net_bridge(&fabric, src, 4 + dst), then[src][dst]);
			ck_assert_int_eq(net_routes_left(&fabric, src, 4 + dst), 0);
		}
	}
	net_fabric_free(&fabric);
}
END_TEST

/* Without the link from chip 0 to chip 1, chip 0 reaches bridges 0 and 2 alone. */
START_TEST(bridges_behind_a_lost_link_are_not_taken)
{
	unsigned int dst;

	machine_start("dragonfly:2x2x2:4");
	lose(0, 0);
	for (dst = 4; dst < 8; dst++) {
		ck_assert_uint_eq(net_bridge(&fabric, 0, dst) % 2, 0);
		ck_assert_int_eq(net_routes_left(&fabric, 0, dst), 0);
		ck_assert_uint_eq(net_bridge(&fabric, 1, dst), drawn[1][dst - 4]);
	}
	net_fabric_free(&fabric);
}
END_TEST

/*
 * Without it, chip 0 reaches chip 1 over chip 2: the way to chip 3 has the same link. Without its
 * black link too, it goes over the other group, by its own blue link: the first of the chips 4 to
 * 7, which is drawn below 8.
 */
START_TEST(lost_link_of_a_group_is_gone_round)
{
	machine_start("dragonfly:2x2x2:4");
	lose(0, 0);
	ck_assert_uint_eq(net_detour(&fabric, 0, 1), 2);
	ck_assert_uint_eq(net_detour(&fabric, 1, 0), TOPO_NONE);
	ck_assert_int_eq(net_routes_left(&fabric, 0, 1), 0);
	lose(0, 1);
	ck_assert_uint_eq(net_detour(&fabric, 0, 1), 4);
	ck_assert_int_eq(net_routes_left(&fabric, 0, 1), 0);
	lose(0, 2);
	ck_assert_uint_eq(net_detour(&fabric, 0, 1), TOPO_NONE);
	ck_assert_int_eq(net_routes_left(&fabric, 0, 1), -EHOSTUNREACH);
	net_fabric_free(&fabric);
}
END_TEST

/* From chip 0 to 3 of group 0 to chip 4 to 7 of group 1, over group 2: by hand, as above. */
static const unsigned int via[4][4] = {
	{ 10, 9, 11, 9 }, { 10, 8, 10, 11 }, { 9, 10, 9, 11 }, { 9, 10, 10, 10 },
};

/* Group 0 has lost its links to group 1; then those to group 2, which begin behind them. */
START_TEST(lost_bridges_are_gone_round)
{
	unsigned int chip, dst, blue;

	machine_start("dragonfly:2x2x3:4");
	blue = dragonfly_first(&fabric.topo, DRAGONFLY_BLUE);
	for (chip = 0; chip < 4; chip++)
		lose(chip, blue);
	for (chip = 0; chip < 4; chip++) {
		for (dst = 4; dst < 8; dst++) {
			ck_assert_uint_eq(net_detour(&fabric, chip, dst), via[chip][dst - 4]);
			ck_assert_int_eq(net_routes_left(&fabric, chip, dst), 0);
			ck_assert_uint_eq(net_detour(&fabric, dst, chip), TOPO_NONE);
		}
	}
	ck_assert_uint_eq(net_detour(&fabric, 0, 8), TOPO_NONE);
	for (chip = 0; chip < 4; chip++)
		lose(chip, blue + 1);
	ck_assert_int_eq(net_routes_left(&fabric, 0, 4), -EHOSTUNREACH);
	ck_assert_int_eq(net_routes_left(&fabric, 4, 0), 0);
	ck_assert_int_eq(net_routes_left(&fabric, 0, 8), -EHOSTUNREACH);
	net_fabric_free(&fabric);
}
END_TEST

/* The router that is drawn has no links: the next one is gone over. */
START_TEST(router_without_a_way_is_not_gone_over)
{
	machine_start("dragonfly:2x2x3:4");
	for (unsigned int chip = 0; chip < 4; chip++)
		lose(chip, dragonfly_first(&fabric.topo, DRAGONFLY_BLUE));
	for (unsigned int port = 0; port < topo_ports(&fabric.topo); port++)
		lose(via[0][0], port);
	ck_assert_uint_eq(net_detour(&fabric, 0, 4), 8 + (via[0][0] - 8 + 1) % 4);
	net_fabric_free(&fabric);
}
END_TEST

/* --- adaptive routes --- */

/* Routings that choose once, so that the route of a packet shows which. */
static const enum net_routing once[] = { NET_ADAPTIVE0, NET_ADAPTIVE2, NET_ADAPTIVE3 };

static uint64_t no_load(const void *context, unsigned int port, unsigned int phase)
{
	(void)context;
	(void)port;
	(void)phase;
	return 0;
}

/* Return the route that a packet of chip 0 chooses where nothing is loaded. */
static uint16_t idle_choice(const struct routes *routes, enum net_routing routing, unsigned int to,
			    uint32_t birth)
{
	const struct routes_head head = {
		.fabric = &fabric, .in = routes->here, .routing = routing, .dst = 4 * to,
		.to = to, .birth = birth, .load = no_load,
	};
	uint16_t route;

	routes_choose(routes, &head, &route);
	return route;
}

/* Each of the bridges is the first of the draws of a quarter of the packets. */
START_TEST(all_bridges_are_chosen)
{
	unsigned int taken[4] = { 0 }, i;
	struct routes routes;
	uint16_t route;

	machine_start("dragonfly:2x2x2:4");
	ck_assert_int_eq(routes_new(&routes, &fabric, 1), 0);
	for (i = 0; i < 200; i++) {
		route = idle_choice(&routes, once[_i], 5, i);
		ck_assert_uint_lt(route, 4);
		taken[route]++;
	}
	for (i = 0; i < 4; i++)
		ck_assert_msg(taken[i] > 25 && taken[i] < 75, "bridge %u: %u ways", i, taken[i]);
	routes_free(&routes);
	net_fabric_free(&fabric);
}
END_TEST

/*
 * Chip 0 has the one link from group 0 to group 1. Once that is lost, only routes over group 2 lead
 * to chip 3.
 */
START_TEST(lost_link_of_two_groups_is_not_chosen)
{
	struct routes routes;
	unsigned int i;

	machine_start("dragonfly:1x2x3");
	ck_assert_int_eq(routes_new(&routes, &fabric, 1), 0);
	for (i = 0; i < 20; i++)
		ck_assert_uint_eq(idle_choice(&routes, once[_i], 3, i), 0);
	lose(0, dragonfly_first(&fabric.topo, DRAGONFLY_BLUE));
	for (i = 0; i < 20; i++)
		ck_assert_uint_ne(idle_choice(&routes, once[_i], 3, i) & ROUTE_VIA, 0);
	routes_free(&routes);
	net_fabric_free(&fabric);
}
END_TEST

#define count_of(list)	((int)(sizeof(list) / sizeof((list)[0])))

int main(void)
{
	Suite *suite = suite_create("net_bridge");
	TCase *tcase = tcase_create("bridge");

	tcase_add_test(tcase, draws_by_hand);
	tcase_add_test(tcase, all_are_alike);
	tcase_add_test(tcase, only_ways_over_a_lost_bridge_change);
	tcase_add_test(tcase, bridges_behind_a_lost_link_are_not_taken);
	tcase_add_test(tcase, lost_link_of_a_group_is_gone_round);
	tcase_add_test(tcase, lost_bridges_are_gone_round);
	tcase_add_test(tcase, router_without_a_way_is_not_gone_over);
	tcase_add_loop_test(tcase, all_bridges_are_chosen, 0, count_of(once));
	tcase_add_loop_test(tcase, lost_link_of_two_groups_is_not_chosen, 0, count_of(once));
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
