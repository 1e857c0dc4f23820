// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * A row for each pattern. To add a pattern, add a row with its partner function; help texts,
 * completion, messages and both engines use the rows. A test compares the manual's list.
 */
#include <errno.h>
#include <stdlib.h>

#include "netsim/mix.h"
#include "netsim/packet.h"
#include "traffic.h"

/* --- what a pattern needs --- */

static bool has_hot_node(const struct topo *topo, const struct traffic_pattern *pattern)
{
	return pattern->hot < topo_nodes(topo);
}

static bool moves_chip_0(const struct topo *topo, const struct traffic_pattern *pattern)
{
	return pattern->kind->partner(topo, 0);
}

static bool has_equal_dimensions(const struct topo *topo, const struct traffic_pattern *pattern)
{
	unsigned int dim;

	(void)pattern;
	for (dim = 1; dim < topo->dims; dim++)
		if (topo->size[dim] != topo->size[0])
			return false;
	return true;
}

static bool is_power_of_2(const struct topo *topo, const struct traffic_pattern *pattern)
{
	(void)pattern;
	return __builtin_popcount(topo->chips) == 1;
}

/* --- partners of a chip --- */

static unsigned int tornado(const struct topo *topo, unsigned int chip)
{
	unsigned int coord[TOPO_DIMS], dim, size;

	topo_coord(topo, chip, coord);
	for (dim = 0; dim < topo->dims; dim++) {
		size = topo->size[dim];
		coord[dim] = (coord[dim] + (size + 1) / 2 - 1) % size;
	}
	return topo_chip(topo, coord);
}

static unsigned int neighbour(const struct topo *topo, unsigned int chip)
{
	unsigned int coord[TOPO_DIMS], dim;

	topo_coord(topo, chip, coord);
	for (dim = 0; dim < topo->dims; dim++)
		coord[dim] = (coord[dim] + 1) % topo->size[dim];
	return topo_chip(topo, coord);
}

/* On a hypercube, bit i of the partner's number is bit i + dims / 2 of the chip's. */
static unsigned int transpose(const struct topo *topo, unsigned int chip)
{
	unsigned int coord[TOPO_DIMS], rotated[TOPO_DIMS], half = topo->dims / 2, dim;

	topo_coord(topo, chip, coord);
	for (dim = 0; dim < topo->dims; dim++)
		rotated[dim] = coord[(dim + half) % topo->dims];
	return topo_chip(topo, rotated);
}

static unsigned int complement(const struct topo *topo, unsigned int chip)
{
	return chip ^ (topo->chips - 1);
}

static unsigned int reverse(const struct topo *topo, unsigned int chip)
{
	unsigned int reversed = 0, bit;

	for (bit = 1; bit < topo->chips; bit <<= 1)
		reversed = 2 * reversed + !!(chip & bit);
	return reversed;
}

static unsigned int shuffle(const struct topo *topo, unsigned int chip)
{
	return 2 * chip < topo->chips ? 2 * chip : 2 * chip - topo->chips + 1;
}

/* --- the patterns --- */

const struct traffic_kind traffic_kinds[] = {
	{
		.name = "uniform",
		.help = "any other node, drawn for each transfer",
	}, {
		.name = "hot",
		.help = "one node with a share of all transfers, else any other",
		.needs = "it has no such node",
		.fits = has_hot_node,
		.hot = true,
	}, {
		.name = "random",
		.help = "always the same node; all nodes form one random circle",
		.circle = true,
	}, {
		.name = "tornado",
		.help = "just less than half round each dimension",
		.needs = "a dimension must be longer than 2",
		.fits = moves_chip_0,
		.partner = tornado,
	}, {
		.name = "neighbour",
		.help = "one further in each dimension",
		.needs = "it must have more than one chip",
		.fits = moves_chip_0,
		.partner = neighbour,
	}, {
		.name = "transpose",
		.help = "coordinates rotated by half of the dimensions, (x, y) to (y, x)",
		.needs = "its dimensions must be alike",
		.fits = has_equal_dimensions,
		.partner = transpose,
	}, {
		.name = "complement",
		.help = "all bits of the chip's number inverted",
		.needs = "its chips must be a power of 2",
		.fits = is_power_of_2,
		.partner = complement,
	}, {
		.name = "reverse",
		.help = "the bits of the chip's number in reverse order",
		.needs = "its chips must be a power of 2",
		.fits = is_power_of_2,
		.partner = reverse,
	}, {
		.name = "shuffle",
		.help = "the bits of the chip's number rotated up by one",
		.needs = "its chips must be a power of 2",
		.fits = is_power_of_2,
		.partner = shuffle,
	},
	{ 0 }
};

