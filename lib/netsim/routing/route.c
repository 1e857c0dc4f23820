// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>

#include "route.h"
#include "topo/grid.h"

unsigned int net_lanes_left(const struct net_fabric *fabric, unsigned int chip, unsigned int port)
{
	unsigned int lanes = (1u << fabric->lanes[port]) - 1;

	if (fabric->failed)
		lanes &= ~fabric->failed[(size_t)chip * topo_ports(&fabric->topo) + port];
	return lanes;
}

/* Return the lanes that work on all links of a route. */
static unsigned int lanes_along(const struct net_fabric *fabric, unsigned int chip,
				unsigned int port, unsigned int hops)
{
	unsigned int lanes = (1u << fabric->lanes[port]) - 1;

	if (!fabric->failed)
		return lanes;
	for (; hops; hops--) {
		lanes &= net_lanes_left(fabric, chip, port);
		chip = topo_neighbour(&fabric->topo, chip, port);
	}
	return lanes;
}

int net_route_find(const struct net_fabric *fabric, unsigned int chip, unsigned int dim,
		   unsigned int to, bool tie_down, struct net_route *route)
{
	const struct topo *topo = &fabric->topo;
	unsigned int size = topo->size[dim];
	unsigned int coord[TOPO_DIMS];
	unsigned int up, down, tries;

	topo_coord(topo, chip, coord);
	up = to >= coord[dim] ? to - coord[dim] : to + size - coord[dim];
	down = size - up;
	*route = (struct net_route){ .port = TOPO_NONE };
	if (!up)
		return 0;
	if (topo_has_rings(topo)) {
		tie_down &= up == down;
		route->port = up > down || tie_down ? grid_down(dim) : grid_up(dim);
		tries = 2;
	} else {
		route->port = to < coord[dim] ? grid_down(dim) : grid_up(dim);
		tries = 1;
	}
	for (; tries; tries--, route->port = grid_opposite(route->port)) {
		route->hops = grid_is_down(route->port) ? down : up;
		route->lanes = lanes_along(fabric, chip, route->port, route->hops);
		if (route->lanes)
			return 0;
	}
	return -EHOSTUNREACH;
}

static int grid_routes_left(const struct net_fabric *fabric, unsigned int src, unsigned int dst)
{
	unsigned int at[TOPO_DIMS], to[TOPO_DIMS], dim;
	struct net_route route;
	int err = 0;

	topo_coord(&fabric->topo, src, at);
	topo_coord(&fabric->topo, dst, to);
	for (dim = 0; dim < fabric->topo.dims && !err; dim++) {
		err = net_route_find(fabric, topo_chip(&fabric->topo, at), dim, to[dim], false,
				     &route);
		at[dim] = to[dim];
	}
	return err;
}

/* Not on grids: whether a route is left over a bridge. */
static bool bridge_is_left(const struct net_fabric *fabric, unsigned int chip, unsigned int dst,
			   unsigned int bridge)
{
	unsigned int port;

	while ((port = topo_route(&fabric->topo, chip, dst, bridge)) != TOPO_NONE) {
		if (!net_lanes_left(fabric, chip, port))
			return false;
		chip = topo_neighbour(&fabric->topo, chip, port);
	}
	return true;
}

/* Return the bridge with a number, counting only those over which a route is left. */
static unsigned int bridge_left(const struct net_fabric *fabric, unsigned int src,
				unsigned int dst, unsigned int number)
{
	unsigned int bridge = 0;

	while (!bridge_is_left(fabric, src, dst, bridge) || number--)
		bridge++;
	return bridge;
}

unsigned int net_bridge(const struct net_fabric *fabric, unsigned int src, unsigned int dst)
{
	const struct topo *topo = &fabric->topo;
	uint64_t pair = (uint64_t)src << 32 | dst;
	unsigned int first = net_bridge_whole(topo, src, dst), bridge, left = 0;

	if (topo->bridges < 2 || src / topo_group(topo) == dst / topo_group(topo))
		return 0;
	if (!fabric->failed || bridge_is_left(fabric, src, dst, first))
		return first;
	for (bridge = 0; bridge < topo->bridges; bridge++)
		left += bridge_is_left(fabric, src, dst, bridge);
	return left ? bridge_left(fabric, src, dst, net_mix_below(net_mix(pair), left)) : first;
}

/* --- detours --- */

static bool via_is_left(const struct net_fabric *fabric, unsigned int src, unsigned int dst,
			unsigned int via)
{
	const struct topo *topo = &fabric->topo;

	return via < NET_VIAS &&
	       bridge_is_left(fabric, src, via, net_bridge_whole(topo, src, via)) &&
	       bridge_is_left(fabric, via, dst, net_bridge_whole(topo, via, dst));
}

/* Whether a lane is left of any link to a chip. */
static bool is_reached(const struct net_fabric *fabric, unsigned int chip)
{
	const struct topo *topo = &fabric->topo;
	unsigned int port, far;

	for (port = 0; port < topo_ports(topo); port++) {
		far = topo_neighbour(topo, chip, port);
		if (far != TOPO_NONE &&
		    net_lanes_left(fabric, far, topo_far_port(topo, chip, port)))
			return true;
	}
	return false;
}

/* Return the router of a detour, trying all usual intermediate routers first. */
static unsigned int detour_find(const struct net_fabric *fabric, unsigned int src,
				unsigned int dst)
{
	const struct topo *topo = &fabric->topo;
	uint64_t draw = net_mix(net_mix((uint64_t)src << 32 | dst));
	unsigned int group = topo_group(topo), first, via, i;
	struct net_vias vias = net_vias_between(topo, group, src, src - src % group, dst,
						dst - dst % group);

	first = vias.count ? net_mix_below(draw, vias.count) : 0;
	for (i = 0; i < vias.count; i++) {
		via = net_via(&vias, (first + i) % vias.count);
		if (via_is_left(fabric, src, dst, via))
			return via;
	}
	first = net_mix_below(draw, topo->chips);
	for (i = 0; i < topo->chips; i++) {
		via = (first + i) % topo->chips;
		if (via != src && via != dst && via_is_left(fabric, src, dst, via))
			return via;
	}
	return TOPO_NONE;
}

unsigned int net_detour(const struct net_fabric *fabric, unsigned int src, unsigned int dst)
{
	if (!fabric->failed || src == dst || !is_reached(fabric, dst) ||
	    bridge_is_left(fabric, src, dst, net_bridge(fabric, src, dst)))
		return TOPO_NONE;
	return detour_find(fabric, src, dst);
}

int net_routes_left(const struct net_fabric *fabric, unsigned int src, unsigned int dst)
{
	if (topo_is_grid(&fabric->topo))
		return grid_routes_left(fabric, src, dst);
	if (bridge_is_left(fabric, src, dst, net_bridge(fabric, src, dst)))
		return 0;
	return net_detour(fabric, src, dst) == TOPO_NONE ? -EHOSTUNREACH : 0;
}

/* The route depends only on the difference: take any two coordinates that have it. */
void net_route_whole(const struct net_fabric *fabric, unsigned int dim, int difference,
		     struct net_route *route)
{
	unsigned int from = difference < 0 ? -difference : 0, stride = 1, i;
	struct net_fabric whole = *fabric;

	whole.failed = NULL;
	for (i = 0; i < dim; i++)
		stride *= whole.topo.size[i];
	net_route_find(&whole, from * stride, dim, from + difference, false, route);
}
