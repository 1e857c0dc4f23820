// SPDX-License-Identifier: GPL-2.0-only
/* Uniform traffic, counted by symmetry: the same to the bit as a walk over all pairs of nodes. */
#include <errno.h>
#include <stdlib.h>

#include "netsim/mix.h"
#include "netsim/packet.h"
#include "netsim/pattern.h"
#include "suite.h"

#define TIMES	(1ull << 40)	/* as traffic_gap() */

static struct net_fabric fabric;
static struct net_config config = { .fabric = &fabric, .put_response = 3 };

/* Every family, with dimensions of 1, 2, odd and even sizes. */
static const char *const machines[] = {
	"1", "2", "3", "8", "torus:5x4", "torus:2x1x3", "torus:4x5x6", "torus:3x3x3x2", "mesh:2",
	"mesh:7", "mesh:4x5", "mesh:3x1x4", "hypercube:1", "hypercube:2", "hypercube:5",
	"dragonfly:1x1x1", "dragonfly:3x2x1", "dragonfly:2x2x5", "dragonfly:3x1x2",
	"dragonfly:2x2x6", "dragonfly:3x3x8", "dragonfly:1x2x7", "dragonfly:2x2x5:3",
	"dragonfly:3x3x4:9", "dragonfly:1x2x4:5",
};

static const struct net_transfer transfers[] = {
	{ .op = NET_PUT, .bytes = 64 },
	{ .op = NET_PUT, .bytes = 1000, .zero = true },
	{ .op = NET_GET, .bytes = 4096 + 8 },
	{ .op = NET_RAW, .bytes = 3, .phits = 5 },
};

static void machine_start(const char *name)
{
	struct topo topo;

	ck_assert_int_eq(topo_parse(&topo, name), 0);
	ck_assert_int_eq(net_fabric_even(&fabric, &topo, 4, 256), 0);
}

static void machine_end(void)
{
	config.split_ties = false;
	net_fabric_free(&fabric);
}

/* Lanes and whole links fail at random, about one link in so many. */
static void fail_some(uint64_t seed, unsigned int one_in)
{
	size_t links = (size_t)fabric.topo.chips * topo_ports(&fabric.topo), i;

	fabric.failed = calloc(links, 1);
	ck_assert_ptr_nonnull(fabric.failed);
	for (i = 0; i < links; i++)
		if (!net_mix_below(net_mix(seed) + i, one_in))
			fabric.failed[i] = net_mix_below(net_mix(seed + 1) + i, 2) ? 15 :
					   net_mix_below(net_mix(seed + 2) + i, 16);
}

static int walk_load(struct flow *flow, uint32_t node, uint32_t partner,
		     const struct flow_load *load)
{
	int err = flow_add_route(flow, node, partner, &load->there);

	return err ? err : flow_add_route(flow, partner, node, &load->back);
}

static int walk(struct flow *flow, const struct flow_load *near, const struct flow_load *far)
{
	uint32_t nodes = topo_nodes(&fabric.topo), nics = topo_nics(&fabric.topo), node, to;
	int err = 0;

	for (node = 0; node < nodes && !err; node++) {
		for (to = 1; to < nics && !err; to++)
			err = walk_load(flow, node, node ^ to, near);
		for (to = node % nics; to < nodes && !err; to += nics)
			if (to != node)
				err = walk_load(flow, node, to, far);
	}
	return err;
}

static struct flow_channels draw_channels(uint64_t seed)
{
	struct flow_channels channels;
	unsigned int vc;

	for (vc = 0; vc < 2; vc++) {
		channels.vc[vc].phits = net_mix(seed + 2 * vc) >> 24;
		channels.vc[vc].packets = net_mix_below(seed + 2 * vc + 1, 3);
	}
	return channels;
}

static struct flow_load draw_load(uint64_t seed)
{
	return (struct flow_load){ draw_channels(net_mix(seed)), draw_channels(net_mix(seed + 1)) };
}

static void expect_alike(const struct flow *ours, const struct flow *theirs)
{
	const struct topo *topo = &fabric.topo;
	unsigned int chip, port, counter, nic;

	for (chip = 0; chip < topo->chips; chip++) {
		for (port = 0; port <= topo_ports(topo); port++)
			for (counter = 0; counter < NET_COUNTERS; counter++)
				ck_assert_uint_eq(flow_count(ours, chip, port, counter),
						  flow_count(theirs, chip, port, counter));
		for (nic = 0; nic < topo_nics(topo); nic++)
			ck_assert(flow_nic_busy(ours, topo_node(topo, chip, nic)) ==
				  flow_nic_busy(theirs, topo_node(topo, chip, nic)));
	}
}

