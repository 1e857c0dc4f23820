/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What the flow engine keeps. A way along a dimension is an arc: it is noted where it starts and
 * where it ends, and carried over the links between them once, at the end.
 */
#ifndef NETSIM_FLOW_STATE_H
#define NETSIM_FLOW_STATE_H

#include "flow.h"

/**
 * struct flow_arc - the way between two coordinates, by their difference
 * @start: add the chip where it starts: index in flow.starts
 * @end: add the chip where it ends: index in flow.ends
 * @step: from the one chip's number to the other's
 */
struct flow_arc {
	uint32_t start;
	uint32_t end;
	int32_t step;
};

/** FLOW_MANY: more senders than one */
#define FLOW_MANY	(~0u)

/** struct flow_senders - of what a node takes, by virtual channel: the node + 1, or FLOW_MANY */
struct flow_senders {
	uint32_t vc[2];
};

/** struct flow_stalls - router cycles at an input, and at the output beside it */
struct flow_stalls {
	uint64_t input;
	uint64_t credit;
};

/**
 * struct flow - a count
 * @links: of a chip, with its host link
 * @coord: of a chip, at [chip * dims + dim]
 * @arcs: by dimension, the middle of a table by difference of coordinates; none on a dragonfly
 * @tables: all of them
 * @starts: of arcs, at [port * chips + chip]
 * @ends: likewise, then the ends of those that passed coordinate 0
 * @sent: by a node into its chip
 * @taken: by a node from its chip
 * @senders: to a node
 * @arrived: at an input, at [chip * links + port]; dragonfly: added to at once
 * @stalls: likewise
 * @pending: a node's transfer that was too late for the last flow_run(), if its bytes are not 0
 */
struct flow {
	struct net_config config;
	const struct topo *topo;
	unsigned int chips, dims, ports, links;
	uint16_t *coord;
	struct flow_arc *arcs[TOPO_DIMS];
	struct flow_arc *tables;
	struct flow_channels *starts;
	struct flow_channels *ends;
	struct flow_channels *sent;
	struct flow_channels *taken;
	struct flow_senders *senders;
	struct flow_channels *arrived;
	struct flow_stalls *stalls;
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

static inline void flow_add_channels(struct flow_channels *all, const struct flow_channels *more)
{
	flow_cell_add(&all->vc[0], &more->vc[0]);
	flow_cell_add(&all->vc[1], &more->vc[1]);
}

static inline void flow_sub_channels(struct flow_channels *all, const struct flow_channels *less)
{
	flow_cell_sub(&all->vc[0], &less->vc[0]);
	flow_cell_sub(&all->vc[1], &less->vc[1]);
}

/** flow_arcs_new() - tables of all arcs; 0 or -ENOMEM */
int flow_arcs_new(struct flow *flow);

/** flow_arcs_way() - note the arcs of a way, by dimension order */
void flow_arcs_way(struct flow *flow, unsigned int src, unsigned int dst,
		   const struct flow_channels *cells);

/** flow_arcs_detour() - the same round lost links; 0, or -EHOSTUNREACH and nothing noted */
int flow_arcs_detour(struct flow *flow, unsigned int src, unsigned int dst,
		     const struct flow_channels *cells);

/** flow_arcs_carry() - what arrives at every input */
void flow_arcs_carry(struct flow *flow);

/** flow_stalls_estimate() - stalls of everything, spread over so many cycles */
void flow_stalls_estimate(struct flow *flow, uint64_t cycles);

#endif /* NETSIM_FLOW_STATE_H */
