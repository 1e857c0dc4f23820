// SPDX-License-Identifier: GPL-2.0-only
/* The flow engine: literals, and random traffic against a walk hop by hop. */
#include <errno.h>
#include <stdlib.h>

#include "netsim/flow/flow.h"
#include "netsim/mix.h"
#include "netsim/packet.h"
#include "suite.h"
#include "topo/grid.h"

/* Ports of a chip in three dimensions. */
enum { XP, XM, YP, YM, ZP, ZM, HOST };

static struct net_fabric fabric;
static struct net_config config = { .fabric = &fabric, .put_response = 3 };
static struct flow *flow;

static void flow_start(const char *name)
{
	struct topo topo;

	ck_assert_int_eq(topo_parse(&topo, name), 0);
	ck_assert_int_eq(net_fabric_even(&fabric, &topo, 8, 256), 0);
	ck_assert_int_eq(flow_new(&config, &flow), 0);
}

static void flow_end(void)
{
	flow_free(flow);
	net_fabric_free(&fabric);
}

static void put(unsigned int from, unsigned int to, uint64_t bytes)
{
	const struct net_transfer transfer = {
		.op = NET_PUT, .bytes = bytes, .node = topo_node(&fabric.topo, to, 0),
	};

	ck_assert_int_eq(flow_add(flow, topo_node(&fabric.topo, from, 0), &transfer, 1), 0);
}

static void all_to_all(unsigned int chips)
{
	unsigned int from, to;

	for (from = 0; from < chips; from++)
		for (to = 0; to < chips; to++)
			if (from != to)
				put(from, to, 8);
	flow_finish(flow, 0);
}

/* All four counters of a link: 8-byte PUTs are 11 phits, their responses 3. */
static void expect_puts(unsigned int chip, unsigned int port, uint64_t requests,
			uint64_t responses)
{
	ck_assert_uint_eq(flow_count(flow, chip, port, NET_VC0_PACKETS), requests);
	ck_assert_uint_eq(flow_count(flow, chip, port, NET_VC0_PHITS), 11 * requests);
	ck_assert_uint_eq(flow_count(flow, chip, port, NET_VC1_PACKETS), responses);
	ck_assert_uint_eq(flow_count(flow, chip, port, NET_VC1_PHITS), 3 * responses);
}

/* Each chip sends 1 and 2 up, 1 down: 3 links up, 1 down a chip. */
START_TEST(even_ring_carries_half_a_ring_up)
{
	unsigned int chip;

	flow_start("torus:4");
	all_to_all(4);
	for (chip = 0; chip < 4; chip++) {
		expect_puts(chip, XM, 3, 3);
		expect_puts(chip, XP, 1, 1);
		expect_puts(chip, 2, 3, 3);
	}
	flow_end();
}
END_TEST

/* 1 and 2 up, 1 and 2 down: 3 links each. */
START_TEST(odd_ring_carries_both_ways_alike)
{
	unsigned int chip;

	flow_start("torus:5");
	all_to_all(5);
	for (chip = 0; chip < 5; chip++) {
		expect_puts(chip, XM, 3, 3);
		expect_puts(chip, XP, 3, 3);
		expect_puts(chip, 2, 4, 4);
	}
	flow_end();
}
END_TEST

/* On a line of 4, the middle link carries 2 * 2 each way, the outer ones 3. */
START_TEST(line_carries_most_in_its_middle)
{
	flow_start("mesh:4");
	all_to_all(4);
	expect_puts(0, XM, 0, 0);
	expect_puts(1, XM, 3, 3);
	expect_puts(2, XM, 4, 4);
	expect_puts(3, XM, 3, 3);
	expect_puts(3, XP, 0, 0);
	expect_puts(1, XP, 4, 4);
	flow_end();
}
END_TEST

/*
 * A torus of 4x4x4, whose chip (x,y,z) is number x + 4 y + 16 z. (3,0,0) to (1,3,1): X is half a
 * ring, up over (0,0,0) to (1,0,0); Y down to (1,3,0); Z up. Back from (1,3,1): X up over (2,3,1)
 * to (3,3,1), Y up to (3,0,1), Z down.
 */
START_TEST(there_and_back_are_different_ways)
{
	static const unsigned int there[][2] = { { 0, XM }, { 1, XM }, { 13, YP }, { 29, ZM } };
	static const unsigned int back[][2] = { { 30, XM }, { 31, XM }, { 19, YM }, { 3, ZP } };
	uint64_t packets = 0;
	unsigned int chip, port, i;

	flow_start("torus:4x4x4");
	put(3, 29, 8);
	flow_finish(flow, 0);
	for (i = 0; i < 4; i++) {
		expect_puts(there[i][0], there[i][1], 1, 0);
		expect_puts(back[i][0], back[i][1], 0, 1);
	}
	expect_puts(3, HOST, 1, 0);
	expect_puts(29, HOST, 0, 1);
	for (chip = 0; chip < 64; chip++)
		for (port = XP; port <= HOST; port++)
			packets += flow_count(flow, chip, port, NET_VC0_PACKETS) +
				   flow_count(flow, chip, port, NET_VC1_PACKETS);
	ck_assert_uint_eq(packets, 10);
	flow_end();
}
END_TEST

