/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a traffic offers to the links and NICs of a machine, as parts of what they can take at the
 * time (docs/simulator.md, "Offered load"). Packets are added to their routes by the flow engine:
 * nothing holds them up, so that what is offered may be more than can pass.
 */
#ifndef NETSIM_FLOW_OFFERED_H
#define NETSIM_FLOW_OFFERED_H

#include "netsim/net.h"

/* Stretches of fewer cycles (1 us) are a part of the one before. */
#define OFFERED_LEAST	800

/* What is offered, 1 being all that can be taken. */
struct offered_part {
	double mean; /* over all the time */
	double most; /* the largest mean of a stretch */
};

struct offered;

/*
 * Find what an open traffic offers to a machine with its changes. Time is divided into stretches:
 * border lists their ends in ascending order, the first above 0; the last is the end of the time.
 * Changes count from the beginning of a stretch on, for lanes and routes at once; transfers without
 * a route offer nothing. Free the result with offered_free(). Returns 0, -EINVAL for what
 * flow_new() and flow_run() reject or no time at all, -EHOSTUNREACH without changes, -EOVERFLOW, or
 * -ENOMEM.
 */
int offered_find(const struct net_config *config, const struct net_traffic *traffic,
		 const uint64_t *border, size_t borders, struct offered **result);

/* Free what was found; NULL is allowed. */
void offered_free(struct offered *offered);

/* Return what is offered to the link that leaves a chip by a port; topo_ports(): to its NICs. */
struct offered_part offered_link(const struct offered *offered, unsigned int chip,
				 unsigned int port);

/*
 * Return what the NICs of a chip offer to its host tiles. Of host tiles that serve some NICs of
 * their chip alone, here and in offered_link(), those count to which more is offered.
 */
struct offered_part offered_host(const struct offered *offered, unsigned int chip);

/* Return what a node offers to its own NIC, requests and responses. */
struct offered_part offered_sent(const struct offered *offered, uint32_t node);

/* Return what is offered to a node's NIC from the network. */
struct offered_part offered_taken(const struct offered *offered, uint32_t node);

#endif /* NETSIM_FLOW_OFFERED_H */
