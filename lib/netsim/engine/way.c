// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Where packets leave a chip. Without failed lanes all ways are in tables.
 */
#include "netsim/route.h"
#include "phases.h"
#include "topo/grid.h"

/* Find where a packet that has still to go along dimensions from @dim on leaves this chip. */
static void packet_turn(const struct worker *worker, struct packet *packet, unsigned int dim)
{
	const struct net *net = worker->net;
	size_t dst = packet->dst >> net->nic_bits;
	const uint16_t *to = &net->coord[dst * net->topo->dims];
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
	packet->turn = turn.port;
	packet->left = turn.hops;
}

/* Without a grid: ask the topology for the next port at every chip. */
static void packet_next(const struct worker *worker, struct packet *packet)
{
	const struct net *net = worker->net;
	unsigned int port = topo_route(net->topo, worker->window.number,
				       packet->dst >> net->nic_bits);

	packet->turn = port == TOPO_NONE ? net->ports : port;
	packet->left = 1;
}

void net_packet_route(const struct worker *worker, struct packet *packet)
{
	unsigned int port = worker->net->input_port[packet->input];

	if (!worker->net->turn)
		packet_next(worker, packet);
	else if (packet->left)
		packet->turn = PACKET_STRAIGHT;
	else
		packet_turn(worker, packet, port == worker->net->ports ? 0 : grid_dim(port) + 1);
}

void net_packet_reroute(const struct worker *worker, struct packet *packet)
{
	unsigned int port = worker->net->input_port[packet->input];

	if (worker->net->turn && packet->turn != PACKET_STRAIGHT)
		packet_turn(worker, packet, port == worker->net->ports ? 0 : grid_dim(port) + 1);
}

/* Lanes that a packet's route has, whether they are alive or not. */
static unsigned int route_lanes(const struct worker *worker, const struct packet *packet)
{
	const struct net *net = worker->net;
	unsigned int dim = grid_dim(packet->turn), chip = worker->window.number;
	size_t dst = packet->dst >> net->nic_bits;
	struct net_way way;

	if (!net->faulty || packet->turn == net->ports)
		return (1u << net->lanes[packet->turn]) - 1;
	if (!net->turn)
		return net_lanes_left(net->config.fabric, chip, packet->turn);
	net_way(net->config.fabric, chip, dim, net->coord[dst * net->topo->dims + dim], &way);
	return way.lanes;
}

unsigned int net_packet_lanes(const struct worker *worker, const struct packet *packet)
{
	const struct net *net = worker->net;
	unsigned int lanes = route_lanes(worker, packet);

	if (net->dead && packet->turn != net->ports)
		lanes &= ~net->dead[(size_t)worker->window.number * net->ports + packet->turn];
	return lanes;
}
