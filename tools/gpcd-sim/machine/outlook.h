/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * When nodes send next: a look at the transfers that a network takes from its traffic.
 */
#ifndef OUTLOOK_H
#define OUTLOOK_H

#include "netsim/net.h"

/**
 * struct outlook - what a network has taken from its traffic
 * @traffic: the traffic
 * @nodes: number of nodes
 * @senders: by node: its current transfer, and those before it
 */
struct outlook {
	struct net_traffic traffic;
	uint32_t nodes;
	struct sender *senders;
};

/**
 * outlook_new() - begin to look at a traffic
 * @outlook: the result, for outlook_free()
 * @traffic: the traffic, whose context must outlive it
 * @nodes: number of nodes
 * @seen: receives the traffic to give to the network in its place
 *
 * @outlook may not be moved as long as the network takes transfers from @seen.
 *
 * Return: 0, -ENOMEM.
 */
int outlook_new(struct outlook *outlook, const struct net_traffic *traffic, uint32_t nodes,
		struct net_traffic *seen);

/**
 * outlook_free() - free what an outlook has allocated
 * @outlook: the outlook; { 0 } will do
 */
void outlook_free(struct outlook *outlook);

/**
 * outlook_empty_until() - find how long nothing happens in a network
 * @outlook: the outlook on its traffic
 * @net: the network, which is not running
 *
 * Return: the first cycle in which a node sends; NET_FOREVER: none sends any more; 0: packets or
 * answers are on their way, or a node sends now.
 */
uint64_t outlook_empty_until(const struct outlook *outlook, const struct net *net);

#endif /* OUTLOOK_H */