/* Check that these chips allow a pattern. Returns 0 or -EINVAL. */
static int pattern_check(const struct topo *topo, const struct traffic_pattern *pattern)
{
	const struct traffic_kind *kind = pattern->kind;

	return kind && (!kind->fits || kind->fits(topo, pattern)) ? 0 : -EINVAL;
}

static void circle_fill(uint64_t seed, uint32_t nodes, uint32_t *partner)
{
	uint32_t i;

	for (i = 0; i < nodes; i++)
		partner[i] = i;
	net_mix_shuffle(seed, true, partner, nodes);
}

/*
 * Whether each node has one partner all the time, which pattern_partners() returns; otherwise each
 * transfer draws its destination.
 */
static bool pattern_is_fixed(const struct traffic_kind *kind)
{
	return kind->partner || kind->circle;
}

/* Fill in the partner of each node, perhaps itself, for a fixed pattern. */
static void pattern_partners(const struct topo *topo, const struct traffic_pattern *pattern,
			     uint32_t *partner)
{
	unsigned int chip, nic;

	if (pattern->kind->circle) {
		circle_fill(pattern->seed, topo_nodes(topo), partner);
		return;
	}
	for (chip = 0; chip < topo->chips; chip++)
		for (nic = 0; nic < topo_nics(topo); nic++)
			*partner++ = topo_node(topo, pattern->kind->partner(topo, chip), nic);
}

/* --- as traffic --- */

/* Times of a source: router cycles of 2^-16. */
#define TIME_SHIFT	16
#define TIME_END	(UINT64_MAX / 2)

/* A node that sends. */
struct source {
	uint64_t time;		/* of its last transfer */
	uint64_t stream;	/* its random numbers */
	uint64_t drawn;		/* how many of them it has used */
	uint64_t sent;		/* transfers so far */
};

/* The context of a pattern's traffic. */
struct pattern {
	struct traffic_pattern what;
	uint32_t nodes;
	uint64_t gap;	/* what.gap, as times of a source */
	bool fixed;	/* each node has one partner all the time */
	uint32_t *partner;
	struct source sources[];
};

static uint32_t source_draw(struct source *source)
{
	return net_mix(source->stream + source->drawn++) >> 32;
}

static uint32_t draw_below(struct source *source, uint32_t limit)
{
	return (uint64_t)source_draw(source) * limit >> 32;
}

/* Draw a run of falling numbers: its first, and whether its length is odd. */
static bool draw_run(struct source *source, uint32_t *first)
{
	uint32_t last, next = source_draw(source);
	bool odd = false;

	*first = next;
	do {
		last = next;
		next = source_draw(source);
		odd = !odd;
	} while (next < last);
	return odd;
}

/*
 * Exponential of mean 2^32, by von Neumann's game: without logarithms, and so the same everywhere.
 */
static uint64_t draw_exponential(struct source *source)
{
	uint64_t whole = 0;
	uint32_t part;

	while (!draw_run(source, &part))
		whole += 1ull << 32;
	return whole + part;
}

static uint32_t draw_node(const struct pattern *pattern, struct source *source, uint32_t node)
{
	const struct traffic_pattern *what = &pattern->what;
	uint32_t other;

	if (what->kind->hot && node != what->hot && source_draw(source) < what->share)
		return what->hot;
	other = draw_below(source, pattern->nodes - 1);
	return other + (other >= node);
}

