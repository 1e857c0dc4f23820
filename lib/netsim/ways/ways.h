/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Ways of packets through a machine of groups, and which of them a packet takes
 * (docs/simulator.md, "Routing").
 *
 * A way is a number of 16 bits, which the packet carries:
 *
 *	bridge			minimal from here on, over that link between the two groups
 *	WAY_JUDGE + 16 * draw + hops
 *				that of a draw, but NET_ADAPTIVE1 judges at the next router, after
 *				so many hops
 *	WAY_VIA + chip		over that router; once there, minimal
 */
#ifndef NETSIM_WAYS_H
#define NETSIM_WAYS_H

#include "netsim/net.h"

/** WAY_VIA: bit of a way over an intermediate router, whose number the other bits are */
#define WAY_VIA		0x8000

/** WAY_JUDGE: bit of a way that is still to be judged */
#define WAY_JUDGE	0x4000

/** WAYS_CLASSES: most classes of links: the colours of a dragonfly */
#define WAYS_CLASSES	3

/**
 * struct ways_spot - where a chip is
 * @group: its group
 * @local: its number in the group
 */
struct ways_spot {
	uint16_t group;
	uint16_t local;
};

/**
 * struct ways_gate - the end of a link between groups
 * @local: number of its chip in the group
 * @port: its port there
 */
struct ways_gate {
	uint16_t local;
	uint8_t port;
};

/**
 * struct ways - tables of a machine of groups
 * @topo: the machine
 * @seed: mix of the seed
 * @group: chips of a group
 * @groups: how many groups there are
 * @bridges: links that join each pair of them
 * @here: what leads to the nodes of a chip: topo_ports()
 * @class: class of a port, from 1 on; of @here 0
 * @leaves: ports that lead to other groups, by bit
 * @spot: by chip
 * @within: port from a chip of a group to another one, at [local * group + local]; @here to itself
 * @gate: at [(group * groups + other group) * bridges + bridge]
 */
struct ways {
	const struct topo *topo;
	uint64_t seed;
	unsigned int group;
	unsigned int groups;
	unsigned int bridges;
	unsigned int here;
	uint8_t class[NET_PORTS + 1];
	uint32_t leaves;
	struct ways_spot *spot;
	uint8_t *within;
	struct ways_gate *gate;
};

/**
 * struct ways_head - a packet that chooses its way
 * @fabric: if a lane has failed: the hardware; otherwise NULL
 * @chip: where it is
 * @in: port that it came through; ways.here: it comes from its NIC
 * @phase: its virtual channel, among those of its kind
 * @routing: enum net_routing
 * @src: node that sent it
 * @dst: node that it goes to
 * @from: chip of @src
 * @to: chip of @dst
 * @birth: cycle in which it left its NIC, mod 2^32
 * @load: tells the flits that are before it on a port, in a virtual channel
 * @context: for @load
 */
struct ways_head {
	const struct net_fabric *fabric;
	unsigned int chip;
	unsigned int in;
	unsigned int phase;
	unsigned int routing;
	uint32_t src;
	uint32_t dst;
	unsigned int from;
	unsigned int to;
	uint32_t birth;
	uint64_t (*load)(const void *context, unsigned int port, unsigned int phase);
	const void *context;
};

/**
 * ways_new() - make the tables of a machine
 * @ways: filled in, for ways_free(), even without memory
 * @topo: the machine, which outlives them; it has groups
 * @seed: of the run
 *
 * Return: 0, -ENOMEM.
 */
int ways_new(struct ways *ways, const struct topo *topo, uint64_t seed);

/**
 * ways_free() - free what tables have allocated
 * @ways: the tables, not used after this
 */
void ways_free(struct ways *ways);

/**
 * ways_port() - find the next port of a minimal way
 * @ways: the tables
 * @chip: where the packet is
 * @dst: chip that it goes to
 * @bridge: which link it takes if that is in another group
 *
 * Return: what topo_route() returns; ways.here instead of TOPO_NONE.
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

/**
 * ways_rises() - whether a packet changes to the next virtual channel
 * @ways: the tables
 * @in: port that it came through; ways.here: it comes from its NIC
 * @port: port that it leaves through; ways.here: it has arrived
 *
 * Return: what topo_rises() returns; never on the way from or to a node.
 */
static inline bool ways_rises(const struct ways *ways, unsigned int in, unsigned int port)
{
	return ways->class[port] - 1u < ways->class[in];
}

/**
 * ways_step() - go on by a way that needs no judging
 * @ways: the tables
 * @from: chip of the node that sent the packet
 * @chip: where the packet is
 * @dst: chip that it goes to
 * @way: its way; at the intermediate router it becomes the minimal one from there
 *
 * Return: the next port.
 */
unsigned int ways_step(const struct ways *ways, unsigned int from, unsigned int chip,
		       unsigned int dst, uint16_t *way);

/**
 * ways_choose() - let a packet choose, at its first chip or where NET_ADAPTIVE1 judges anew
 * @ways: the tables
 * @head: the packet
 * @way: so far, if it does not come from its NIC; the new one
 *
 * Return: the next port.
 */
unsigned int ways_choose(const struct ways *ways, const struct ways_head *head, uint16_t *way);

/**
 * way_is_judged() - whether a packet is still to be judged
 * @way: its way
 *
 * Return: whether it is.
 */
static inline bool way_is_judged(uint16_t way)
{
	return (way & (WAY_VIA | WAY_JUDGE)) == WAY_JUDGE;
}

#endif /* NETSIM_WAYS_H */
