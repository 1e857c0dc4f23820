// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random traffic on random small fabrics: the event engine counts what the reference
 * counts, every counter of every tile at every look, however many processes and threads it has;
 * the flow engine, phits and packets of every link in the end. Programs on such fabrics have the
 * same results, with and without failing links.
 *
 * NET_SEEDS is the number of seeds, NET_SEED the first; a failure names its own. Each test has a
 * hundred.
 * CK_RUN_CASE=programs runs the programs alone.
 */
#include <stdio.h>
#include <stdlib.h>

#include "netsim/agree.h"
#include "netsim/jobs.h"
#include "netsim/pattern.h"
#include "netsim/random_program.h"
#include "suite.h"

#define SEEDS	100
#define LOOKS	4
#define PROGRAMS	50
#define RANKS		12
#define BREAK_LOOKS	12	/* while links fail, packets must not vanish at any moment */

static struct scenario net;
static bool routed;		/* packets find their ways by any routing */

/* --- chance --- */

static uint64_t chance;

static unsigned int below(unsigned int limit)
{
	chance = chance * 6364136223846793005 + 1442695040888963407;
	return (chance >> 33) % limit;
}

static bool once_in(unsigned int times)
{
	return below(times) == 0;
}

#define one_of(list)	((list)[below(sizeof(list) / sizeof((list)[0]))])

/* --- fabrics --- */

static void random_rates(struct net_fabric *fabric)
{
	static const unsigned int rates[] = { 128, 160, 256, 125, 131, 100 };
	unsigned int links = fabric->topo.chips * topo_ports(&fabric->topo), link;
	bool mixed = once_in(2);

	for (link = 0; link < links; link++)
		if (mixed || !link)
			fabric->ticks[link] = one_of(rates);
		else
			fabric->ticks[link] = fabric->ticks[0];
}

static unsigned int random_buffer(void)
{
	static const unsigned int buffers[] = { 256, 256, 256, NET_BUFFER_LEAST, 100, 333 };

	return one_of(buffers);
}

/* Links of a class are alike, so that both ends of each link are, too. */
static void random_classes(struct net_fabric *fabric)
{
	unsigned int ports = topo_ports(&fabric->topo), class, port, lanes, hop, buffer;
	unsigned int most = ports > 7 ? (64 - NET_LANES) / ports : 8;	/* 64 tiles */
	bool even = once_in(2);

	for (class = 0; class < topo_classes(&fabric->topo); class++) {
		lanes = 1 + below(below(most) + 1);
		hop = even ? fabric->hop[ports] : 1 + below(once_in(3) ? 20 : 200);
		buffer = random_buffer();
		for (port = 0; port < ports; port++) {
			if (topo_class_of(&fabric->topo, port) != class)
				continue;
			fabric->lanes[port] = lanes;
			fabric->hop[port] = hop;
			fabric->buffer[port] = buffer;
		}
	}
	if (!even)
		fabric->hop[ports] = 1 + below(200);
	fabric->buffer[ports] = random_buffer();
}

/* Some lanes have failed, seldom whole links. */
static void random_faults(struct scenario *scenario)
{
	const struct topo *topo = &scenario->fabric.topo;
	unsigned int count = below(topo->chips + 1), port, lanes;

	if (!topo_ports(topo))
		return;
	for (; count; count--) {
		port = below(topo_ports(topo));
		lanes = (1u << scenario->fabric.lanes[port]) - 1;
		if (!once_in(6))
			lanes &= 1u << below(8);
		scenario_fail(scenario, below(topo->chips), port, lanes);
	}
}

/* Biases that matter beside a few packets. */
static void random_biases(struct net_fabric *fabric)
{
	unsigned int i;

	for (i = 0; i < NET_BIASES; i++) {
		fabric->bias[i] = (struct net_bias){ .shift = below(4), .add = below(100) };
		if (i == NET_ADAPTIVE1 - NET_ADAPTIVE0)
			fabric->bias[i].hop = below(50);
	}
}

/* Turns of one to ten cycles, with fractions. */
static void random_turn(struct net_fabric *fabric)
{
	fabric->host.turn = NET_NIC_CYCLE + below(9 * NET_NIC_CYCLE);
}