START_TEST(same_chip_touches_host_tiles_only)
{
	unsigned int port;

	flow_start("torus:4x4x4");
	ck_assert_int_eq(flow_add(flow, 7, &(struct net_transfer){
		.op = NET_GET, .bytes = 128, .node = 6 }, 5), 0);
	flow_finish(flow, 0);
	ck_assert_uint_eq(flow_count(flow, 3, HOST, NET_VC0_PHITS), 5 * 2 * 8);
	ck_assert_uint_eq(flow_count(flow, 3, HOST, NET_VC1_PHITS), 5 * 2 * 27);
	for (port = XP; port < HOST; port++)
		expect_puts(3, port, 0, 0);
	flow_end();
}
END_TEST

START_TEST(megabyte_is_16384_packets)
{
	flow_start("torus:4");
	put(0, 1, 1 << 20);
	flow_finish(flow, 0);
	ck_assert_uint_eq(flow_count(flow, 1, XM, NET_VC0_PACKETS), 16384);
	ck_assert_uint_eq(flow_count(flow, 1, XM, NET_VC0_PHITS), 16384 * 32);
	ck_assert_uint_eq(flow_count(flow, 0, XP, NET_VC1_PHITS), 16384 * 3);
	flow_end();
}
END_TEST

START_TEST(lost_link_makes_a_ring_a_line)
{
	flow_start("torus:5");
	fabric.failed = calloc(10, 1);
	fabric.failed[0 * 2 + XP] = 0xff;	/* from 0 to 1 */
	put(0, 1, 8);
	flow_finish(flow, 0);
	/* there by 4, 3, 2; back over the link itself, which works in that direction */
	expect_puts(4, XP, 1, 0);
	expect_puts(3, XP, 1, 0);
	expect_puts(2, XP, 1, 0);
	expect_puts(1, XP, 1, 0);
	expect_puts(0, XP, 0, 1);
	expect_puts(1, XM, 0, 0);
	flow_end();
}
END_TEST

START_TEST(no_way_left_is_an_error)
{
	const struct net_transfer transfer = { .op = NET_PUT, .bytes = 8, .node = 6 };

	flow_start("mesh:4");
	fabric.failed = calloc(8, 1);
	fabric.failed[1 * 2 + XP] = 0xff;	/* from 1 to 2 */
	ck_assert_int_eq(flow_add(flow, 0, &transfer, 1), -EHOSTUNREACH);
	flow_finish(flow, 0);
	expect_puts(1, XM, 0, 0);
	flow_end();
}
END_TEST

START_TEST(nothing_runs_without_a_response)
{
	struct net_config none = config;
	struct flow *result;

	none.put_response = 0;
	ck_assert_int_eq(flow_new(&none, &result), -EINVAL);
}
END_TEST

/* --- random traffic, walked ------------------------------------------------ */

#define LINKS	4096

static uint64_t walked[LINKS][4];

static unsigned int coordinate(unsigned int chip, unsigned int dim)
{
	unsigned int coord[TOPO_DIMS];

	topo_coord(&fabric.topo, chip, coord);
	return coord[dim];
}

/* Is one lane intact all the way round to a coordinate of a ring? */
static bool is_open(unsigned int chip, unsigned int port, unsigned int to)
{
	unsigned int lanes = 0xff;

	while (coordinate(chip, port / 2) != to) {
		lanes &= ~fabric.failed[chip * topo_ports(&fabric.topo) + port];
		chip = topo_neighbour(&fabric.topo, chip, port);
	}
	return lanes;
}

/* Walk a route in a torus with failed links, by the rules of docs/simulator.md. */
static unsigned int walk_round(unsigned int chip, unsigned int dst)
{
	unsigned int dim, from, to, size, up, port;

	for (dim = 0; dim < fabric.topo.dims; dim++) {
		from = coordinate(chip, dim);
		to = coordinate(dst, dim);
		if (from == to)
			continue;
		size = fabric.topo.size[dim];
		up = (to + size - from) % size;
		port = 2 * dim + (2 * up > size);
		return is_open(chip, port, to) ? port : grid_opposite(port);
	}
	return TOPO_NONE;
}