/* All counters, stalls too, which depend on whether a node hears one other node or several. */
static int compare(uint64_t seed)
{
	struct flow_load near = draw_load(seed), far = draw_load(seed + 2);
	struct flow *ours, *theirs;
	int err;

	ck_assert_int_eq(flow_new(&config, &ours), 0);
	ck_assert_int_eq(flow_new(&config, &theirs), 0);
	err = walk(theirs, &near, &far);
	ck_assert_int_eq(flow_add_everyone(ours, &near, &far), err);
	if (!err) {
		flow_finish(ours, 1 << 20);
		flow_finish(theirs, 1 << 20);
		expect_alike(ours, theirs);
	}
	flow_free(ours);
	flow_free(theirs);
	return err;
}

START_TEST(everyone_is_all_pairs)
{
	uint64_t seed;

	machine_start(machines[_i]);
	for (seed = 0; seed < 6; seed++) {
		config.split_ties = seed % 2;
		ck_assert_int_eq(compare(seed), 0);
	}
	machine_end();
}
END_TEST

/* Some machines still have routes between all chips, others have not. */
START_TEST(everyone_goes_round_what_failed)
{
	unsigned int left = 0, cut = 0;
	uint64_t seed;
	int err;

	for (seed = 0; seed < 60; seed++) {
		machine_start("torus:4x5x3");
		config.split_ties = seed % 2;
		fail_some(seed, 6 + seed);
		err = compare(seed);
		ck_assert(!err || err == -EHOSTUNREACH);
		left += !err;
		cut += !!err;
		machine_end();
	}
	ck_assert_uint_gt(left, 5);
	ck_assert_uint_gt(cut, 5);
}
END_TEST

START_TEST(everyone_fails_where_no_way_is_left)
{
	machine_start(machines[_i]);
	fail_some(_i, 6);
	compare(_i);
	machine_end();
}
END_TEST

/* --- the gap --- */

static struct flow_channels mean(const struct flow_channels *whole, uint64_t packets,
				 uint64_t times)
{
	struct flow_channels mean = { 0 };
	unsigned int vc;

	for (vc = 0; vc < 2; vc++) {
		mean.vc[vc].phits = (__uint128_t)whole->vc[vc].phits * times / packets;
		mean.vc[vc].packets = whole->vc[vc].packets ? times : 0;
	}
	return mean;
}

static struct flow_load mean_load(const struct net_transfer *each, uint64_t times)
{
	uint64_t packets = net_transactions(each);
	struct flow_load whole = { 0 };

	flow_load(&config, each, false, 1, &whole);
	return (struct flow_load){ mean(&whole.there, packets, times),
				   mean(&whole.back, packets, times) };
}

static double busiest(const struct flow *flow)
{
	double most = 0, cycles;
	unsigned int chip, port;
	uint32_t node;

	for (chip = 0; chip < fabric.topo.chips; chip++) {
		for (port = 0; port < topo_ports(&fabric.topo); port++) {
			cycles = flow_link_busy(flow, chip, port);
			most = cycles > most ? cycles : most;
		}
	}
	for (node = 0; node < topo_nodes(&fabric.topo); node++) {
		cycles = flow_nic_busy(flow, node);
		most = cycles > most ? cycles : most;
	}
	return most;
}

/* The cycles that all transfers of one gap take, by a walk over all pairs of nodes. */
static int walk_gap(const struct traffic_pattern *pattern, double *gap)
{
	uint32_t nodes = topo_nodes(&fabric.topo), others = nodes - 1, node;
	uint64_t times = TIMES / others * others, share = 0;
	struct flow_load near, far, hot;
	struct flow *flow;
	int err = 0;

	if (pattern->kind->hot)
		share = (__uint128_t)times * pattern->share >> 32;
	hot = mean_load(&pattern->each, share);
	near = mean_load(&pattern->each, (times - share) / others);
	far = mean_load(&pattern->each, (times - share) / others * topo_nics(&fabric.topo));
	ck_assert_int_eq(flow_new(&config, &flow), 0);
	for (node = 0; node < nodes && share && !err; node++)
		if (node != pattern->hot)
			err = walk_load(flow, node, pattern->hot, &hot);
	if (!err)
		err = walk(flow, &near, &far);
	flow_finish(flow, 0);
	*gap = busiest(flow) / times * net_transactions(&pattern->each);
	flow_free(flow);
	return err;
}

