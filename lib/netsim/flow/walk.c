// SPDX-License-Identifier: LGPL-2.1-or-later
/* Routes link by link, for topologies that are no grids. */
#include <errno.h>
#include <stdlib.h>

#include "netsim/routing/route.h"
#include "state.h"

/* Add to the link that a port leads to; returns the chip at its end. */
static unsigned int add_hop(struct flow *flow, unsigned int chip, unsigned int port,
			    const struct flow_channels *cells)
{
	unsigned int next = topo_neighbour(flow->topo, chip, port);
	unsigned int far = topo_far_port(flow->topo, chip, port);

	flow_add_channels(&flow->arrived[(size_t)next * flow->links + far], cells);
	return next;
}

/* Add to the links of the minimal route over a bridge. Returns 0 or -EHOSTUNREACH. */
static int add_minimal(struct flow *flow, unsigned int chip, unsigned int dst,
		       unsigned int bridge, const struct flow_channels *cells)
{
	unsigned int port;

	while ((port = topo_route(flow->topo, chip, dst, bridge)) != TOPO_NONE) {
		if (!net_lanes_left(flow->config.fabric, chip, port))
			return -EHOSTUNREACH;
		chip = add_hop(flow, chip, port, cells);
	}
	return 0;
}

int flow_walk_route(struct flow *flow, unsigned int chip, unsigned int dst,
		    const struct flow_channels *cells)
{
	const struct net_fabric *fabric = flow->config.fabric;
	unsigned int via = net_detour(fabric, chip, dst);
	int err;

	if (via == TOPO_NONE)
		return add_minimal(flow, chip, dst, net_bridge(fabric, chip, dst), cells);
	err = add_minimal(flow, chip, via, net_bridge_whole(flow->topo, chip, via), cells);
	return err ? err :
	       add_minimal(flow, via, dst, net_bridge_whole(flow->topo, via, dst), cells);
}

/* --- from each chip to each other one --- */

/* A link from one group to another. */
struct bridge {
	/* Chip where it begins, the port there, chip where it ends. */
	unsigned int chip, port, far;
	uint32_t routes;	/* how many routes take it */
};

/* How many routes take what. */
struct tally {
	unsigned int group;	/* chips of a group */
	/*
	 * Routes within a group, or parts within it of routes between groups, at [chip * group +
	 * number in the group of the chip where they end].
	 */
	uint32_t *within;
	struct bridge *bridge;	/* links from the present group to another one */
};

static uint32_t *routes_within(const struct tally *tally, unsigned int chip, unsigned int dst)
{
	return &tally->within[(size_t)chip * tally->group + dst % tally->group];
}

/* Find the links between two groups, given by their first chips. */
static void find_bridges(const struct topo *topo, const struct tally *tally, unsigned int from,
			 unsigned int to)
{
	struct bridge *bridge = tally->bridge;
	unsigned int i;

	for (i = 0; i < topo->bridges; i++, bridge++) {
		*bridge = (struct bridge){ .far = from };
		do {
			bridge->chip = bridge->far;
			bridge->port = topo_route(topo, bridge->chip, to, i);
			bridge->far = topo_neighbour(topo, bridge->chip, bridge->port);
		} while (bridge->far / tally->group == from / tally->group);
	}
}

/* Count a route from a chip of one group to a chip of the other, over a bridge. */
static void count_route(const struct tally *tally, struct bridge *bridge, unsigned int src,
			unsigned int dst)
{
	++*routes_within(tally, src, bridge->chip);
	++*routes_within(tally, bridge->far, dst);
	bridge->routes++;
}

/* With one bridge, all routes take it: there is no need to look at each. */
static void count_all(const struct tally *tally, unsigned int from, unsigned int to)
{
	struct bridge *bridge = tally->bridge;
	unsigned int i;

	for (i = 0; i < tally->group; i++) {
		*routes_within(tally, from + i, bridge->chip) += tally->group;
		*routes_within(tally, bridge->far, to + i) += tally->group;
	}
	bridge->routes = tally->group * tally->group;
}

static void count_pairs(const struct flow *flow, const struct tally *tally, unsigned int from,
			unsigned int to)
{
	unsigned int src, dst, number;

	for (src = from; src < from + tally->group; src++) {
		for (dst = to; dst < to + tally->group; dst++) {
			number = net_bridge(flow->config.fabric, src, dst);
			count_route(tally, &tally->bridge[number], src, dst);
		}
	}
}

/* Add what the links from one group to another carry. */
static void add_bridges(struct flow *flow, const struct tally *tally,
			const struct flow_channels *cells)
{
	struct bridge *bridge = tally->bridge, *end = bridge + flow->topo->bridges;
	struct flow_channels all;

	for (; bridge < end; bridge++) {
		if (!bridge->routes)
			continue;
		all = flow_times(cells, bridge->routes);
		add_hop(flow, bridge->chip, bridge->port, &all);
	}
}

static void add_between(struct flow *flow, const struct tally *tally,
			const struct flow_channels *cells)
{
	unsigned int from, to;

	for (from = 0; from < flow->chips; from += tally->group) {
		for (to = 0; to < flow->chips; to += tally->group) {
			if (to == from)
				continue;
			find_bridges(flow->topo, tally, from, to);
			if (flow->topo->bridges == 1)
				count_all(tally, from, to);
			else
				count_pairs(flow, tally, from, to);
			add_bridges(flow, tally, cells);
		}
	}
}

/* Add routes within groups: between their own chips, and the parts of routes that come or leave. */
static int add_within(struct flow *flow, const struct tally *tally,
		      const struct flow_channels *cells)
{
	unsigned int chip, dst, first;
	struct flow_channels all;
	int err = 0;

	for (chip = 0; chip < flow->chips; chip++) {
		first = chip - chip % tally->group;
		for (dst = first; dst < first + tally->group && !err; dst++) {
			all = flow_times(cells, 1 + *routes_within(tally, chip, dst));
			err = flow_walk_route(flow, chip, dst, &all);
		}
	}
	return err;
}

/* With failed links there may be detours: each pair of chips is looked at. */
static int walk_pairs(struct flow *flow, const struct flow_channels *cells)
{
	unsigned int chip, dst;
	int err = 0;

	for (chip = 0; chip < flow->chips; chip++)
		for (dst = 0; dst < flow->chips && !err; dst++)
			err = flow_walk_route(flow, chip, dst, cells);
	return err;
}

int flow_walk_everyone(struct flow *flow, const struct flow_channels *cells)
{
	struct tally tally = { .group = topo_group(flow->topo) };
	int err;

	if (flow->config.fabric->failed)
		return walk_pairs(flow, cells);
	tally.within = calloc((size_t)flow->chips * tally.group, sizeof(*tally.within));
	tally.bridge = calloc(flow->topo->bridges + 1, sizeof(*tally.bridge));
	err = tally.within && tally.bridge ? 0 : -ENOMEM;
	if (!err) {
		add_between(flow, &tally, cells);
		err = add_within(flow, &tally, cells);
	}
	free(tally.within);
	free(tally.bridge);
	return err;
}
