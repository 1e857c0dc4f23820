/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The flow engine's state. On a grid, the route along a dimension is an arc: it is recorded where
 * it starts and where it ends, and carried over the links between them once, at the end.
 */
#ifndef NETSIM_FLOW_STATE_H
#define NETSIM_FLOW_STATE_H

#include "flow.h"

/* The route between two coordinates, by their difference. */
struct flow_arc {
	uint32_t start;	/* add the chip where it starts: index in flow.starts */
	uint32_t end;	/* add the chip where it ends: index in flow.ends */
	int32_t step;	/* from the number of the first chip to the last chip's */
};

/* In struct flow_senders: more than one node sends. */
#define FLOW_MANY	(~0u)

/*
 * Which node sends what a node takes, by virtual channel: 1 + the node, 0 for none, or FLOW_MANY.
 */
struct flow_senders {
	uint32_t vc[2];
};

/* Stalls of a link, in router cycles. */
struct flow_stalls {
	uint64_t input;		/* heads waited at its input */
	uint64_t credit;	/* its output waited for credits */
};

/* A count. */
struct flow {
	struct net_config config;
	const struct topo *topo;
	bool grid;	/* has arcs; otherwise, arrived is added to at once */
	unsigned int chips, dims, ports, links;	/* links: the ports and the host link */
	/* Coordinates of chips, at [chip * dims + dim]. */
	uint16_t *coord;
	/*
	 * By dimension: the middle of a table by difference of coordinates; half a ring goes
	 * upward.
	 */
	struct flow_arc *arcs[TOPO_DIMS];
	/* By dimension: the difference of coordinates at which ties are split; 0: none are. */
	int half[TOPO_DIMS];
	struct flow_arc *tables;		/* memory of arcs */
	struct flow_channels *starts;		/* what starts at arcs, at [port * chips + chip] */
	/* What ends at arcs, likewise; then the same for arcs that passed coordinate 0. */
	struct flow_channels *ends;
	struct flow_channels *sent;		/* by node: into its chip */
	struct flow_channels *taken;		/* by node: from its chip */
	struct flow_senders *senders;		/* by node: who sent what it takes */
	struct flow_channels *arrived;		/* at an input, at [chip * links + port] */
	struct flow_stalls *stalls;		/* likewise */
	uint64_t total;				/* phits of all that was added, each way once */
	/* By node: a transfer that was too late for the last flow_run(), if its bytes are not 0. */
	struct net_transfer *pending;
};

static inline void flow_cell_add(struct flow_cell *cell, const struct flow_cell *more)
{
	cell->phits += more->phits;
	cell->packets += more->packets;
}

static inline void flow_cell_sub(struct flow_cell *cell, const struct flow_cell *less)
{
	cell->phits -= less->phits;
	cell->packets -= less->packets;
}

/* Add the counts of both virtual channels. */
static inline void flow_add_channels(struct flow_channels *all, const struct flow_channels *more)
{
	flow_cell_add(&all->vc[0], &more->vc[0]);
	flow_cell_add(&all->vc[1], &more->vc[1]);
}

/* Subtract the counts of both virtual channels. */
static inline void flow_sub_channels(struct flow_channels *all, const struct flow_channels *less)
{
	flow_cell_sub(&all->vc[0], &less->vc[0]);
	flow_cell_sub(&all->vc[1], &less->vc[1]);
}

/* Return the counts of both virtual channels, multiplied. */
static inline struct flow_channels flow_times(const struct flow_channels *channels, uint64_t times)
{
	struct flow_channels all = *channels;
	unsigned int vc;

	for (vc = 0; vc < 2; vc++) {
		all.vc[vc].phits *= times;
		all.vc[vc].packets *= times;
	}
	return all;
}

/* Make the tables of a grid's arcs, which flow_free() frees. Returns 0 or -ENOMEM. */
int flow_arcs_new(struct flow *flow);

/* Record the arcs of the route between two chips of a grid, in dimension order. */
void flow_arcs_route(struct flow *flow, unsigned int src, unsigned int dst,
		     const struct flow_channels *cells);

/*
 * Record the arcs of the route between two chips of a grid, round failed links. Returns 0, or,
 * recording nothing, -EHOSTUNREACH.
 */
int flow_arcs_detour(struct flow *flow, unsigned int src, unsigned int dst,
		     const struct flow_channels *cells);

/*
 * Record the arcs of the routes from each chip of a grid to each other one, with failed links or
 * without. Returns 0, or, with some recorded, -EHOSTUNREACH.
 */
int flow_arcs_everyone(struct flow *flow, const struct flow_channels *cells);

/* Fill in what arrives at every input of a grid. */
void flow_arcs_carry(struct flow *flow);

/*
 * Add what goes over the route between two chips to each of its links. Not for grids. Returns 0,
 * or, with some added, -EHOSTUNREACH.
 */
int flow_walk_route(struct flow *flow, unsigned int chip, unsigned int dst,
		    const struct flow_channels *cells);

/*
 * Add what goes over the routes from each chip to each other one. Not for grids. Returns 0,
 * -ENOMEM, or, with some added, -EHOSTUNREACH.
 */
int flow_walk_everyone(struct flow *flow, const struct flow_channels *cells);

/*
 * Add what a traffic has before a cycle, in a machine of groups, by the routing of the
 * configuration, packet by packet. Memory of flow.pending is there. Returns as flow_run().
 */
int flow_routed_run(struct flow *flow, const struct net_traffic *traffic, uint64_t until);

/* Estimate the stalls of all links, with the traffic spread over so many cycles; 0: no stalls. */
void flow_stalls_estimate(struct flow *flow, uint64_t cycles);

#endif /* NETSIM_FLOW_STATE_H */