/* A load is that of the whole machine; but all routes must be left. */
static int whole_gap(const struct traffic_pattern *pattern, double *gap)
{
	const struct net_fabric whole = net_fabric_whole(&fabric);
	int err = walk_gap(pattern, gap);

	config.fabric = &whole;
	if (!err)
		err = walk_gap(pattern, gap);
	config.fabric = &fabric;
	return err;
}

static void expect_gap(const char *kind, const struct net_transfer *each, uint32_t share)
{
	struct traffic_pattern pattern = {
		.kind = kind_of(kind), .each = *each, .until = NET_FOREVER, .share = share,
		.hot = 1,
	};
	double ours, theirs;
	int err = whole_gap(&pattern, &theirs);

	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, 1, &ours), err);
	if (!err)
		ck_assert(ours == theirs);
}

/* Exactly, not nearly: another rounding of the gap would give other counters. */
START_TEST(gap_is_that_of_all_pairs)
{
	unsigned int i, turn;

	/* The last turn has both: ties that are split, and links that fail. */
	for (turn = suite_share(10) < 10 ? 3 : 0; turn < 4; turn++) {
		machine_start(machines[_i]);
		config.split_ties = turn & 2;
		if (turn & 1)
			fail_some(_i, 40);
		for (i = 0; i < sizeof(transfers) / sizeof(*transfers); i++) {
			expect_gap("uniform", &transfers[i], 0);
			expect_gap("hot", &transfers[i], UINT32_MAX / 10);
			expect_gap("hot", &transfers[i], UINT32_MAX);
		}
		machine_end();
	}
}
END_TEST

/*
 * Machines of about 65,536 chips, the most there may be, where a walk over all pairs takes minutes,
 * and how many pairs of chips the busiest link serves. In a hypercube all links are alike. In a
 * mesh it is a link in the middle, in a torus a link up the longest ring, which also carries the
 * ways of half a ring. A pair of chips is four pairs of nodes.
 */
static const struct {
	const char *name;
	double pairs;
} large[] = {
	{ "hypercube:16", 65536 / 2 },
	{ "mesh:256x256", 128 * 128 * 256 },
	{ "torus:64x42x24", 64 * 66 / 8 * 1008 },
};

START_TEST(gap_of_large_machines)
{
	const struct traffic_pattern pattern = {
		.kind = kind_of("uniform"), .each = transfers[0], .until = NET_FOREVER,
	};
	double gap;

	machine_start(large[_i].name);
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, 1, &gap), 0);
	ck_assert_double_eq_tol(gap, large[_i].pairs * 4 / (topo_nodes(&fabric.topo) - 1) *
				     (32 + 3) * 256 / NET_TICKS / 4, 0.001);
	machine_end();
}
END_TEST

/*
 * Split, the ways of half a ring are one half on each side: 64 * 64 / 8 ways a link. The busiest of
 * 129,024 links in X has drawn a few more of its 32 * 1008 bits: 0.2 % are ten standard deviations.
 */
START_TEST(gap_of_a_large_machine_whose_ties_are_split)
{
	const struct traffic_pattern pattern = {
		.kind = kind_of("uniform"), .each = transfers[0], .until = NET_FOREVER,
	};
	double mean = 64 * 64 / 8 * 1008 * 35.0 * 256 / NET_TICKS, gap;

	machine_start("torus:64x42x24");
	config.split_ties = true;
	ck_assert_int_eq(traffic_gap(&config, &pattern, TRAFFIC_BUSIEST, 1, &gap), 0);
	gap *= topo_nodes(&fabric.topo) - 1;
	ck_assert_double_gt(gap, mean);
	ck_assert_double_lt(gap, mean * 1.002);
	machine_end();
}
END_TEST

#define LENGTH(array)	((int)(sizeof(array) / sizeof(*(array))))

int main(void)
{
	Suite *suite = suite_create("net_everyone");
	TCase *tcase = tcase_create("everyone");

	suite_add_tcase(suite, tcase);
	tcase_add_loop_test(tcase, everyone_is_all_pairs, 0, LENGTH(machines));
	tcase_add_test(tcase, everyone_goes_round_what_failed);
	tcase_add_loop_test(tcase, everyone_fails_where_no_way_is_left, 0, LENGTH(machines));
	tcase_add_loop_test(tcase, gap_is_that_of_all_pairs, 0, LENGTH(machines));
	tcase_add_loop_test(tcase, gap_of_large_machines, 0, suite_share(LENGTH(large)));
	if (suite_share(10) == 10)
		tcase_add_test(tcase, gap_of_a_large_machine_whose_ties_are_split);
	return suite_run(suite);
}
