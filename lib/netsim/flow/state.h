/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The flow engine's state. On a grid, the way along a dimension is an arc: it is noted where it
 * starts and where it ends, and carried over the links between them once, at the end.
 */
#ifndef NETSIM_FLOW_STATE_H
#define NETSIM_FLOW_STATE_H

#include "flow.h"

/**
 * struct flow_arc - the way between two coordinates, by their difference
 * @start: index in flow.starts, to which the chip where it starts has to be added
 * @end: index in flow.ends, to which the chip where it ends has to be added
 * @step: from the number of the first chip to that of the last
 */
struct flow_arc {
	uint32_t start;
	uint32_t end;
	int32_t step;
};

/** FLOW_MANY: in struct flow_senders: more than one node sends */
#define FLOW_MANY	(~0u)

/**
 * struct flow_senders - which node sends what a node takes
 * @vc: by virtual channel: 1 + the node, 0 for none, or FLOW_MANY
 */
struct flow_senders {
	uint32_t vc[2];
};

/**
 * struct flow_stalls - stalls of a link, in router cycles
 * @input: that heads waited at its input
 * @credit: that its output waited for credits
 */
struct flow_stalls {
	uint64_t input;
	uint64_t credit;
};

/**
 * struct flow - a count
 * @config: choices
 * @topo: the topology
 * @grid: it is a grid, and has arcs; else @arrived is added to at once
 * @chips: how many
 * @dims: dimensions
 * @ports: ports of a chip
 * @links: links of a chip, host link included
 * @coord: coordinates of chips, at [chip * dims + dim]
 * @arcs: by dimension: the middle of a table by difference of coordinates; half a ring goes upward
 * @half: by dimension: the difference of coordinates at which ties are split; 0: none are
 * @tables: memory of all tables
 * @starts: what starts at arcs, at [port * chips + chip]
 * @ends: what ends at arcs, likewise; behind that the same for arcs that passed coordinate 0
 * @sent: by node: what it sends into its chip
 * @taken: by node: what it takes from its chip
 * @senders: by node: who sent what it takes
 * @arrived: what came in at an input, at [chip * links + port]
 * @stalls: likewise
 * @total: phits of all that was added, each way once
 * @pending: by node: a transfer that was too late for the last flow_run(), if its bytes are not 0
 */
struct flow {
	struct net_config config;
	const struct topo *topo;
	bool grid;
	unsigned int chips, dims, ports, links;
	uint16_t *coord;
	struct flow_arc *arcs[TOPO_DIMS];
	int half[TOPO_DIMS];
	struct flow_arc *tables;
	struct flow_channels *starts;
	struct flow_channels *ends;
	struct flow_channels *sent;
	struct flow_channels *taken;
	struct flow_senders *senders;
	struct flow_channels *arrived;
	struct flow_stalls *stalls;
	uint64_t total;
	struct net_transfer *pending;
};

/**
 * flow_cell_add() - add one count to another
 * @cell: the sum
 * @more: added to it
 */
static inline void flow_cell_add(struct flow_cell *cell, const struct flow_cell *more)
{
	cell->phits += more->phits;
	cell->packets += more->packets;
}

/**
 * flow_cell_sub() - subtract one count from another
 * @cell: the difference
 * @less: subtracted from it
 */
static inline void flow_cell_sub(struct flow_cell *cell, const struct flow_cell *less)
{
	cell->phits -= less->phits;
	cell->packets -= less->packets;
}

/**
 * flow_add_channels() - add the counts of both virtual channels
 * @all: the sum
 * @more: added to it
 */
static inline void flow_add_channels(struct flow_channels *all, const struct flow_channels *more)
{
	flow_cell_add(&all->vc[0], &more->vc[0]);
	flow_cell_add(&all->vc[1], &more->vc[1]);
}

/**
 * flow_sub_channels() - subtract the counts of both virtual channels
 * @all: the difference
 * @less: subtracted from it
 */
static inline void flow_sub_channels(struct flow_channels *all, const struct flow_channels *less)
{
	flow_cell_sub(&all->vc[0], &less->vc[0]);
	flow_cell_sub(&all->vc[1], &less->vc[1]);
}

/**
 * flow_times() - multiply the counts of both virtual channels
 * @channels: the counts
 * @times: how often
 *
 * Return: the product.
 */
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

/**
 * flow_arcs_new() - make the tables of all arcs
 * @flow: of a grid; flow_free() frees them
 *
 * Return: 0, -ENOMEM.
 */
int flow_arcs_new(struct flow *flow);

/**
 * flow_arcs_way() - note the arcs of a way, by dimension order
 * @flow: of a grid
 * @src: chip where the way starts
 * @dst: chip where it ends
 * @cells: what goes over it
 */
void flow_arcs_way(struct flow *flow, unsigned int src, unsigned int dst,
		   const struct flow_channels *cells);

/**
 * flow_arcs_detour() - note the arcs of a way round failed links
 * @flow: of a grid
 * @src: chip where the way starts
 * @dst: chip where it ends
 * @cells: what goes over it
 *
 * Return: 0, or -EHOSTUNREACH, and nothing is noted.
 */
int flow_arcs_detour(struct flow *flow, unsigned int src, unsigned int dst,
		     const struct flow_channels *cells);

/**
 * flow_arcs_everyone() - note the arcs of the ways from each chip to each other one
 * @flow: of a grid, with failed links or without
 * @cells: what goes over each way
 *
 * Return: 0, or -EHOSTUNREACH, and some are noted.
 */
int flow_arcs_everyone(struct flow *flow, const struct flow_channels *cells);

/**
 * flow_arcs_carry() - find what arrives at every input
 * @flow: of a grid; its @arrived is filled in
 */
void flow_arcs_carry(struct flow *flow);

/**
 * flow_walk_way() - add what goes over a way to each of its links
 * @flow: of a topology that is no grid and has no arcs
 * @chip: where the way begins
 * @dst: chip where it ends
 * @cells: what goes over it
 *
 * Return: 0, or -EHOSTUNREACH, and some is added.
 */
int flow_walk_way(struct flow *flow, unsigned int chip, unsigned int dst,
		  const struct flow_channels *cells);

/**
 * flow_walk_everyone() - add what goes over the ways from each chip to each other one
 * @flow: of a topology that is no grid
 * @cells: what goes over each way
 *
 * Return: 0, -ENOMEM, or -EHOSTUNREACH, and some is added.
 */
int flow_walk_everyone(struct flow *flow, const struct flow_channels *cells);

/**
 * flow_stalls_estimate() - estimate all stalls
 * @flow: its @stalls are filled in
 * @cycles: over which the traffic is spread; 0: no stalls
 */
void flow_stalls_estimate(struct flow *flow, uint64_t cycles);

#endif /* NETSIM_FLOW_STATE_H */
