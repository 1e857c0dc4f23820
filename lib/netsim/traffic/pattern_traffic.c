// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "netsim/mix.h"
#include "pattern.h"

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