static unsigned int walk_port(unsigned int chip, unsigned int dst, unsigned int bridge)
{
	return fabric.failed ? walk_round(chip, dst) : topo_route(&fabric.topo, chip, dst, bridge);
}

static void walk_count(unsigned int chip, unsigned int port, unsigned int vc, uint64_t phits)
{
	uint64_t *link = walked[chip * (topo_ports(&fabric.topo) + 1) + port];

	link[NET_VC0_PHITS + vc] += phits;
	link[NET_VC0_PACKETS + vc]++;
}

static void walk(unsigned int chip, unsigned int dst, unsigned int vc, uint64_t phits)
{
	unsigned int bridge = net_mix_below((uint64_t)chip << 32 | dst, fabric.topo.bridges);
	unsigned int port, far;

	walk_count(chip, topo_ports(&fabric.topo), vc, phits);
	while ((port = walk_port(chip, dst, bridge)) != TOPO_NONE) {
		far = topo_far_port(&fabric.topo, chip, port);
		chip = topo_neighbour(&fabric.topo, chip, port);
		walk_count(chip, far, vc, phits);
	}
}

static void walk_transfer(uint32_t node, const struct net_transfer *transfer)
{
	unsigned int from = topo_node_chip(&fabric.topo, node);
	unsigned int to = topo_node_chip(&fabric.topo, transfer->node);
	uint64_t left = transfer->bytes, bytes;
	struct net_sizes sizes;

	for (; left; left -= bytes) {
		bytes = left < NET_PAYLOAD ? left : NET_PAYLOAD;
		bytes = transfer->op == NET_RAW ? 1 : bytes;
		sizes = net_sizes(&config, transfer, bytes);
		walk(from, to, 0, sizes.request);
		if (sizes.response)
			walk(to, from, 1, sizes.response);
	}
}

static void compare_walked(void)
{
	unsigned int links = topo_ports(&fabric.topo) + 1;
	unsigned int link;
	enum net_counter counter;

	for (link = 0; link < fabric.topo.chips * links; link++) {
		for (counter = NET_VC0_PHITS; counter <= NET_VC1_PACKETS; counter++) {
			uint64_t is = flow_count(flow, link / links, link % links, counter);

			ck_assert_msg(is == walked[link][counter],
				      "chip %u port %u counter %u: %lu, walked %lu", link / links,
				      link % links, counter, is, walked[link][counter]);
		}
	}
}

static void random_transfers(unsigned int count)
{
	uint32_t nodes = topo_nodes(&fabric.topo);
	uint64_t draws = 0, sum = 0;
	unsigned int i;

	memset(walked, 0, sizeof(walked));
	for (i = 0; i < count; i++) {
		uint32_t node = net_mix_below(draws++, nodes);
		const struct net_transfer transfer = {
			.op = net_mix_below(draws++, 3),
			.node = net_mix_below(draws++, nodes),
			.bytes = net_mix_below(draws++, 300),
			.zero = net_mix_below(draws++, 2),
			.phits = 1 + net_mix_below(draws++, 32),
		};

		ck_assert_int_eq(flow_add(flow, node, &transfer, 1), 0);
		walk_transfer(node, &transfer);
		sum += transfer.bytes;
	}
	ck_assert_uint_gt(sum, 0);
	flow_finish(flow, 0);
	compare_walked();
}

static const char * const topos[] = {
	"torus:4x4x4", "torus:3x2x5", "torus:1x7", "torus:2x2", "torus:16", "mesh:4x3x2",
	"mesh:5", "hypercube:5", "dragonfly:4x3x3", "dragonfly:4x3x3:7",
};

START_TEST(any_traffic_is_as_walked)
{
	flow_start(topos[_i]);
	random_transfers(suite_share(2000));
	flow_end();
}
END_TEST

static const char * const tori[] = { "torus:4x4x4", "torus:3x2x5", "torus:1x7", "torus:5x3" };

/* One link of each ring has failed in one direction, and single lanes of others. */
START_TEST(any_traffic_is_as_walked_round_lost_links)
{
	unsigned int ports, chip, port;

	flow_start(tori[_i]);
	ports = topo_ports(&fabric.topo);
	fabric.failed = calloc(fabric.topo.chips, ports);
	for (chip = 0; chip < fabric.topo.chips; chip++) {
		unsigned int coord[TOPO_DIMS];

		topo_coord(&fabric.topo, chip, coord);
		for (port = 0; port < ports; port++)
			fabric.failed[chip * ports + port] = 1 << coord[port / 2] % 8;
		port = net_mix_below(chip, ports);
		if (coord[port / 2] == 1)
			fabric.failed[chip * ports + (port & ~1u)] = 0xff;
	}
	random_transfers(suite_share(2000));
	flow_end();
}
END_TEST

