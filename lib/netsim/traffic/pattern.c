// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * A row for each pattern. To add a pattern, add a row with its partner function; help texts,
 * completion, messages and both engines use the rows. A test compares the manual's list.
 */
#include <errno.h>
#include <stdlib.h>

#include "netsim/mix.h"
#include "pattern.h"

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

int pattern_check(const struct topo *topo, const struct traffic_pattern *pattern)
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

bool pattern_is_fixed(const struct traffic_kind *kind)
{
	return kind->partner || kind->circle;
}

void pattern_partners(const struct topo *topo, const struct traffic_pattern *pattern,
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

/* Return the cycle in which a pattern has sent for so long; pauses between bursts are left out. */
static uint64_t sent_for(const struct traffic_pattern *what, uint64_t cycles)
{
	uint64_t pauses = 0, cycle;

	if (what->on && __builtin_mul_overflow(cycles / what->on, what->off, &pauses))
		return NET_FOREVER;
	if (__builtin_add_overflow(what->from + cycles, pauses, &cycle))
		return NET_FOREVER;
	return cycle;
}

static bool pattern_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	struct pattern *pattern = context;
	const struct traffic_pattern *what = &pattern->what;
	struct source *source = &pattern->sources[node];
	uint64_t cycle;

	if ((what->count && source->sent == what->count) || (what->sends && !what->sends[node]))
		return false;
	if (pattern->gap)
		source->time += (__uint128_t)pattern->gap * draw_exponential(source) >> 32;
	cycle = sent_for(what, source->time >> TIME_SHIFT);
	if (cycle >= what->until || source->time > TIME_END)
		return false;
	*transfer = what->each;
	transfer->cycle = cycle;
	transfer->node = pattern->fixed ? pattern->partner[node] : draw_node(pattern, source, node);
	source->sent++;
	return transfer->node != node;
}

/* Return the bytes of a pattern's context, a multiple of what its members need. */
static size_t pattern_size(const struct topo *topo)
{
	uint32_t nodes = topo_nodes(topo);
	size_t size = sizeof(struct pattern) + nodes * (sizeof(struct source) + sizeof(uint32_t));

	return (size + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
}

/* Begin a pattern whose memory, of pattern_size(), is 0. Returns 0 or -EINVAL. */
static int pattern_begin(struct pattern *pattern, const struct topo *topo,
			 const struct traffic_pattern *what)
{
	uint32_t nodes = topo_nodes(topo), node;

	if (pattern_check(topo, what) || !(what->gap >= 0 && what->gap <= UINT32_MAX))
		return -EINVAL;
	pattern->what = *what;
	pattern->nodes = nodes;
	pattern->gap = what->gap * (1 << TIME_SHIFT);
	if (!pattern->gap && !what->count)
		return -EINVAL;
	pattern->fixed = pattern_is_fixed(what->kind);
	pattern->partner = (uint32_t *)&pattern->sources[nodes];
	for (node = 0; node < nodes; node++)
		pattern->sources[node].stream = net_mix(net_mix(what->seed) + node);
	if (pattern->fixed)
		pattern_partners(topo, what, pattern->partner);
	return 0;
}

int traffic_pattern(const struct topo *topo, const struct traffic_pattern *what,
		    struct net_traffic *traffic)
{
	struct pattern *pattern = calloc(1, pattern_size(topo));
	int err;

	if (!pattern)
		return -ENOMEM;
	err = pattern_begin(pattern, topo, what);
	if (err) {
		free(pattern);
		return err;
	}
	*traffic = (struct net_traffic){
		.next = pattern_next,
		.context = pattern,
		.requests = 1u << what->each.op,
		.phits = what->each.phits,
	};
	return 0;
}

/* --- several patterns at once --- */

/* What a node sends next by one of the patterns. */
struct upcoming {
	struct net_transfer transfer;
	bool known; /* transfer was asked for, and has not been sent */
	bool over; /* there is none */
};

/* The context of several patterns, each of which follows in memory. */
struct several {
	unsigned int count;
	size_t size; /* of a pattern */
	struct upcoming *upcoming; /* at [node * count + pattern] */
	uint64_t patterns[]; /* their memory */
};

static struct pattern *pattern_at(struct several *several, unsigned int number)
{
	return (struct pattern *)((char *)several->patterns + number * several->size);
}

/* The earliest transfer is next; in one cycle, the first pattern's. */
static bool several_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	struct several *several = context;
	struct upcoming *all = &several->upcoming[(size_t)node * several->count];
	struct upcoming *first = NULL, *one;
	unsigned int i;

	for (i = 0; i < several->count; i++) {
		one = &all[i];
		if (!one->known && !one->over) {
			one->known = pattern_next(pattern_at(several, i), node, &one->transfer);
			one->over = !one->known;
		}
		if (one->known && (!first || one->transfer.cycle < first->transfer.cycle))
			first = one;
	}
	if (!first)
		return false;
	first->known = false;
	*transfer = first->transfer;
	return true;
}

int traffic_patterns(const struct topo *topo, const struct traffic_pattern *list,
		     unsigned int count, struct net_traffic *traffic)
{
	size_t size = pattern_size(topo);
	struct several *several;
	unsigned int i;
	int err = 0;

	several = calloc(1, sizeof(*several) + count * size +
			 (size_t)topo_nodes(topo) * count * sizeof(*several->upcoming));
	if (!several)
		return -ENOMEM;
	several->count = count;
	several->size = size;
	several->upcoming = (struct upcoming *)pattern_at(several, count);
	*traffic = (struct net_traffic){ .next = several_next, .context = several };
	for (i = 0; i < count && !err; i++) {
		err = pattern_begin(pattern_at(several, i), topo, &list[i]);
		traffic->requests |= 1u << list[i].each.op;
		if (traffic->phits < list[i].each.phits)
			traffic->phits = list[i].each.phits;
	}
	if (err)
		traffic_free(traffic);
	return err;
}
