// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Ways link by link, of topologies that are no grid.
 */
#include <errno.h>
#include <stdlib.h>

#include "netsim/route.h"
#include "state.h"

/* Add to the link that a port leads to; returns the chip behind it. */
static unsigned int add_hop(struct flow *flow, unsigned int chip, unsigned int port,
			    const struct flow_channels *cells)
{
	unsigned int next = topo_neighbour(flow->topo, chip, port);
	unsigned int far = topo_far_port(flow->topo, chip, port);

	flow_add_channels(&flow->arrived[(size_t)next * flow->links + far], cells);
	return next;
}

int flow_walk_way(struct flow *flow, unsigned int chip, unsigned int dst,
		  const struct flow_channels *cells)
{
	unsigned int port;

	while ((port = topo_route(flow->topo, chip, dst)) != TOPO_NONE) {
		if (!net_lanes_left(flow->config.fabric, chip, port))
			return -EHOSTUNREACH;
		chip = add_hop(flow, chip, port, cells);
	}
	return 0;
}

/*
 * Add what a chip's links to other groups carry: from every chip of this group to every chip of the
 * other one. @beyond counts the chips of those groups.
 */
static int add_bridges(struct flow *flow, unsigned int chip, unsigned int group,
		       const struct flow_channels *cells, unsigned int *beyond)
{
	struct flow_channels all = flow_times(cells, (uint64_t)group * group);
	unsigned int port, next;

	*beyond = 0;
	for (port = 0; port < flow->ports; port++) {
		next = topo_neighbour(flow->topo, chip, port);
		if (next == TOPO_NONE || next / group == chip / group)
			continue;
		if (!net_lanes_left(flow->config.fabric, chip, port))
			return -EHOSTUNREACH;
		add_hop(flow, chip, port, &all);
		*beyond += group;
	}
	return 0;
}

/*
 * A way within a group carries what goes between its two ends, what leaves the group through its
 * last chip, to all the chips beyond, and what has come to the group through its first chip.
 */
static int add_group(struct flow *flow, unsigned int first, unsigned int group,
		     const struct flow_channels *cells, unsigned int *beyond)
{
	unsigned int src, dst;
	struct flow_channels all;
	int err = 0;

	for (src = 0; src < group && !err; src++)
		err = add_bridges(flow, first + src, group, cells, &beyond[src]);
	for (src = 0; src < group; src++) {
		for (dst = 0; dst < group && !err; dst++) {
			all = flow_times(cells, 1 + beyond[src] + beyond[dst]);
			err = flow_walk_way(flow, first + src, first + dst, &all);
		}
	}
	return err;
}

int flow_walk_everyone(struct flow *flow, const struct flow_channels *cells)
{
	unsigned int group = topo_group(flow->topo), first;
	unsigned int *beyond = calloc(group, sizeof(*beyond));
	int err = beyond ? 0 : -ENOMEM;

	for (first = 0; first < flow->chips && !err; first += group)
		err = add_group(flow, first, group, cells, beyond);
	free(beyond);
	return err;
}