static void random_fabric(struct scenario *scenario)
{
	static const char *const topologies[] = {
		"torus:1", "torus:2", "torus:3", "torus:4", "torus:5", "torus:6", "torus:7",
		"torus:4", "torus:7", "torus:2x3x4", "torus:4x4", "torus:3x3", "torus:5x2",
		"torus:1x3", "torus:3x1x2", "torus:2x2x2x2", "mesh:2", "mesh:5", "mesh:3x3",
		"mesh:2x3x2", "hypercube:1", "hypercube:2", "hypercube:3", "hypercube:4",
		"dragonfly:1x1x1", "dragonfly:2x1x1", "dragonfly:1x2x2", "dragonfly:3x2x1",
		"dragonfly:2x2x3", "dragonfly:3x1x4", "dragonfly:2x2x9", "dragonfly:1x1x5",
		"dragonfly:2x2x3:2", "dragonfly:3x1x4:5", "dragonfly:1x1x4:3", "dragonfly:2x2x9:1",
		"dragonfly:4x2x2:20",
	};

	scenario_even(scenario, one_of(topologies), 1, 128);
	random_classes(&scenario->fabric);
	random_rates(&scenario->fabric);
	if (once_in(4))
		random_faults(scenario);
	if (once_in(4))
		scenario->config.put_response = 2;
	if (once_in(4))
		scenario->config.crc_rate = 1u << (26 + below(5));
	if (once_in(4))
		scenario->config.turnaround = below(100);
	scenario->config.uncompressed = once_in(4);
	scenario->config.split_ties = once_in(2);
	if (once_in(3))
		scenario->config.fifos = 1 + below(net_fifos_most(&scenario->fabric));
	routed = scenario->fabric.topo.bridges && !once_in(3);
	if (routed && once_in(2))
		scenario->config.routing = below(NET_ROUTINGS);
	if (routed && once_in(2))
		random_biases(&scenario->fabric);
	if (once_in(2))
		random_turn(&scenario->fabric);
	scenario->config.seed = chance;
	scenario->config.threads = 1 + below(3);
}

/* --- changes --- */

/* Draw an existing link; false: the machine has none. */
static bool random_link(const struct topo *topo, struct net_change *change)
{
	unsigned int ports = topo_ports(topo), first, i, link;

	if (!ports)
		return false;
	first = below(topo->chips * ports);
	for (i = 0; i < topo->chips * ports; i++) {
		link = (first + i) % (topo->chips * ports);
		change->chip = link / ports;
		change->port = link % ports;
		if (topo_neighbour(topo, change->chip, change->port) != TOPO_NONE)
			return true;
	}
	return false;
}

/* Draw the next change; false: there is no link. Mending often mends the last change. */
static bool random_change(const struct scenario *scenario, struct net_change *change)
{
	static const unsigned int widths[] = { 128, 192, 256, 384, 768, 131 };
	bool again = change->lanes && once_in(3);

	if (!again && !random_link(&scenario->fabric.topo, change))
		return false;
	if (again)
		change->kind = NET_MEND;
	else
		change->kind = once_in(4) ? NET_WIDTH : once_in(8) ? NET_MEND : NET_FAIL;
	change->ticks = one_of(widths);
	change->lanes = (1u << scenario->fabric.lanes[change->port]) - 1;
	if (once_in(3))
		change->lanes &= 0x15;
	return true;
}

/* Some of a chip's NICs take packets more slowly from now on, or as fast as ever. */
static void random_receivers(struct scenario *scenario, const struct net_change *change)
{
	unsigned int all = (1u << topo_nics(&scenario->fabric.topo)) - 1;

	scenario_change(scenario, TAKE(change->cycle, change->chip, 1 + below(all), 1 + below(9)));
}

/* Links fail and are mended during the traffic: often the whole link, often both ways. */
static void random_changes(struct scenario *scenario)
{
	const struct topo *topo = &scenario->fabric.topo;
	unsigned int count = 1 + below(once_in(2) ? 3 : 12), spread = once_in(3) ? 3000 : 400;
	struct net_change change = { 0 };
	unsigned int far;

	for (; count && random_change(scenario, &change); count--) {
		change.cycle += once_in(5) ? 0 : below(spread);
		scenario_change(scenario, change);
		if (once_in(6))
			random_receivers(scenario, &change);
		if (once_in(2))
			continue;
		far = topo_far_port(topo, change.chip, change.port);
		change.chip = topo_neighbour(topo, change.chip, change.port);
		change.port = far;
		scenario_change(scenario, change);
	}
	scenario->changes.detect = below(once_in(3) ? 1 : 600);
	scenario->changes.quiesce = below(once_in(3) ? 1 : 900);
	scenario->changes.timeout = NET_TIMEOUT + below(once_in(3) ? 1 : 900);
}

