/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Lanes that work, and routes along a dimension of a grid round what has failed (docs/simulator.md,
 * "Faults").
 */
#ifndef NETSIM_ROUTE_H
#define NETSIM_ROUTE_H

#include "netsim/mix.h"
#include "netsim/net.h"

/* A route along one dimension, which does not turn back. */
struct net_route {
	unsigned int port;	/* of every hop; TOPO_NONE: no hop is needed */
	unsigned int hops;	/* links to cross */
	unsigned int lanes;	/* by bit, usable over all hops; 0 only without hops */
};

/* Return the lanes of a link that work, by bit; 0: the link is lost. */
unsigned int net_lanes_left(const struct net_fabric *fabric, unsigned int chip, unsigned int port);

/*
 * Return whether packets go downward if both ways between chips src and dst along a dimension are
 * equally long.
 */
static inline bool net_tie_is_down(const struct net_config *config, unsigned int src,
				   unsigned int dst, unsigned int dim)
{
	return config->split_ties && (net_mix((uint64_t)src << 32 | dst) >> dim & 1);
}

/*
 * Find the route from a chip of a grid to another coordinate of one dimension: the shorter way
 * round a ring (at half a ring, downward if tie_down says so), or the other way where no lane works
 * on all of the first. From every chip of a route the answer is the rest of it, with the same lanes
 * or more. Returns 0 or -EHOSTUNREACH.
 */
int net_route_find(const struct net_fabric *fabric, unsigned int chip, unsigned int dim,
		   unsigned int to, bool tie_down, struct net_route *route);

/*
 * Return the number, for topo_route(), of the link between two groups that packets from chip src to
 * chip dst take; 0 within one group. Links are chosen by a hash of src and dst, among those over
 * which a route is left.
 */
unsigned int net_bridge(const struct net_fabric *fabric, unsigned int src, unsigned int dst);

/* Return what net_bridge() returns if no lane has failed. */
static inline unsigned int net_bridge_whole(const struct topo *topo, unsigned int src,
					    unsigned int dst)
{
	unsigned int group = topo_group(topo);

	if (topo->bridges < 2 || src / group == dst / group)
		return 0;
	return net_mix_below((uint64_t)src << 32 | dst, topo->bridges);
}

/* Routers from this number on are no intermediate ones: routes have no room for them. */
#define NET_VIAS	0x8000

/*
 * Intermediate routers that a packet may go over in a machine of groups, in the order of chips: all
 * of third groups, or within a group its other ones.
 */
struct net_vias {
	unsigned int count;
	unsigned int first;	/* chip from which on they are numbered */
	unsigned int low, high;	/* chips at which those begin that are left out */
	unsigned int size;	/* how many are left out at either */
};

/* Return the intermediate routers between two chips; src_group is the first chip of src's group. */
static inline struct net_vias net_vias_between(const struct topo *topo, unsigned int group,
					       unsigned int src, unsigned int src_group,
					       unsigned int dst, unsigned int dst_group)
{
	bool within = src_group == dst_group;
	unsigned int a = within ? src : src_group, b = within ? dst : dst_group;
	struct net_vias vias = {
		.count = within ? group : topo->chips, .first = within ? src_group : 0,
		.low = a < b ? a : b, .high = a < b ? b : a, .size = within ? 1 : group,
	};

	vias.count -= src == dst ? vias.count : 2 * vias.size;
	return vias;
}

/* Return an intermediate router by its number below vias.count. */
static inline unsigned int net_via(const struct net_vias *vias, unsigned int number)
{
	unsigned int via = vias->first + number;

	via += via >= vias->low ? vias->size : 0;
	return via + (via >= vias->high ? vias->size : 0);
}

/*
 * Return the router over which packets from chip src to chip dst go if no minimal route is left, in
 * a machine of groups: of the intermediate routers, or else of all, the first one from a hash of
 * both on over which a route is left. Such a route needs no more virtual channels than others over
 * a router. TOPO_NONE: a minimal route is left, or none at all.
 */
unsigned int net_detour(const struct net_fabric *fabric, unsigned int src, unsigned int dst);

/*
 * Check that a route is left between two chips. On a grid there is a second route along each ring,
 * and it does not matter which is tried first. Elsewhere there is one over each link between the
 * two groups, within a group only one; and detours. Returns 0 or -EHOSTUNREACH.
 */
int net_routes_left(const struct net_fabric *fabric, unsigned int src, unsigned int dst);

/*
 * Find the route between two coordinates of a grid's dimension, as if nothing had failed; half a
 * ring goes upward. The coordinates differ by less than the dimension's size, either way.
 */
void net_route_whole(const struct net_fabric *fabric, unsigned int dim, int difference,
		     struct net_route *route);

#endif /* NETSIM_ROUTE_H */
