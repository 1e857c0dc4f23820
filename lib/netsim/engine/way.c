// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Where packets leave a chip. Without failed lanes all ways are in tables.
 */
#include "netsim/route.h"
#include "phases.h"

/* Dimensions are taken in order: the first whose coordinates differ is next. */
static inline unsigned int turn_grid(const struct worker *worker, struct packet *packet)
{
	const struct net *net = worker->net;
	uint32_t from = worker->window.place, to = net->place[packet->dst >> net->nic_bits];
	const struct turn *turn;
	const struct axis *axis;
	unsigned int dim;
	int64_t ahead;

	if (from == to)
		return net->ports;
	dim = net->dim[__builtin_ctz(from ^ to)];
	if (net->faulty)
		return net_turn_faulty(worker, packet, dim, net_coord(net, to, dim));
	axis = &net->axis[dim];
	ahead = (int64_t)(to & axis->bits) - (from & axis->bits);
	turn = &axis->straight[ahead >> axis->shift];
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
	const struct net *net = worker->net;

	if (net->turn)
		return turn_grid(worker, packet);
	return turn_other(worker, packet, net->input_port[packet->input] == net->ports);
}