/* --- traffic --- */

/* Common properties of all transfers of a scenario. */
struct habit {
	unsigned int ops;	/* bit mask */
	unsigned int to;	/* 0 anybody, 1 a hot spot, 2 half a turn, 3 a neighbour */
	unsigned int spread;	/* cycles that transfers are spread over */
	unsigned int bytes;	/* of the largest */
	unsigned int zero, hashed;	/* once in so many */
};

static struct habit random_habit(void)
{
	static const unsigned int spreads[] = { 1, 1, 200, 3000 };
	static const unsigned int bytes[] = { 64, 200, 2000 };

	return (struct habit){
		.ops = 1 + below(7), .to = below(4), .spread = one_of(spreads),
		.bytes = one_of(bytes), .zero = 1 + below(4), .hashed = 1 + below(4),
	};
}

static uint32_t random_node(const struct habit *habit, uint32_t node, uint32_t nodes)
{
	switch (habit->to) {
	case 1:
		return once_in(4) ? below(nodes) : 0;
	case 2:
		return (node + nodes / 2) % nodes;
	case 3:
		return (node + below(6)) % nodes;
	default:
		return below(nodes);
	}
}

/* Some transfers name a routing of their own. */
static void random_routing(struct net_transfer *transfer)
{
	if (!routed)
		return;
	transfer->no_radapt = once_in(3);
	if (once_in(2))
		transfer->routing = NET_ROUTED(below(NET_ROUTINGS));
}

static struct net_transfer random_transfer(const struct habit *habit, uint32_t to)
{
	struct net_transfer transfer;
	unsigned int op;

	do
		op = below(3);
	while (!(habit->ops & 1u << op));
	transfer = (struct net_transfer){
		.op = op, .node = to, .bytes = below(habit->bytes + 1),
		.zero = once_in(habit->zero), .hashed = once_in(habit->hashed),
		.bte = once_in(2), .rest = once_in(4),
	};
	random_routing(&transfer);
	if (op == NET_RAW) {
		transfer.bytes = 1 + transfer.bytes / 40;
		transfer.phits = 1 + below(once_in(2) ? 3 : 32);
	}
	return transfer;
}

static void random_traffic(struct scenario *scenario)
{
	uint32_t nodes = topo_nodes(&scenario->fabric.topo), node;
	struct habit habit = random_habit();
	unsigned int most = 1 + below(12);

	for (node = 0; node < nodes; node++) {
		unsigned int count = below(most + 1);
		uint64_t cycle = 0;

		for (; count; count--) {
			struct net_transfer transfer =
				random_transfer(&habit, random_node(&habit, node, nodes));

			cycle += below(habit.spread);
			transfer.cycle = cycle;
			scenario_send(scenario, node, transfer);
		}
	}
	if (once_in(3))
		scenario->traffic.requests |= 1u << below(3);
	if (once_in(3))
		scenario->traffic.phits = 32;
}

/* --- the same to the count --- */

/* Up to four processes simulate the machine; the numbers that are drawn do not depend on it. */
static void divide(unsigned int seed)
{
	unsigned int processes = 1 + seed / 2 % 4;

	net.processes = processes < net.fabric.topo.chips ? processes : net.fabric.topo.chips;
}

static void seed_run(unsigned int seed)
{
	char topo[128], name[160];
	struct pair pair;
	unsigned int looks = net.config.changes ? BREAK_LOOKS : LOOKS, look;
	uint64_t cycle = 0;

	topo_name(&net.fabric.topo, topo, sizeof(topo));
	snprintf(name, sizeof(name), "seed %u, %s", seed, topo);
	pair_start(&pair, &net, name);
	for (look = 0; look < looks; look++) {
		cycle += 1 + below(once_in(2) ? 100 : 1500);
		pair_until(&pair, cycle);
	}
	pair_until(&pair, NET_FOREVER);
	if (!net.config.changes && !routed)
		pair_flow(&pair);
	pair_end(&pair);
}

static unsigned int from_environment(const char *name, unsigned int otherwise)
{
	const char *text = getenv(name);

	return text ? strtoul(text, NULL, 0) : otherwise;
}

