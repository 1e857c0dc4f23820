/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Ways of packets through a machine of groups, and which of them a packet takes (docs/simulator.md,
 * "Routing").
 *
 * A way is a number of 16 bits, which the packet carries:
 *
 *	bridge			minimal from here on, over that link between the two groups
 *	WAY_JUDGE + 16 * draw + hops
 *				as drawn, but NET_ADAPTIVE1 reconsiders at the next router,
 *				after so many hops
 *	WAY_VIA + chip		over that router; once there, minimal
 */
#ifndef NETSIM_WAYS_H
#define NETSIM_WAYS_H

#include "netsim/net.h"

/* Bit of a way over an intermediate router, whose number is in the other bits. */
#define WAY_VIA		0x8000

/* Bit of a way that is still to be reconsidered. */
#define WAY_JUDGE	0x4000

/* Most classes of links: the colours of a dragonfly. */
#define WAYS_CLASSES	3

/* Where a chip is. */
struct ways_spot {
	uint16_t group;
	uint16_t local;	/* number in the group */
};

/* The end of a link between groups. */
struct ways_gate {
	uint16_t local;	/* number of its chip in the group */
	uint8_t port;
};

/* Tables of a machine of groups. */
struct ways {
	const struct topo *topo;
	uint64_t seed;			/* hashed seed */
	unsigned int group;		/* chips of a group */
	unsigned int groups;
	unsigned int bridges;		/* links that join each pair of groups */
	unsigned int here;		/* port to the nodes of a chip: topo_ports() */
	uint8_t class[NET_PORTS + 1];	/* of a port, from 1 on; of here 0 */
	uint32_t leaves;		/* ports that lead to other groups, by bit */
	struct ways_spot *spot;		/* by chip */
	/* Port to another chip of the group, at [local * group + local]; here to itself. */
	uint8_t *within;
	struct ways_gate *gate;		/* at [(group * groups + other group) * bridges + bridge] */
};

/* A packet that chooses its way. */
struct ways_head {
	const struct net_fabric *fabric; /* the hardware if a lane has failed, otherwise NULL */
	unsigned int chip;			/* where it is */
	unsigned int in;	/* port that it came through; ways.here: from its NIC */
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
 * Make the tables of a machine of groups, which outlives them. They need ways_free() even after an
 * error. Returns 0 or -ENOMEM.
 */
int ways_new(struct ways *ways, const struct topo *topo, uint64_t seed);

/* Free what tables have allocated; they are not used any more. */
void ways_free(struct ways *ways);

/*
 * Return the next port of a minimal way, which takes the bridge if dst is in another group: as
 * topo_route(), but ways.here instead of TOPO_NONE.
 */
static inline unsigned int ways_port(const struct ways *ways, unsigned int chip, unsigned int dst,
				     unsigned int bridge)
{
	struct ways_spot at = ways->spot[chip], to = ways->spot[dst];
	const struct ways_gate *gate;

	if (at.group == to.group)
		return ways->within[at.local * ways->group + to.local];
	gate = &ways->gate[(at.group * ways->groups + to.group) * ways->bridges + bridge];
	if (at.local == gate->local)
		return gate->port;
	return ways->within[at.local * ways->group + gate->local];
}

/*
 * Whether a packet that comes through port in and leaves through port changes to the next virtual
 * channel: as topo_rises(), but never from or to a node (ways.here).
 */
static inline bool ways_rises(const struct ways *ways, unsigned int in, unsigned int port)
{
	return ways->class[port] - 1u < ways->class[in];
}

/*
 * Follow a way that is not reconsidered; from is the sender's chip. At the intermediate router, the
 * way becomes the minimal one from there. Returns the next port.
 */
unsigned int ways_step(const struct ways *ways, unsigned int from, unsigned int chip,
		       unsigned int dst, uint16_t *way);

/*
 * Let a packet choose, at its first chip or where NET_ADAPTIVE1 reconsiders. The way is the old
 * one, unless the packet comes from its NIC, and becomes the new one. Returns the next port.
 */
unsigned int ways_choose(const struct ways *ways, const struct ways_head *head, uint16_t *way);

/* Whether a packet's way is still to be reconsidered. */
static inline bool way_is_judged(uint16_t way)
{
	return (way & (WAY_VIA | WAY_JUDGE)) == WAY_JUDGE;
}

#endif /* NETSIM_WAYS_H */
