/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Lanes that work, and ways along a dimension of a grid round what has failed (docs/simulator.md,
 * "Faults").
 */
#ifndef NETSIM_ROUTE_H
#define NETSIM_ROUTE_H

#include "mix.h"
#include "net.h"

/**
 * struct net_way - a way along one dimension, which does not turn back
 * @port: port of every hop; TOPO_NONE: no hop is needed
 * @hops: links to cross
 * @lanes: by bit, those that can be used over all of it; never 0 if @hops is not
 */
struct net_way {
	unsigned int port;
	unsigned int hops;
	unsigned int lanes;
};

/**
 * net_lanes_left() - find the lanes of a link that work
 * @fabric: the hardware
 * @chip: where the link begins
 * @port: its port
 *
 * Return: the lanes, by bit; 0: the link is lost.
 */
unsigned int net_lanes_left(const struct net_fabric *fabric, unsigned int chip, unsigned int port);

/**
 * net_tie_is_down() - find which of two equally long ways along a dimension packets prefer
 * @config: says whether ties are split
 * @src: chip of the node that sends them
 * @dst: chip of the node that they go to
 * @dim: a dimension in which @dst is half a ring from @src
 *
 * Return: true: the way downward.
 */
static inline bool net_tie_is_down(const struct net_config *config, unsigned int src,
				   unsigned int dst, unsigned int dim)
{
	return config->split_ties && (net_mix((uint64_t)src << 32 | dst) >> dim & 1);
}

/**
 * net_way() - find the way from a chip to another coordinate of one dimension
 * @fabric: of a grid
 * @chip: where the way begins
 * @dim: the dimension
 * @to: coordinate where the way ends
 * @tie_down: half a ring goes downward, if it can
 * @way: filled in
 *
 * The shorter way round a ring, half a ring as @tie_down says; the other way where no lane is left
 * on all of the first. At every chip of a way the answer is the rest of it, with the same lanes or
 * more.
 *
 * Return: 0, -EHOSTUNREACH.
 */
int net_way(const struct net_fabric *fabric, unsigned int chip, unsigned int dim, unsigned int to,
	    bool tie_down, struct net_way *way);

/**
 * net_bridge() - find which of the links between two groups a packet takes
 * @fabric: the hardware
 * @src: chip of the node that sends it
 * @dst: chip of the node that it goes to
 *
 * All of them alike, by a hash of @src and @dst; where no way is left over that one, those over
 * which one is.
 *
 * Return: its number, for topo_route(); 0 if @src and @dst are of one group.
 */
unsigned int net_bridge(const struct net_fabric *fabric, unsigned int src, unsigned int dst);

/**
 * net_bridge_whole() - find which of the links between two groups a packet prefers
 * @topo: the topology, no grid
 * @src: chip of the node that sends it
 * @dst: chip of the node that it goes to
 *
 * Return: what net_bridge() returns if no lane has failed.
 */
static inline unsigned int net_bridge_whole(const struct topo *topo, unsigned int src,
					    unsigned int dst)
{
	unsigned int group = topo_group(topo);

	if (topo->bridges < 2 || src / group == dst / group)
		return 0;
	return net_mix_below((uint64_t)src << 32 | dst, topo->bridges);
}

/**
 * net_ways_left() - check that a way is left from one chip to another
 * @fabric: the hardware
 * @src: chip where the way begins
 * @dst: chip where it ends
 *
 * On a grid there is a second way along each ring, and it does not matter which is tried first;
 * elsewhere there is one over each link between the two groups, and within a group only one.
 *
 * Return: 0, -EHOSTUNREACH.
 */
int net_ways_left(const struct net_fabric *fabric, unsigned int src, unsigned int dst);

/**
 * net_way_whole() - find the way between two coordinates of a dimension, if nothing had failed;
 *	half a ring goes upward
 * @fabric: of a grid
 * @dim: the dimension
 * @difference: of the coordinates, by less than the dimension's size either way
 * @way: filled in
 */
void net_way_whole(const struct net_fabric *fabric, unsigned int dim, int difference,
		   struct net_way *way);

#endif /* NETSIM_ROUTE_H */
