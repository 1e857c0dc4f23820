/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The flow engine: exact phits and packets of a whole job, by adding up paths; no time.
 */
#ifndef NETSIM_FLOW_H
#define NETSIM_FLOW_H

#include "netsim/net.h"

struct flow;

/** FLOW_MOST: most phits that a count takes, all transfers together; beyond, it has -EOVERFLOW */
#define FLOW_MOST	UINT64_MAX

/**
 * struct flow_cell - what goes over a link on one virtual channel
 * @phits: how many
 * @packets: how many
 */
struct flow_cell {
	uint64_t phits;
	uint64_t packets;
};

/**
 * struct flow_channels - what goes over a link
 * @vc: by virtual channel
 */
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
 * flow_new() - make an empty count
 * @config: choices; any topology will do, and any number of tiles
 * @result: the count, for flow_free()
 *
 * Return: 0, -EINVAL for what struct net_config or struct net_fabric do not allow, and for changes,
 * -ENOMEM.
 */
int flow_new(const struct net_config *config, struct flow **result);

/**
 * flow_free() - free a count
 * @flow: the count, or NULL
 */
void flow_free(struct flow *flow);

/**
 * flow_add() - add a transfer
 * @flow: the count
 * @src: the node that issues it
 * @transfer: the transfer
 * @times: how often
 *
 * Return: 0, -EHOSTUNREACH, -EOVERFLOW.
 */
int flow_add(struct flow *flow, uint32_t src, const struct net_transfer *transfer, uint64_t times);

/**
 * flow_load() - add a transfer to a load
 * @config: choices
 * @transfer: part of a message
 * @pulled: the receiver of the message issues it, not the sender
 * @times: how often
 * @load: added to
 */
void flow_load(const struct net_config *config, const struct net_transfer *transfer, bool pulled,
	       uint64_t times, struct flow_load *load);

/**
 * flow_one_way() - find what goes from one of two nodes to the other, if each has a load
 * @load: the load of each of them as a sender
 *
 * Return: the sum; phits that 64 bits cannot hold are UINT64_MAX.
 */
struct flow_channels flow_one_way(const struct flow_load *load);

/**
 * flow_add_way() - add what goes from one node to another, in bulk
 * @flow: the count
 * @src: one node
 * @dst: the other
 * @cells: what goes
 *
 * Return: 0, -EHOSTUNREACH, -EOVERFLOW.
 */
int flow_add_way(struct flow *flow, uint32_t src, uint32_t dst, const struct flow_channels *cells);

/**
 * flow_add_everyone() - add what every node exchanges with every other chip, in bulk
 * @flow: the count
 * @near: between each node and each other one of its chip, for each of the two as a sender
 * @far: between each node and the node of the same NIC of each other chip, likewise
 *
 * It is what flow_add_way() would add for all of them, but on a grid it takes time in proportion to
 * the chips and the sizes of dimensions, elsewhere to the chips and the sizes of groups, not to the
 * pairs of chips. Where ties are split, though, each pair of chips that are half a ring apart is
 * looked at.
 *
 * Return: 0, -EOVERFLOW, or -EHOSTUNREACH or -ENOMEM, after which the count is of no use.
 */
int flow_add_everyone(struct flow *flow, const struct flow_load *near,
		      const struct flow_load *far);

/**
 * flow_run() - add all that a traffic has before a cycle
 * @flow: the count
 * @traffic: the same one every time
 * @until: the cycle; NET_FOREVER: add all
 *
 * Return: 0, -EHOSTUNREACH, -EOVERFLOW, -ENOMEM, -EINVAL for what struct net_traffic does not
 * allow, or for a transfer as net_run().
 */
int flow_run(struct flow *flow, const struct net_traffic *traffic, uint64_t until);

/**
 * flow_finish() - carry what was added along the ways; before flow_count()
 * @flow: the count
 * @cycles: duration over which it is spread, for the estimate of stalls; 0: no stalls
 */
void flow_finish(struct flow *flow, uint64_t cycles);

/**
 * flow_count() - read a counter of a link, all lanes together
 * @flow: the count, after flow_finish()
 * @chip: the chip
 * @port: a port of it, or topo_ports(): the host link
 * @counter: the counter
 *
 * Phits and packets are exact. Stalls are an estimate; docs/simulator.md says which, and how far
 * off.
 *
 * Return: its value.
 */
uint64_t flow_count(const struct flow *flow, unsigned int chip, unsigned int port,
		    enum net_counter counter);

/**
 * flow_link_busy() - how long the lanes of an output were busy, on average
 * @flow: the count, after flow_finish()
 * @chip: the chip
 * @port: a port of it
 *
 * Return: router cycles; 0 where all lanes have failed.
 */
double flow_link_busy(const struct flow *flow, unsigned int chip, unsigned int port);

/**
 * flow_nic_busy() - how long a node's NIC was busy
 * @flow: the count
 * @node: the node
 *
 * Return: router cycles to send or to take what it had to, whichever are more.
 */
double flow_nic_busy(const struct flow *flow, uint32_t node);

#endif /* NETSIM_FLOW_H */