/* Yield a traffic's transfers, a part at a time. */
static bool next_of_three(void *context, uint32_t node, struct net_transfer *transfer)
{
	unsigned int *sent = context;

	if (node || *sent == 3)
		return false;
	*transfer = (struct net_transfer){
		.op = NET_PUT, .bytes = 8, .node = 2, .cycle = 100 * ++*sent,
	};
	return true;
}

START_TEST(run_stops_before_its_cycle_and_goes_on)
{
	static const struct { uint64_t until, packets; } steps[] = {
		{ 100, 0 }, { 101, 1 }, { 300, 2 }, { NET_FOREVER, 3 },
	};
	unsigned int sent = 0, i;
	const struct net_traffic traffic = {
		.next = next_of_three, .context = &sent, .requests = 1 << NET_PUT,
	};

	flow_start("torus:4");
	for (i = 0; i < 4; i++) {
		ck_assert_int_eq(flow_run(flow, &traffic, steps[i].until), 0);
		flow_finish(flow, 0);
		expect_puts(1, XM, steps[i].packets, 0);
	}
	flow_end();
}
END_TEST

START_TEST(run_refuses_what_was_not_announced)
{
	unsigned int sent = 0;
	const struct net_traffic traffic = {
		.next = next_of_three, .context = &sent, .requests = 1 << NET_GET,
	};

	flow_start("torus:4");
	ck_assert_int_eq(flow_run(flow, &traffic, NET_FOREVER), -EINVAL);
	flow_end();
}
END_TEST

/* A PUT of 8 bytes sends 11 phits there, and its response 3 back. */
START_TEST(counts_end_where_promised)
{
	const struct net_transfer put = { .op = NET_PUT, .bytes = 8, .node = 2 };
	const uint64_t most = FLOW_MOST / 14;

	flow_start("torus:4");
	ck_assert_int_eq(flow_add(flow, 0, &put, most), 0);
	ck_assert_int_eq(flow_add(flow, 0, &put, 1), -EOVERFLOW);
	flow_finish(flow, 0);
	expect_puts(1, XM, most, 0);
	flow_end();
}
END_TEST

START_TEST(nothing_wraps)
{
	const struct net_transfer large = { .op = NET_PUT, .bytes = UINT64_MAX, .node = 2 };
	const struct net_transfer small = { .op = NET_PUT, .bytes = 8, .node = 2 };
	struct flow_load load = { 0 }, twice = { .there.vc[0].phits = 1ULL << 63 };

	twice.back = twice.there;
	flow_start("torus:4");
	/* 2^58 packets of 32 phits, and responses; twice that is too much. */
	ck_assert_int_eq(flow_add(flow, 0, &large, 1), 0);
	ck_assert_int_eq(flow_add(flow, 0, &large, 1), -EOVERFLOW);
	ck_assert_int_eq(flow_add(flow, 0, &small, UINT64_MAX / 11 + 1), -EOVERFLOW);
	flow_load(&config, &small, false, UINT64_MAX / 11 + 1, &load);
	ck_assert_uint_eq(load.there.vc[0].phits, UINT64_MAX);
	ck_assert_uint_eq(flow_one_way(&twice).vc[0].phits, UINT64_MAX);
	ck_assert_int_eq(flow_add_everyone(flow, &twice, &twice), -EOVERFLOW);
	flow_end();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net-flow");
	TCase *tcase = tcase_create("flow");

	suite_add_tcase(suite, tcase);
	tcase_add_test(tcase, even_ring_carries_half_a_ring_up);
	tcase_add_test(tcase, odd_ring_carries_both_ways_alike);
	tcase_add_test(tcase, line_carries_most_in_its_middle);
	tcase_add_test(tcase, there_and_back_are_different_ways);
	tcase_add_test(tcase, same_chip_touches_host_tiles_only);
	tcase_add_test(tcase, megabyte_is_16384_packets);
	tcase_add_test(tcase, lost_link_makes_a_ring_a_line);
	tcase_add_test(tcase, no_way_left_is_an_error);
	tcase_add_test(tcase, nothing_runs_without_a_response);
	tcase_add_test(tcase, counts_end_where_promised);
	tcase_add_test(tcase, nothing_wraps);
	tcase_add_loop_test(tcase, any_traffic_is_as_walked, 0, sizeof(topos) / sizeof(*topos));
	tcase_add_loop_test(tcase, any_traffic_is_as_walked_round_lost_links, 0,
			    sizeof(tori) / sizeof(*tori));
	tcase_add_test(tcase, run_stops_before_its_cycle_and_goes_on);
	tcase_add_test(tcase, run_refuses_what_was_not_announced);
	return suite_run(suite);
}
