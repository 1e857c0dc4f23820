// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "netsim/routing/route.h"
#include "state.h"
#include "topo/grid.h"

#define CACHE_LINE	64

/* Whether a route passes from the last coordinate of a ring to the first, or back. */
static bool wraps(unsigned int port, int step)
{
	return grid_is_down(port) ? step > 0 : step < 0;
}

static struct flow_arc arc_of(const struct flow *flow, unsigned int port, int step)
{
	unsigned int lap = wraps(port, step) ? flow->ports : 0;

	return (struct flow_arc){
		.start = port * flow->chips,
		.end = (lap + port) * flow->chips,
		.step = step,
	};
}

static void fill_table(struct flow *flow, unsigned int dim, unsigned int stride)
{
	int size = flow->topo->size[dim];
	struct net_route route;
	int difference;

	for (difference = 1 - size; difference < size; difference++) {
		if (!difference)
			continue;
		net_route_whole(flow->config.fabric, dim, difference, &route);
		flow->arcs[dim][difference] = arc_of(flow, route.port, difference * (int)stride);
	}
	if (flow->config.split_ties && topo_is_tie(flow->topo, dim, size / 2))
		flow->half[dim] = size / 2;
}

/* No element lies across two cache lines. */
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

/* Record an arc that begins at a chip; returns the chip where it ends. */
static inline unsigned int add_arc(struct flow *flow, unsigned int chip,
				   const struct flow_arc *arc, const struct flow_channels *cells)
{
	flow_add_channels(&flow->starts[arc->start + chip], cells);
	chip += arc->step;
	flow_add_channels(&flow->ends[arc->end + chip], cells);
	return chip;
}

void flow_arcs_route(struct flow *flow, unsigned int src, unsigned int dst,
		     const struct flow_channels *cells)
{
	const struct flow_channels more = *cells;
	const uint16_t *from = flow->coord + src * flow->dims;
	const uint16_t *to = flow->coord + dst * flow->dims;
	unsigned int dim, chip = src;
	struct flow_arc arc;

	for (dim = 0; dim < flow->dims; dim++) {
		if (from[dim] == to[dim])
			continue;
		arc = flow->arcs[dim][to[dim] - from[dim]];
		if (abs(to[dim] - from[dim]) == flow->half[dim] &&
		    net_tie_is_down(&flow->config, src, dst, dim))
			arc = arc_of(flow, grid_down(dim), arc.step);
		chip = add_arc(flow, chip, &arc, &more);
	}
}

int flow_arcs_detour(struct flow *flow, unsigned int src, unsigned int dst,
		     const struct flow_channels *cells)
{
	const uint16_t *from = flow->coord + src * flow->dims;
	const uint16_t *to = flow->coord + dst * flow->dims;
	unsigned int dim, chip = src, stride = 1, count = 0, i;
	struct flow_arc arcs[TOPO_DIMS];
	struct net_route route;

	for (dim = 0; dim < flow->dims; stride *= flow->topo->size[dim++]) {
		if (net_route_find(flow->config.fabric, chip, dim, to[dim],
				   net_tie_is_down(&flow->config, src, dst, dim), &route))
			return -EHOSTUNREACH;
		if (!route.hops)
			continue;
		arcs[count] = arc_of(flow, route.port, (to[dim] - from[dim]) * (int)stride);
		chip += arcs[count++].step;
	}
	for (i = 0, chip = src; i < count; i++)
		chip = add_arc(flow, chip, &arcs[i], cells);
	return 0;
}

/* Whether a link has failed of the ring, or line, that begins at a chip. */
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

/* The part along one dimension of all routes that pass two chips of a ring, or line. */
struct leg {
	/*
	 * Chip where it begins, its dimension, the dimension's stride in chips, coordinate where it
	 * ends.
	 */
	unsigned int chip, dim, stride, to;
	int difference;	/* of the coordinates of its ends */
	bool fails;	/* some link of the ring has failed */
};

/* Record some of the routes of a leg: if it is a tie, the routes that prefer one direction. */
static int add_leg(struct flow *flow, const struct leg *leg, bool tie_down,
		   const struct flow_channels *cells)
{
	struct flow_arc arc = flow->arcs[leg->dim][leg->difference];
	unsigned int port = grid_down(leg->dim);
	struct net_route route;

	if (leg->fails) {
		if (net_route_find(flow->config.fabric, leg->chip, leg->dim, leg->to, tie_down,
				   &route))
			return -EHOSTUNREACH;
		port = route.port;
	}
	if (leg->fails || tie_down)
		arc = arc_of(flow, port, arc.step);
	add_arc(flow, leg->chip, &arc, cells);
	return 0;
}

/*
 * Return how many routes of a leg prefer to go downward; flow_arcs_everyone() says which routes
 * pass.
 */
static uint64_t count_down(const struct flow *flow, const struct leg *leg)
{
	unsigned int block = leg->stride * flow->topo->size[leg->dim];
	unsigned int first = leg->chip - leg->chip % leg->stride, src, dst;
	unsigned int end = leg->chip + leg->difference * (int)leg->stride;
	uint64_t down = 0;

	if (abs(leg->difference) != flow->half[leg->dim])
		return 0;
	for (src = first; src < first + leg->stride; src++)
		for (dst = end % block; dst < flow->chips; dst += block)
			down += net_tie_is_down(&flow->config, src, dst, leg->dim);
	return down;
}

/* Record all routes of a leg. */
static int add_routes(struct flow *flow, const struct leg *leg, const struct flow_channels *cells)
{
	uint64_t down = count_down(flow, leg);
	struct flow_channels up_cells, down_cells = flow_times(cells, down);
	int err;

	up_cells = flow_times(cells, flow->chips / flow->topo->size[leg->dim] - down);
	err = add_leg(flow, leg, false, &up_cells);
	return err || !down ? err : add_leg(flow, leg, true, &down_cells);
}

/* Record the routes from each chip of a ring, or line, to each other chip of it. */
static int add_ring(struct flow *flow, unsigned int first, unsigned int dim, unsigned int stride,
		    const struct flow_channels *cells)
{
	struct leg leg = {
		.chip = first, .dim = dim, .stride = stride,
		.fails = ring_fails(flow, first, dim, stride),
	};
	int size = flow->topo->size[dim], from, to, err;

	for (from = 0; from < size; from++, leg.chip += stride) {
		for (to = 0; to < size; to++) {
			if (to == from)
				continue;
			leg.to = to;
			leg.difference = to - from;
			err = add_routes(flow, &leg, cells);
			if (err)
				return err;
		}
	}
	return 0;
}

/*
 * A route passes two chips of a ring of dimension d, from the first to the second, if it begins at
 * any chip that differs from the first only in the dimensions before d, which are done, and ends at
 * any chip that differs from the second only in the dimensions after d. Failed links change the
 * route along a ring, but not its two ends. So as many routes pass each pair of chips of a ring as
 * there are rings of that dimension. If ties are split, the routes over half a ring are looked at
 * one by one: each has its own preferred direction.
 */
int flow_arcs_everyone(struct flow *flow, const struct flow_channels *cells)
{
	unsigned int dim, stride = 1, chip;
	int err = 0;

	for (dim = 0; dim < flow->dims; stride *= flow->topo->size[dim++])
		for (chip = 0; chip < flow->chips && !err; chip++)
			if (!flow->coord[chip * flow->dims + dim])
				err = add_ring(flow, chip, dim, stride, cells);
	return err;
}

/*
 * Go once round a ring, or along a line, in the direction of the port, from the chip at its
 * beginning.
 */
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
