// SPDX-License-Identifier: LGPL-2.1-or-later
/* Where packets leave a chip. Without failed lanes all ways are in tables. */
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

unsigned int net_packet_turn(struct worker *worker, struct packet *packet)
{
	return worker->net->turn ? turn_grid(worker, packet) : net_turn_group(worker, packet);
}