static bool pattern_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	struct pattern *pattern = context;
	const struct traffic_pattern *what = &pattern->what;
	struct source *source = &pattern->sources[node];

	if (what->count && source->sent == what->count)
		return false;
	if (pattern->gap)
		source->time += (__uint128_t)pattern->gap * draw_exponential(source) >> 32;
	if (source->time >> TIME_SHIFT >= what->until || source->time > TIME_END)
		return false;
	*transfer = what->each;
	transfer->cycle = source->time >> TIME_SHIFT;
	transfer->node = pattern->fixed ? pattern->partner[node] : draw_node(pattern, source, node);
	source->sent++;
	return transfer->node != node;
}

int traffic_pattern(const struct topo *topo, const struct traffic_pattern *what,
		    struct net_traffic *traffic)
{
	uint32_t nodes = topo_nodes(topo), node;
	size_t sources = nodes * sizeof(struct source);
	struct pattern *pattern;
	uint64_t gap;

	if (pattern_check(topo, what) || !(what->gap >= 0 && what->gap <= UINT32_MAX))
		return -EINVAL;
	gap = what->gap * (1 << TIME_SHIFT);
	if (!gap && !what->count)
		return -EINVAL;
	pattern = calloc(1, sizeof(*pattern) + sources + nodes * sizeof(*pattern->partner));
	if (!pattern)
		return -ENOMEM;
	pattern->what = *what;
	pattern->nodes = nodes;
	pattern->gap = gap;
	pattern->fixed = pattern_is_fixed(what->kind);
	pattern->partner = (uint32_t *)&pattern->sources[nodes];
	for (node = 0; node < nodes; node++)
		pattern->sources[node].stream = net_mix(net_mix(what->seed) + node);
	if (pattern->fixed)
		pattern_partners(topo, what, pattern->partner);
	*traffic = (struct net_traffic){
		.next = pattern_next,
		.context = pattern,
		.requests = 1u << what->each.op,
		.phits = what->each.phits,
	};
	return 0;
}

/* --- the gap of a load --- */

/*
 * A sample of what each node sends. A packet crosses a link once: the requests and responses of all
 * nodes, of up to NET_PACKET phits, have fewer phits than 2^64.
 */
#define TIMES	(1ull << 40)

/* What is being added to a flow engine. */
struct offer {
	struct flow *flow;
	struct net_fabric fabric;	/* that the traffic is added to */
	const struct topo *topo;
	const struct traffic_pattern *pattern;
	struct flow_load whole;	/* a transfer */
	uint64_t packets;	/* of a transfer, either way */
	uint64_t times;		/* transactions of each node */
};

static int offer_start(struct offer *offer, const struct net_config *config)
{
	const struct net_transfer *each = &offer->pattern->each;
	uint32_t others = topo_nodes(offer->topo) - 1;
	struct net_config begins = *config;

	offer->packets = net_transactions(each);
	if (!offer->packets || offer->packets > UINT64_MAX / NET_PACKET)
		return -EINVAL;
	flow_load(config, each, false, 1, &offer->whole);
	offer->times = TIMES / others * others;
	begins.fabric = &offer->fabric;
	begins.changes = NULL;
	return flow_new(&begins, &offer->flow);
}

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

/* Return a transaction of a transfer, on average. */
static struct flow_load mean_load(const struct offer *offer, uint64_t times)
{
	return (struct flow_load){
		mean(&offer->whole.there, offer->packets, times),
		mean(&offer->whole.back, offer->packets, times),
	};
}

static int add_load(const struct offer *offer, uint32_t node, uint32_t partner,
		    const struct flow_load *load)
{
	int err;

	err = flow_add_route(offer->flow, node, partner, &load->there);
	if (!err && load->back.vc[1].packets)
		err = flow_add_route(offer->flow, partner, node, &load->back);
	return err;
}

