// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "netsim/route.h"
#include "state.h"
#include "topo/grid.h"

#define CACHE_LINE	64

/* Does a way pass from the last coordinate of a ring to the first, or back? */
static bool wraps(unsigned int port, int difference)
{
	return grid_is_down(port) ? difference > 0 : difference < 0;
}

static struct flow_arc arc_of(const struct flow *flow, const struct net_way *way,
			      int difference, unsigned int stride)
{
	unsigned int lap = wraps(way->port, difference) ? flow->ports : 0;

	return (struct flow_arc){
		.start = way->port * flow->chips,
		.end = (lap + way->port) * flow->chips,
		.step = difference * (int)stride,
	};
}

static void fill_table(struct flow *flow, unsigned int dim, unsigned int stride)
{
	int size = flow->topo->size[dim];
	struct net_way way;
	int difference;

	for (difference = 1 - size; difference < size; difference++) {
		if (!difference)
			continue;
		net_way_whole(flow->config.fabric, dim, difference, &way);
		flow->arcs[dim][difference] = arc_of(flow, &way, difference, stride);
	}
}

/* None of them lies across two cache lines. */
static struct flow_channels *channels_new(size_t count)
{
	struct flow_channels *channels;
	size_t size = (count * sizeof(*channels) + CACHE_LINE - 1) & -(size_t)CACHE_LINE;

	channels = aligned_alloc(CACHE_LINE, size);
	return channels ? memset(channels, 0, size) : NULL;
}

int flow_arcs_new(struct flow *flow)
{
	unsigned int coord[TOPO_DIMS];
	unsigned int dim, chip, stride = 1;
	struct flow_arc *table;
	size_t entries = 0;

	for (dim = 0; dim < flow->dims; dim++)
		entries += 2 * flow->topo->size[dim] - 1;
	table = calloc(entries, sizeof(*table));
	flow->tables = table;
	flow->coord = calloc((size_t)flow->chips * flow->dims, sizeof(*flow->coord));
	flow->starts = channels_new((size_t)flow->ports * flow->chips);
	flow->ends = channels_new(2 * (size_t)flow->ports * flow->chips);
	if (!table || !flow->coord || !flow->starts || !flow->ends)
		return -ENOMEM;
	for (chip = 0; chip < flow->chips; chip++) {
		topo_coord(flow->topo, chip, coord);
		for (dim = 0; dim < flow->dims; dim++)
			flow->coord[chip * flow->dims + dim] = coord[dim];
	}
	for (dim = 0; dim < flow->dims; dim++) {
		flow->arcs[dim] = table + flow->topo->size[dim] - 1;
		fill_table(flow, dim, stride);
		table += 2 * flow->topo->size[dim] - 1;
		stride *= flow->topo->size[dim];
	}
	return 0;
}

void flow_arcs_way(struct flow *flow, unsigned int src, unsigned int dst,
		   const struct flow_channels *cells)
{
	const struct flow_channels more = *cells;
	const uint16_t *from = flow->coord + src * flow->dims;
	const uint16_t *to = flow->coord + dst * flow->dims;
	const struct flow_arc *arc;
	unsigned int dim, chip = src;

	for (dim = 0; dim < flow->dims; dim++) {
		if (from[dim] == to[dim])
			continue;
		arc = &flow->arcs[dim][to[dim] - from[dim]];
		flow_add_channels(&flow->starts[arc->start + chip], &more);
		chip += arc->step;
		flow_add_channels(&flow->ends[arc->end + chip], &more);
	}
}

int flow_arcs_detour(struct flow *flow, unsigned int src, unsigned int dst,
		     const struct flow_channels *cells)
{
	const uint16_t *from = flow->coord + src * flow->dims;
	const uint16_t *to = flow->coord + dst * flow->dims;
	unsigned int dim, chip = src, stride = 1, count = 0, i;
	struct flow_arc arcs[TOPO_DIMS];
	struct net_way way;

	for (dim = 0; dim < flow->dims; stride *= flow->topo->size[dim++]) {
		if (net_way(flow->config.fabric, chip, dim, to[dim], &way))
			return -EHOSTUNREACH;
		if (!way.hops)
			continue;
		arcs[count] = arc_of(flow, &way, to[dim] - from[dim], stride);
		chip += arcs[count++].step;
	}
	for (i = 0, chip = src; i < count; i++) {
		flow_add_channels(&flow->starts[arcs[i].start + chip], cells);
		chip += arcs[i].step;
		flow_add_channels(&flow->ends[arcs[i].end + chip], cells);
	}
	return 0;
}

