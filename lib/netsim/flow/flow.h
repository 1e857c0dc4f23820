/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The flow engine: exact phits and packets of a whole job, by adding up paths, without time. */
#ifndef NETSIM_FLOW_H
#define NETSIM_FLOW_H

#include "netsim/net.h"

struct flow;

/* Most phits of a count, all transfers together; beyond it, adding returns -EOVERFLOW. */
#define FLOW_MOST	UINT64_MAX

/* What goes over a link on one virtual channel. */
struct flow_cell {
	uint64_t phits;
	uint64_t packets;
};

/* What goes over a link, by virtual channel: requests, responses. */
struct flow_channels {
	struct flow_cell vc[2];
};

/* What a message puts on its routes. */
struct flow_load {
	struct flow_channels there;	/* from sender to receiver */
	struct flow_channels back;	/* from receiver to sender */
};

/*
 * Make an empty count; free it with flow_free(). Any topology will do, and any number of tiles.
 * Returns 0, -EINVAL for what struct net_config or struct net_fabric do not allow and for changes,
 * or -ENOMEM.
 */
int flow_new(const struct net_config *config, struct flow **result);

/* Free a count; NULL is allowed. */
void flow_free(struct flow *flow);

/* Add so many times a transfer that node src issues. Returns 0, -EHOSTUNREACH or -EOVERFLOW. */
int flow_add(struct flow *flow, uint32_t src, const struct net_transfer *transfer, uint64_t times);

/*
 * Add a transfer, so many times, to the load of the message that it is part of. If pulled, the
 * receiver of the message issues the transfer, not the sender.
 */
void flow_load(const struct net_config *config, const struct net_transfer *transfer, bool pulled,
	       uint64_t times, struct flow_load *load);

/*
 * Return what goes from one of two nodes to the other if each sends a message with this load. Phits
 * that 64 bits cannot hold are UINT64_MAX.
 */
struct flow_channels flow_one_way(const struct flow_load *load);

/* Add what goes from node src to node dst, in bulk. Returns 0, -EHOSTUNREACH or -EOVERFLOW. */
int flow_add_route(struct flow *flow, uint32_t src, uint32_t dst,
		   const struct flow_channels *cells);

/*
 * Add what every node exchanges, in bulk: load near between each two nodes of a chip, load far
 * between each node and the node of the same NIC of each other chip; each of the two is a sender.
 *
 * The result is as with flow_add_route() for all of them, but the time is proportional to the chips
 * and the sizes of dimensions (on a grid) or groups (elsewhere), not to the pairs of chips. Only
 * with split ties is each pair of chips half a ring apart looked at. Returns 0, -EOVERFLOW, or,
 * leaving the count useless, -EHOSTUNREACH or -ENOMEM.
 */
int flow_add_everyone(struct flow *flow, const struct flow_load *near,
		      const struct flow_load *far);

/*
 * Add all that a traffic, always the same one, has before a cycle; NET_FOREVER: all. Packets take
 * the routing of the configuration, whatever their transfers say; adaptive ones by the loads that
 * the packets before them have left, which is an estimate (docs/simulator.md, "Offered load").
 * What is added otherwise takes minimal routes. Returns 0,
 * -EHOSTUNREACH, -EOVERFLOW, -ENOMEM, or -EINVAL for what struct net_traffic does not allow and for
 * transfers as in net_run().
 */
int flow_run(struct flow *flow, const struct net_traffic *traffic, uint64_t until);

/*
 * Carry what was added along the routes, before flow_count(). For the estimate of stalls the
 * traffic is spread over so many cycles; 0: no stalls.
 */
void flow_finish(struct flow *flow, uint64_t cycles);

/*
 * Return a counter of a link, all lanes together, after flow_finish(). A port of topo_ports() is
 * the host link. Phits and packets are exact. Stalls are an estimate; docs/simulator.md says how it
 * is made, and how far off it is.
 */
uint64_t flow_count(const struct flow *flow, unsigned int chip, unsigned int port,
		    enum net_counter counter);

/*
 * Return how long the lanes of an output were busy, on average, in router cycles, after
 * flow_finish(); 0 where all lanes have failed.
 */
double flow_link_busy(const struct flow *flow, unsigned int chip, unsigned int port);

/*
 * Return how long a node's NIC was busy, in router cycles: with sending or receiving, whichever
 * took longer.
 */
double flow_nic_busy(const struct flow *flow, uint32_t node);

#endif /* NETSIM_FLOW_H */