/* What a node sends to all nodes of another chip is added to the one of the same NIC. */
static int add_uniform(const struct offer *offer, uint64_t times)
{
	uint32_t others = topo_nodes(offer->topo) - 1;
	struct flow_load one = mean_load(offer, times / others);
	struct flow_load all = mean_load(offer, times / others * topo_nics(offer->topo));

	return flow_add_everyone(offer->flow, &one, &all);
}

static int add_hot(const struct offer *offer)
{
	uint64_t share = (__uint128_t)offer->times * offer->pattern->share >> 32;
	struct flow_load load = mean_load(offer, share);
	uint32_t node;
	int err = 0;

	for (node = 0; node < topo_nodes(offer->topo) && !err; node++)
		if (node != offer->pattern->hot)
			err = add_load(offer, node, offer->pattern->hot, &load);
	return err ? err : add_uniform(offer, offer->times - share);
}

static int add_partners(const struct offer *offer)
{
	uint32_t nodes = topo_nodes(offer->topo), node;
	struct flow_load load = mean_load(offer, offer->times);
	uint32_t *partner = calloc(nodes, sizeof(*partner));
	int err = 0;

	if (!partner)
		return -ENOMEM;
	pattern_partners(offer->topo, offer->pattern, partner);
	for (node = 0; node < nodes && !err; node++)
		if (partner[node] != node)
			err = add_load(offer, node, partner[node], &load);
	free(partner);
	return err;
}

static double busiest_link(const struct offer *offer)
{
	unsigned int chip, port;
	double most = 0, cycles;

	for (chip = 0; chip < offer->topo->chips; chip++) {
		for (port = 0; port < topo_ports(offer->topo); port++) {
			cycles = flow_link_busy(offer->flow, chip, port);
			most = cycles > most ? cycles : most;
		}
	}
	return most;
}

static double busiest_nic(const struct offer *offer)
{
	double most = 0, cycles;
	uint32_t node;

	for (node = 0; node < topo_nodes(offer->topo); node++) {
		cycles = flow_nic_busy(offer->flow, node);
		most = cycles > most ? cycles : most;
	}
	return most;
}

/*
 * Return the router cycles that the busiest part, of those in limit, needs for one transfer of
 * every node.
 */
static double busiest(const struct offer *offer, enum traffic_limit limit)
{
	double link = limit == TRAFFIC_NIC ? 0 : busiest_link(offer);
	double nic = busiest_nic(offer);

	return (link > nic ? link : nic) / offer->times * offer->packets;
}

static int offer_add(struct offer *offer)
{
	if (pattern_is_fixed(offer->pattern->kind))
		return add_partners(offer);
	if (offer->pattern->kind->hot)
		return add_hot(offer);
	return add_uniform(offer, offer->times);
}

/* Find the router cycles that a fabric needs for one transfer of every node. */
static int fabric_need(const struct net_config *config, const struct traffic_pattern *pattern,
		       const struct net_fabric *fabric, enum traffic_limit limit, double *cycles)
{
	struct offer offer = {
		.fabric = *fabric, .topo = &fabric->topo, .pattern = pattern,
	};
	int err = offer_start(&offer, config);

	if (err)
		return err;
	err = offer_add(&offer);
	if (!err) {
		flow_finish(offer.flow, 0);
		*cycles = busiest(&offer, limit);
	}
	flow_free(offer.flow);
	return err;
}

int traffic_gap(const struct net_config *config, const struct traffic_pattern *pattern,
		enum traffic_limit limit, double load, double *gap)
{
	const struct net_fabric whole = net_fabric_whole(config->fabric);
	double cycles;
	int err;

	err = pattern_check(&whole.topo, pattern);
	if (err || !(load > 0))
		return -EINVAL;
	/* Failed links do not count for the load, but routes must be left. */
	if (config->fabric->failed)
		err = fabric_need(config, pattern, config->fabric, limit, &cycles);
	if (!err)
		err = fabric_need(config, pattern, &whole, limit, &cycles);
	if (!err)
		*gap = cycles / load;
	return err;
}