/* Has a link of the ring, or line, failed that begins at a chip? */
static bool ring_fails(const struct flow *flow, unsigned int first, unsigned int dim,
		       unsigned int stride)
{
	const uint8_t *failed = flow->config.fabric->failed;
	unsigned int i;

	for (i = 0; failed && i < flow->topo->size[dim]; i++, first += stride)
		if (failed[first * flow->ports + grid_up(dim)] ||
		    failed[first * flow->ports + grid_down(dim)])
			return true;
	return false;
}

/* From each chip of a ring, or line, to each other one of it. */
static int add_ring(struct flow *flow, unsigned int first, unsigned int dim, unsigned int stride,
		    const struct flow_channels *cells)
{
	int size = flow->topo->size[dim], from, to;
	bool fails = ring_fails(flow, first, dim, stride);
	unsigned int chip = first;
	struct flow_arc arc;
	struct net_way way;

	for (from = 0; from < size; from++, chip += stride) {
		for (to = 0; to < size; to++) {
			if (to == from)
				continue;
			arc = flow->arcs[dim][to - from];
			if (fails) {
				if (net_way(flow->config.fabric, chip, dim, to, &way))
					return -EHOSTUNREACH;
				arc = arc_of(flow, &way, to - from, stride);
			}
			flow_add_channels(&flow->starts[arc.start + chip], cells);
			flow_add_channels(&flow->ends[arc.end + chip + arc.step], cells);
		}
	}
	return 0;
}

/*
 * A way goes along a ring of dimension d from a chip to another one if it began at any chip that
 * differs in the dimensions before d, which it has done with, and if it ends at any that differs in
 * those behind d. Failed links change the way along a ring, but not its two ends. So each pair of
 * chips of a ring is passed by as many ways as there are such rings.
 */
int flow_arcs_everyone(struct flow *flow, const struct flow_channels *cells)
{
	unsigned int dim, size, stride = 1, chip;
	struct flow_channels all;
	int err = 0;

	for (dim = 0; dim < flow->dims; dim++, stride *= size) {
		size = flow->topo->size[dim];
		all = flow_times(cells, flow->chips / size);
		for (chip = 0; chip < flow->chips && !err; chip++)
			if (!flow->coord[chip * flow->dims + dim])
				err = add_ring(flow, chip, dim, stride, &all);
	}
	return err;
}

/* Once round a ring or along a line, the way the port leads, from the chip at its beginning. */
static void carry_ring(struct flow *flow, unsigned int first, unsigned int port,
		       unsigned int size, int step)
{
	const struct flow_channels *starts = flow->starts + (size_t)port * flow->chips;
	const struct flow_channels *ends = flow->ends + (size_t)port * flow->chips;
	const struct flow_channels *laps = ends + (size_t)flow->ports * flow->chips;
	struct flow_channels running = { 0 };
	unsigned int chip, next, i;

	for (chip = first, i = 0; i < size; i++, chip += step)
		flow_add_channels(&running, &laps[chip]);
	for (chip = first, i = 0; i < size; i++, chip += step) {
		flow_add_channels(&running, &starts[chip]);
		flow_sub_channels(&running, &ends[chip]);
		flow_sub_channels(&running, &laps[chip]);
		next = i + 1 < size ? chip + step : first;
		flow->arrived[next * flow->links + grid_opposite(port)] = running;
	}
}

void flow_arcs_carry(struct flow *flow)
{
	unsigned int dim, size, stride = 1, chip;

	for (dim = 0; dim < flow->dims; dim++, stride *= size) {
		size = flow->topo->size[dim];
		for (chip = 0; chip < flow->chips; chip++) {
			if (flow->coord[chip * flow->dims + dim])
				continue;
			carry_ring(flow, chip, grid_up(dim), size, stride);
			carry_ring(flow, chip + (size - 1) * stride, grid_down(dim), size,
				   -(int)stride);
		}
	}
}
