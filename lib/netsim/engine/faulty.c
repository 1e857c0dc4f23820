// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Where packets leave a chip if lanes have failed, or if ties are split, and which of several FIFOs
 * they take. Kept apart from the code that all packets pass through.
 */
#include "netsim/route.h"
#include "phases.h"
#include "topo/grid.h"

static bool tie_is_down(const struct net *net, const struct packet *packet, unsigned int dim)
{
	return net_tie_is_down(&net->config, packet->src >> net->nic_bits,
			       packet->dst >> net->nic_bits, dim);
}

unsigned int net_turn_tie(const struct net *net, const struct packet *packet, unsigned int dim)
{
	return tie_is_down(net, packet, dim) ? grid_down(dim) : grid_up(dim);
}

/* Find the way of a packet along a dimension. */
static void way_find(const struct worker *worker, const struct packet *packet, unsigned int dim,
		     unsigned int to, struct net_way *way)
{
	const struct net *net = worker->net;

	net_way(net->config.fabric, worker->window.number, dim, to, tie_is_down(net, packet, dim),
		way);
}

unsigned int net_turn_faulty(const struct worker *worker, struct packet *packet, unsigned int dim,
			     unsigned int to)
{
	struct net_way way;

	way_find(worker, packet, dim, to, &way);
	packet->left = way.hops;
	return way.port;
}

/* Return the lanes of a packet's route, dead or alive. */
static unsigned int route_lanes(const struct worker *worker, const struct packet *packet,
				unsigned int port)
{
	const struct net *net = worker->net;
	unsigned int dim = grid_dim(port), chip = worker->window.number;
	uint32_t to = net->place[packet->dst >> net->nic_bits];
	struct net_way way;

	if (port == net->ports)
		return net_host_lanes(net->topo, packet->dst & (net->nics - 1));
	if (!net->faulty)
		return (1u << net->lanes[port]) - 1;
	if (!net->turn)
		return net_lanes_left(net->config.fabric, chip, port);
	way_find(worker, packet, dim, net_coord(net, to, dim), &way);
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

/* --- several FIFOs --- */

/* Return the port through which a packet leaves a chip of a grid if nothing has failed. */
static unsigned int grid_port(const struct net *net, const struct packet *packet,
			      unsigned int chip, unsigned int dst)
{
	unsigned int dim = net->dim[__builtin_ctz(net->place[chip] ^ net->place[dst])];
	int from = net_coord(net, net->place[chip], dim), to = net_coord(net, net->place[dst], dim);
	const struct turn *turn = &net->axis[dim].straight[to - from];

	return turn->tie ? net_turn_tie(net, packet, dim) : turn->port;
}

unsigned int net_packet_fifo(const struct net *net, const struct packet *packet,
			     unsigned int chip)
{
	unsigned int src = packet->src >> net->nic_bits, dst = packet->dst >> net->nic_bits, port;

	if (chip == dst)
		return 0;
	if (net->turn)
		port = grid_port(net, packet, chip, dst);
	else
		port = topo_route(net->topo, chip, dst, net_bridge_whole(net->topo, src, dst));
	return (port + 1) % net->config.fifos;
}
