/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Routes of packets through a machine of groups, and which of them a packet takes
 * (docs/simulator.md, "Routing").
 *
 * A route is a number of 16 bits, which the packet carries:
 *
 *	bridge			minimal from here on, over that link between the two groups
 *	ROUTE_TURNED		minimal within a group, in the other order: black before green
 *	ROUTE_RECONSIDER + 16 * draw + hops
 *				as drawn, but NET_ADAPTIVE1 reconsiders at the next router,
 *				after so many hops
 *	ROUTE_VIA + chip		over that router; once there, minimal
 */
#ifndef NETSIM_WAYS_H
#define NETSIM_WAYS_H

#include "netsim/net.h"

/* Bit of a route over an intermediate router, whose number is in the other bits. */
#define ROUTE_VIA		0x8000

/* Bit of a route that is still to be reconsidered. */
#define ROUTE_RECONSIDER	0x4000

/* Bit of a minimal route within a group that is the way back, backwards. */
#define ROUTE_TURNED		0x2000

/* Most classes of links: the colours of a dragonfly. */
#define ROUTES_CLASSES	3

/* Classes of ports: of links from 1 on, and 0 of the port to nodes. */
#define ROUTES_ROW	(ROUTES_CLASSES + 1)

/* Where a chip is. */
struct routes_spot {
	uint16_t group;
	uint16_t local;	/* number in the group */
};

/* The end of a link between groups. */
struct routes_gate {
	uint16_t local;	/* number of its chip in the group */
	uint8_t port;
};

/* Tables of a machine of groups. */
struct routes {
	const struct topo *topo;
	const struct net_bias *bias;	/* from NET_ADAPTIVE0 on */
	uint64_t seed;			/* hashed seed */
	unsigned int group;		/* chips of a group */
	unsigned int groups;
	unsigned int bridges;		/* links that join each pair of groups */
	unsigned int here;		/* port to the nodes of a chip: topo_ports() */
	uint8_t class[NET_PORTS + 1];	/* of a port, from 1 on; of here 0 */
	uint32_t leaves;		/* ports that lead to other groups, by bit */
	struct routes_spot *spot;		/* by chip */
	/*
	 * Port to another chip of the group, at [local * group + local], here to itself: by the
	 * topology's route, and by the one that it has back, backwards.
	 */
	uint8_t *within[2];
	/*
	 * What the former adds to the virtual channel, by the class of the port that a packet has
	 * come through, at [(local * group + local) * ROUTES_ROW + class]: ROUTES_ROW times the
	 * channels, plus the class of the last port.
	 */
	uint8_t *rises;
	uint16_t *beyond;	/* chip at the other end of a port, at [chip * here + port] */
	struct routes_gate *gate; /* at [(group * groups + other group) * bridges + bridge] */
};

/* A packet that chooses its route. */
struct routes_head {
	const struct net_fabric *fabric; /* the hardware if a lane has failed, otherwise NULL */
	unsigned int chip;			/* where it is */
	unsigned int in;	/* port that it came through; routes.here: from its NIC */
	unsigned int phase;			/* its virtual channel, within its kind */
	unsigned int routing;			/* enum net_routing */
	uint32_t src;				/* node that sent it */
	uint32_t dst;				/* node that it goes to */
	unsigned int from;			/* of src */
	unsigned int to;			/* of dst */
	uint32_t birth;				/* cycle in which it left its NIC, mod 2^32 */
	/* Returns the flits queued at a port, in a virtual channel, before this packet. */
	uint64_t (*load)(const void *context, unsigned int port, unsigned int phase);
	const void *context;			/* passed to load */
};

/*
 * Make the tables of a machine of groups, which outlives them. They need routes_free() even after
 * an error. Returns 0 or -ENOMEM.
 */
int routes_new(struct routes *routes, const struct net_fabric *fabric, uint64_t seed);

/* Free what tables have allocated; they are not used any more. */
void routes_free(struct routes *routes);

/*
 * Return the next port of a minimal route: over its bridge if dst is in another group, otherwise in
 * its order. As topo_route(), but routes.here instead of TOPO_NONE.
 */
static inline unsigned int routes_port(const struct routes *routes, unsigned int chip,
				       unsigned int dst, unsigned int route)
{
	struct routes_spot at = routes->spot[chip], to = routes->spot[dst];
	const struct routes_gate *gate;

	if (at.group == to.group)
		return routes->within[!!(route & ROUTE_TURNED)][at.local * routes->group +
								to.local];
	gate = &routes->gate[(at.group * routes->groups + to.group) * routes->bridges + route];
	if (at.local == gate->local)
		return gate->port;
	return routes->within[0][at.local * routes->group + gate->local];
}

/*
 * Whether a packet that comes through port in and leaves through port changes to the next virtual
 * channel: as topo_rises(), but never from or to a node (routes.here).
 */
static inline bool routes_rises(const struct routes *routes, unsigned int in, unsigned int port)
{
	return routes->class[port] - 1u < routes->class[in];
}

/* As routes_step(), for a route over an intermediate router. */
unsigned int routes_step_over(const struct routes *routes, unsigned int from, unsigned int chip,
			      unsigned int dst, uint16_t *route);

/*
 * Follow a route that is not reconsidered; from is the sender's chip. At the intermediate router,
 * the route becomes the minimal one from there. Returns the next port.
 */
static inline unsigned int routes_step(const struct routes *routes, unsigned int from,
				       unsigned int chip, unsigned int dst, uint16_t *route)
{
	if (*route & ROUTE_VIA)
		return routes_step_over(routes, from, chip, dst, route);
	return routes_port(routes, chip, dst, *route);
}

/*
 * Give a packet at its first chip its route by NET_MINIMAL, where no lane has failed. Returns the
 * next port.
 */
unsigned int routes_minimal(const struct routes *routes, unsigned int chip, unsigned int dst,
			    uint16_t *route);

/*
 * Let a packet choose, at its first chip or where NET_ADAPTIVE1 reconsiders. The route is the old
 * one, unless the packet comes from its NIC, and becomes the new one. Returns the next port.
 */
unsigned int routes_choose(const struct routes *routes, const struct routes_head *head,
			   uint16_t *route);

/* Whether a packet's route is still to be reconsidered. */
static inline bool route_is_reconsidered(uint16_t route)
{
	return (route & (ROUTE_VIA | ROUTE_RECONSIDER)) == ROUTE_RECONSIDER;
}

#endif /* NETSIM_WAYS_H */
