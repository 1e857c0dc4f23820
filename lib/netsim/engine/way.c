// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Where packets leave a chip. Nothing has to be looked for where no lane has failed.
 */
#include "state.h"
#include "netsim/route.h"

/* Where a packet that enters dimensions from @dim on leaves this chip. */
static void parcel_turn(const struct worker *worker, struct parcel *parcel, unsigned int dim)
{
	const struct net *net = worker->net;
	const uint16_t *to = &net->coord[parcel->dst / NET_NICS * (size_t)net->topo->dims];
	const uint16_t *from = worker->window.coord;
	struct turn turn = { .port = net->ports };
	struct net_way way;

	while (dim < net->topo->dims && to[dim] == from[dim])
		dim++;
	if (dim < net->topo->dims)
		turn = net->turn[net->straight[dim] + to[dim] - from[dim]];
	if (dim < net->topo->dims && net->faulty) {
		net_way(net->config.fabric, worker->window.number, dim, to[dim], &way);
		turn = (struct turn){ way.hops, way.port };
	}
	parcel->turn = turn.port;
	parcel->left = turn.hops;
}

void net_parcel_route(const struct worker *worker, struct parcel *parcel)
{
	unsigned int port = worker->net->port[parcel->input / VCS];

	if (parcel->left)
		parcel->turn = PARCEL_STRAIGHT;
	else
		parcel_turn(worker, parcel, port == worker->net->ports ? 0 : port / 2 + 1);
}

unsigned int net_parcel_lanes(const struct worker *worker, const struct parcel *parcel)
{
	const struct net *net = worker->net;
	unsigned int dim = parcel->turn / 2;
	struct net_way way;

	if (!net->faulty || parcel->turn == net->ports)
		return (1u << net->lanes[parcel->turn]) - 1;
	net_way(net->config.fabric, worker->window.number, dim,
		net->coord[parcel->dst / NET_NICS * (size_t)net->topo->dims + dim], &way);
	return way.lanes;
}
