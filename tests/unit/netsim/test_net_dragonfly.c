// SPDX-License-Identifier: GPL-2.0-only
/*
 * Dragonflies in the event engine: hops take as long as their colour says, packets change the
 * virtual channel at blue links, and no load makes them wait for each other in a circle. All else
 * is compared with the reference in test_net_random.c.
 */
#include "netsim/agree.h"
#include "netsim/pattern.h"
#include "suite.h"
#include "topo/family/dragonfly.h"

/* Router cycles of 1.25 ns: 100, 105 and 150 ns; a node is as far as a green neighbour. */
enum { GREEN = 80, BLACK = 84, BLUE = 120, NODE = 80 };

static struct net_fabric fabric;
static struct net_config config = { .fabric = &fabric, .put_response = 3, .threads = 1 };

static void machine_start(const char *name)
{
	struct topo topo;

	ck_assert_int_eq(topo_parse(&topo, name), 0);
	ck_assert_int_eq(net_fabric_classes(&fabric, &topo), 0);
}

static unsigned int chip_at(unsigned int blade, unsigned int chassis, unsigned int group)
{
	const unsigned int coord[TOPO_DIMS] = { blade, chassis, group };

	return topo_chip(&fabric.topo, coord);
}

START_TEST(four_nics_and_four_channels)
{
	machine_start("dragonfly:2x2x3");
	ck_assert_uint_eq(topo_nodes(&fabric.topo), 48);
	ck_assert_uint_eq(topo_node(&fabric.topo, 5, 3), 23);
	ck_assert_uint_eq(topo_node_chip(&fabric.topo, 23), 5);
	ck_assert_uint_eq(topo_node_nic(&fabric.topo, 23), 3);
	ck_assert_uint_eq(fabric.topo.family->phases, 4);
	net_fabric_free(&fabric);
}
END_TEST

START_TEST(hops_by_colour)
{
	unsigned int port;

	machine_start("dragonfly:3x2x5");
	for (port = 0; port < topo_ports(&fabric.topo); port++) {
		enum dragonfly_colour colour = dragonfly_colour(&fabric.topo, port);

		ck_assert_uint_eq(fabric.hop[port], colour == DRAGONFLY_GREEN ? GREEN :
						    colour == DRAGONFLY_BLACK ? BLACK : BLUE);
	}
	ck_assert_uint_eq(fabric.hop[port], NODE);
	net_fabric_free(&fabric);
}
END_TEST

/* 20/3 bytes at 5.25 and 4.7 GB/s, in ticks of 10 ps. */
START_TEST(flits_by_colour)
{
	unsigned int port;

	machine_start("dragonfly:3x2x5");
	for (port = 0; port < topo_ports(&fabric.topo); port++)
		ck_assert_uint_eq(fabric.ticks[port],
				  dragonfly_colour(&fabric.topo, port) == DRAGONFLY_BLUE ? 142 :
				  127);
	net_fabric_free(&fabric);
}
END_TEST

/* --- one packet --- */

/* One packet of one phit, once. */
struct single {
	uint32_t src, dst;
	bool sent;
	unsigned int channels;	/* by bit: channels of the links between chips */
};

static bool single_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	struct single *single = context;

	if (single->sent || node != single->src)
		return false;
	single->sent = true;
	*transfer = (struct net_transfer){
		.op = NET_RAW, .node = single->dst, .bytes = 1, .phits = 1,
	};
	return true;
}

static void single_arrive(void *context, unsigned int chip, unsigned int port, unsigned int lane,
			  const struct net_header *header)
{
	struct single *single = context;

	(void)chip;
	(void)lane;
	if (port < topo_ports(&fabric.topo))
		single->channels |= 1u << header->vc;
}

static struct net_totals single_run(struct single *single)
{
	const struct net_traffic traffic = {
		.next = single_next, .context = single, .requests = 1 << NET_RAW, .phits = 1,
	};
	const struct net_observer observer = { .arrive = single_arrive, .context = single };
	struct net_totals totals;
	struct net *net;

	ck_assert_int_eq(net_new(&config, &traffic, &net), 0);
	net_observe(net, &observer);
	ck_assert_int_eq(net_run(net, NET_FOREVER), 0);
	net_totals(net, &totals);
	net_free(net);
	return totals;
}

#define ONE	"dragonfly:2x2x3"
#define TWO	"dragonfly:2x2x3:2"

