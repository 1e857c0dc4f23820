// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Where packets leave a chip if lanes have failed.
 */
#include "netsim/route.h"
#include "phases.h"
#include "topo/grid.h"

unsigned int net_turn_faulty(const struct worker *worker, struct packet *packet, unsigned int dim,
			     unsigned int to)
{
	struct net_way way;

	net_way(worker->net->config.fabric, worker->window.number, dim, to, &way);
	packet->left = way.hops;
	return way.port;
}

/* Lanes that a packet's route has, whether they are alive or not. */
static unsigned int route_lanes(const struct worker *worker, const struct packet *packet,
				unsigned int port)
{
	const struct net *net = worker->net;
	unsigned int dim = grid_dim(port), chip = worker->window.number;
	uint32_t to = net->place[packet->dst >> net->nic_bits];
	struct net_way way;

	if (!net->faulty || port == net->ports)
		return (1u << net->lanes[port]) - 1;
	if (!net->turn)
		return net_lanes_left(net->config.fabric, chip, port);
	net_way(net->config.fabric, chip, dim, net_coord(net, to, dim), &way);
	return way.lanes;
}

unsigned int net_packet_lanes(const struct worker *worker, const struct packet *packet,
			      unsigned int port)
{
	const struct net *net = worker->net;
	unsigned int lanes = route_lanes(worker, packet, port);

	if (net->dead && port != net->ports)
		lanes &= ~net->dead[(size_t)worker->window.number * net->ports + port];
	return lanes;
}