static unsigned int seeds(unsigned int otherwise)
{
	return from_environment("NET_SEEDS", suite_share(otherwise));
}

/* A test has few enough seeds for libcheck, which counts its time in 32 bits. */
#define BLOCK	100

static unsigned int blocks(unsigned int otherwise)
{
	return (seeds(otherwise) + BLOCK - 1) / BLOCK;
}

static unsigned int block_begin(unsigned int block)
{
	return from_environment("NET_SEED", 1) + block * BLOCK;
}

static unsigned int block_end(unsigned int block, unsigned int otherwise)
{
	unsigned int last = from_environment("NET_SEED", 1) + seeds(otherwise);
	unsigned int end = block_begin(block) + BLOCK;

	return end < last ? end : last;
}

START_TEST(engines_equal_the_reference)
{
	for (unsigned int seed = block_begin(_i); seed < block_end(_i, SEEDS); seed++) {
		chance = seed;
		below(2);
		random_fabric(&net);
		random_traffic(&net);
		net.measured = seed % 2;
		divide(seed);
		seed_run(seed);
		scenario_end(&net);
	}
}
END_TEST

START_TEST(engines_equal_the_reference_while_links_fail)
{
	for (unsigned int seed = block_begin(_i); seed < block_end(_i, SEEDS); seed++) {
		chance = seed;
		below(2);
		random_fabric(&net);
		random_traffic(&net);
		random_changes(&net);
		divide(seed);
		seed_run(seed);
		scenario_end(&net);
	}
}
END_TEST

/* --- programs --- */

static unsigned int drawn_below(struct chance *draws, unsigned int limit)
{
	(void)draws;
	return below(limit);
}

/* Traffic beside a program, which ends. */
static struct traffic_pattern random_background(void)
{
	static const char *const kinds[] = { "uniform", "hot", "neighbour" };
	struct traffic_pattern pattern = {
		.kind = kind_of(one_of(kinds)), .count = 1 + below(10), .gap = 30 + below(300),
		.until = NET_FOREVER, .seed = chance, .share = 1u << 30,
		.each = {
			.op = below(3), .bytes = 1 + below(200), .hashed = once_in(3),
			.phits = 1 + below(32),
		},
	};

	if (pattern.kind->fits && !pattern.kind->fits(&net.fabric.topo, &pattern))
		pattern.kind = kind_of("uniform");
	if (pattern.each.op == NET_RAW)
		pattern.each.bytes = 1 + below(3);
	return pattern;
}

static void program_run(unsigned int seed)
{
	struct traffic_pattern background = random_background();
	struct chance draws = { drawn_below };
	uint32_t place[RANKS], nodes = topo_nodes(&net.fabric.topo), rank;
	struct placed placed = {
		.config = &net.config, .mpi = once_in(8) ? &mpi_cray : &mpi_small, .place = place,
		.background = nodes > 1 && once_in(2) ? &background : NULL,
	};
	struct program *program = random_program(&draws, placed.mpi, 1 + below(RANKS), below(25));
	char topo[128], name[160];

	for (rank = 0; rank < RANKS; rank++)
		place[rank] = below(nodes);
	placed.program = program;
	topo_name(&net.fabric.topo, topo, sizeof(topo));
	snprintf(name, sizeof(name), "program %u, %s", seed, topo);
	jobs_agree(name, &placed, 500 + below(3000));
	program_free(program);
}

/* Every other one with failing links: ranks may wait for ever, as they do in the reference. */
START_TEST(programs_fare_as_in_the_reference)
{
	for (unsigned int seed = block_begin(_i); seed < block_end(_i, PROGRAMS); seed++) {
		chance = seed;
		below(2);
		random_fabric(&net);
		if (seed % 2)
			random_changes(&net);
		program_run(seed);
		scenario_end(&net);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_random");
	TCase *tcase = tcase_create("random");

	tcase_set_timeout(tcase, 2 * HANG_SECONDS + BLOCK);
	tcase_add_loop_test(tcase, engines_equal_the_reference, 0, blocks(SEEDS));
	tcase_add_loop_test(tcase, engines_equal_the_reference_while_links_fail, 0, blocks(SEEDS));
	suite_add_tcase(suite, tcase);
	tcase = tcase_create("programs");
	tcase_set_timeout(tcase, 2 * HANG_SECONDS + BLOCK);
	tcase_add_loop_test(tcase, programs_fare_as_in_the_reference, 0, blocks(PROGRAMS));
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
