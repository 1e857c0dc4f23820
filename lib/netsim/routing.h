/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * How packets find their ways through a machine of groups (docs/simulator.md, "Routing").
 */
#ifndef NETSIM_ROUTING_H
#define NETSIM_ROUTING_H

/**
 * enum net_routing - how packets find their ways
 * @NET_MINIMAL: the minimal way, over the link between groups that source and destination say
 * @NET_VALIANT: a non-minimal way, over a router drawn for each packet
 * @NET_ADAPTIVE0: of two minimal and two non-minimal ways the one with the least load
 * @NET_ADAPTIVE1: likewise, judged anew on the way; non-minimal ways become dearer hop by hop
 * @NET_ADAPTIVE2: likewise, judged once; non-minimal ways are a little dearer
 * @NET_ADAPTIVE3: ... much dearer
 * @NET_MIN_HASH: a minimal way, by hash of the two nodes
 * @NET_NMIN_HASH: a non-minimal way, by hash of the two nodes
 * @NET_IN_ORDER: the way of NET_MINIMAL, on fixed lanes: packets from a node to another one keep
 *	their order
 * @NET_ROUTINGS: how many there are
 */
enum net_routing {
	NET_MINIMAL,
	NET_VALIANT,
	NET_ADAPTIVE0,
	NET_ADAPTIVE1,
	NET_ADAPTIVE2,
	NET_ADAPTIVE3,
	NET_MIN_HASH,
	NET_NMIN_HASH,
	NET_IN_ORDER,
	NET_ROUTINGS,
};

/** NET_ROUTED() - net_transfer.routing of a transfer that names its routing */
#define NET_ROUTED(routing)	((routing) + 1)

/**
 * net_routing_name() - find what a routing is called
 * @routing: enum net_routing
 *
 * Return: its name: "adaptive0"; NULL: there is no such routing.
 */
const char *net_routing_name(unsigned int routing);

/**
 * net_routing_find() - find a routing by its name
 * @name: the name; the case of letters is ignored
 *
 * Return: the routing, -EINVAL.
 */
int net_routing_find(const char *name);

#endif /* NETSIM_ROUTING_H */
