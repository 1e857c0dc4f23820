/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The flow engine: exact phits and packets of a whole job, by adding up paths; no time.
 */
#ifndef NETSIM_FLOW_H
#define NETSIM_FLOW_H

#include "netsim/net.h"

struct flow;

/** struct flow_cell - what goes over a link */
struct flow_cell {
	uint64_t phits;
	uint64_t packets;
};

/** struct flow_channels - the same of both virtual channels */
struct flow_channels {
	struct flow_cell vc[2];
};

/**
 * struct flow_load - what a message puts on its ways
 * @there: from its sender to its receiver
 * @back: from its receiver to its sender
 */
struct flow_load {
	struct flow_channels there;
	struct flow_channels back;
};

/**
 * flow_new() - an empty count, of a dragonfly too, and of any number of tiles
 *
 * Return: 0, -EINVAL for what struct net_config or struct net_fabric do not allow, -ENOMEM.
 */
int flow_new(const struct net_config *config, struct flow **result);

void flow_free(struct flow *flow);

/**
 * flow_add() - a transfer
 * @src: the node that issues it
 * @times: how often
 *
 * Return: 0, -EHOSTUNREACH.
 */
int flow_add(struct flow *flow, uint32_t src, const struct net_transfer *transfer, uint64_t times);

/**
 * flow_load() - add a transfer to a load
 * @pulled: the receiver of the message issues it, not the sender
 * @times: how often
 */
void flow_load(const struct net_config *config, const struct net_transfer *transfer, bool pulled,
	       uint64_t times, struct flow_load *load);

/** flow_add_way() - what goes from one node to another, in bulk; 0, -EHOSTUNREACH */
int flow_add_way(struct flow *flow, uint32_t src, uint32_t dst, const struct flow_channels *cells);

/**
 * flow_run() - all that a traffic has before a cycle; NET_FOREVER: all
 * @traffic: the same one every time
 *
 * Return: 0, -EHOSTUNREACH, -ENOMEM, -EINVAL for what struct net_traffic does not allow, or for a
 * transfer as net_run().
 */
int flow_run(struct flow *flow, const struct net_traffic *traffic, uint64_t until);

/**
 * flow_finish() - carry what was added along the ways; before flow_count()
 * @cycles: duration over which it is spread, for the estimate of stalls; 0: no stalls
 */
void flow_finish(struct flow *flow, uint64_t cycles);

/**
 * flow_count() - a counter of a link, all lanes together
 *
 * Phits and packets are exact. Stalls are an estimate; docs/simulator.md says which, and how far
 * off.
 */
uint64_t flow_count(const struct flow *flow, unsigned int chip, unsigned int port,
		    enum net_counter counter);

/**
 * flow_link_busy() - router cycles that a lane of an output was busy, on average
 *
 * After flow_finish(). 0 where all lanes failed, and on a dragonfly.
 */
double flow_link_busy(const struct flow *flow, unsigned int chip, unsigned int port);

/** flow_nic_busy() - router cycles that a node needed to send, or to take, whichever are more */
double flow_nic_busy(const struct flow *flow, uint32_t node);

#endif /* NETSIM_FLOW_H */