static const struct way_case {
	const char *name, *machine;
	unsigned int from[3], to[3];	/* blade, chassis, group */
	unsigned int hops, cycles;	/* between chips */
	unsigned int channels;
} way_cases[] = {
	{ "same chip", ONE, { 0, 0, 0 }, { 0, 0, 0 }, 0, 0, 0 },
	{ "green", ONE, { 0, 0, 0 }, { 1, 0, 0 }, 1, GREEN, 1 << 0 },
	{ "black", ONE, { 0, 0, 0 }, { 0, 1, 0 }, 1, BLACK, 1 << 0 },
	{ "green and black", ONE, { 0, 0, 0 }, { 1, 1, 0 }, 2, GREEN + BLACK, 1 << 0 },
	/* Group 0's link to group 1 is chip 0's, and the other way round. */
	{ "blue", ONE, { 0, 0, 0 }, { 0, 0, 1 }, 1, BLUE, 1 << 0 },
	{ "all colours", ONE, { 1, 1, 0 }, { 1, 1, 1 }, 5, 2 * GREEN + 2 * BLACK + BLUE,
	  1 << 0 | 1 << 1 },
	/*
	 * Two bridges, of chips 0 and 1 in both groups. By the rule, chip 0 takes bridge 0 to chip
	 * 4 and 1 to chip 7; chip 1 takes bridge 1 to chip 4 and 0 to chip 7.
	 */
	{ "its own bridge", TWO, { 0, 0, 0 }, { 0, 0, 1 }, 1, BLUE, 1 << 0 },
	{ "not its own bridge", TWO, { 0, 0, 0 }, { 1, 1, 1 }, 3, GREEN + BLUE + BLACK,
	  1 << 0 | 1 << 1 },
	{ "its own, then green", TWO, { 1, 0, 0 }, { 0, 0, 1 }, 2, BLUE + GREEN,
	  1 << 0 | 1 << 1 },
	{ "green at both ends", TWO, { 1, 0, 0 }, { 1, 1, 1 }, 4, 2 * GREEN + BLUE + BLACK,
	  1 << 0 | 1 << 1 },
};

/* It may ask in the cycle after the NIC's, and its tail comes a cycle after its head. */
START_TEST(one_packet)
{
	const struct way_case *way = &way_cases[_i];
	struct net_totals totals;
	struct single single;

	machine_start(way->machine);
	single = (struct single){
		.src = topo_node(&fabric.topo,
				 chip_at(way->from[0], way->from[1], way->from[2]), 0),
		.dst = topo_node(&fabric.topo, chip_at(way->to[0], way->to[1], way->to[2]), 3),
	};
	totals = single_run(&single);
	ck_assert_msg(totals.hops == way->hops, "%s: %ju hops, not %u", way->name,
		      (uintmax_t)totals.hops, way->hops);
	ck_assert_msg(totals.latency == way->cycles + NODE + 2, "%s: %ju cycles, not %u",
		      way->name, (uintmax_t)totals.latency, way->cycles + NODE + 2);
	ck_assert_msg(single.channels == way->channels, "%s: channels %#x, not %#x", way->name,
		      single.channels, way->channels);
	net_fabric_free(&fabric);
}
END_TEST

/* --- full load --- */

static const char *const loaded[] = { "dragonfly:3x2x5", "dragonfly:3x2x5:4" };

/* All nodes send as fast as they can: everything arrives, with one thread and with two alike. */
START_TEST(nothing_waits_in_a_circle)
{
	struct traffic_pattern pattern = {
		.each = { .op = _i % 2 ? NET_GET : NET_PUT, .bytes = 64 }, .count = 40,
		.until = NET_FOREVER, .seed = 1,
	};
	struct net_traffic traffic;
	struct net_totals totals[2];
	unsigned int threads;
	struct net *net;

	machine_start(loaded[_i / 2]);
	pattern.kind = kind_of("uniform");
	for (threads = 1; threads <= 2; threads++) {
		config.threads = threads;
		ck_assert_int_eq(traffic_pattern(&fabric.topo, &pattern, &traffic), 0);
		ck_assert_int_eq(net_new(&config, &traffic, &net), 0);
		ck_assert_int_eq(net_drain(net, 1000000), 0);
		ck_assert(net_idle(net));
		net_totals(net, &totals[threads - 1]);
		net_free(net);
		traffic_free(&traffic);
	}
	ck_assert_uint_eq(totals[0].delivered, 2ull * 40 * topo_nodes(&fabric.topo));
	ck_assert_mem_eq(&totals[0], &totals[1], sizeof(totals[0]));
	net_fabric_free(&fabric);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_dragonfly");
	TCase *tcase = tcase_create("dragonfly");

	tcase_add_test(tcase, four_nics_and_four_channels);
	tcase_add_test(tcase, hops_by_colour);
	tcase_add_test(tcase, flits_by_colour);
	tcase_add_loop_test(tcase, one_packet, 0, sizeof(way_cases) / sizeof(*way_cases));
	tcase_add_loop_test(tcase, nothing_waits_in_a_circle, 0, 4);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
