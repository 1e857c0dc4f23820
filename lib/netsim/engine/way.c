// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Where packets leave a chip. Without failed lanes all ways are in tables.
 */
#include "netsim/route.h"
#include "phases.h"
#include "topo/grid.h"

/* Find where a packet that has still to go along dimensions from @dim on leaves this chip. */
static inline unsigned int turn_grid(const struct worker *worker, struct packet *packet,
				     unsigned int dim)
{
	const struct net *net = worker->net;
	uint32_t from = worker->window.place, to = net->place[packet->dst >> net->nic_bits];
	uint64_t differ = (uint64_t)(from ^ to) >> net->shift[dim] << net->shift[dim];
	const struct turn *turn;

	if (!differ)
		return net->ports;
	dim = net->dim[__builtin_ctzll(differ)];
	if (net->faulty)
		return net_turn_faulty(worker, packet, dim, net_coord(net, to, dim));
	turn = &net->turn[net->straight[dim] + net_coord(net, to, dim) - net_coord(net, from, dim)];
	packet->left = turn->hops;
	return turn->tie ? net_turn_tie(net, packet, dim) : turn->port;
}

/*
 * Without a grid: ask the topology for the next port at every chip. A packet that comes from its
 * NIC chooses the bridge that it takes, and keeps it whatever fails meanwhile.
 */
static unsigned int turn_other(const struct worker *worker, struct packet *packet,
			       bool is_injected)
{
	const struct net *net = worker->net;
	unsigned int chip = worker->window.number, dst = packet->dst >> net->nic_bits, port;

	if (is_injected)
		packet->bridge = net_bridge(net->config.fabric, chip, dst);
	port = topo_route(net->topo, chip, dst, packet->bridge);
	return port == TOPO_NONE ? net->ports : port;
}

unsigned int net_packet_turn(const struct worker *worker, struct packet *packet)
{
	unsigned int port = worker->net->input_port[packet->input];

	if (!worker->net->turn)
		return turn_other(worker, packet, port == worker->net->ports);
	return turn_grid(worker, packet, port == worker->net->ports ? 0 : grid_dim(port) + 1);
}
