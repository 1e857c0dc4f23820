// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Where packets leave a chip. Without failed lanes all routes are in tables. What few packets need
 * is not inlined into what all pass through.
 */
#include "netsim/routing/route.h"
#include "phases.h"
#include "topo/grid.h"

/* --- on a grid --- */

static bool tie_is_down(const struct net *net, const struct packet *packet, unsigned int dim)
{
	return net_tie_is_down(&net->config, packet->src >> net->nic_bits,
			       packet->dst >> net->nic_bits, dim);
}

/*
 * Return the port through which a packet leaves a chip if both ways round a ring are equally long.
 */
static __attribute_noinline__ unsigned int turn_tie(const struct net *net,
						    const struct packet *packet,
						    unsigned int dim)
{
	return tie_is_down(net, packet, dim) ? grid_down(dim) : grid_up(dim);
}

/* Find the route of a packet along a dimension. */
static void route_find(const struct worker *worker, const struct packet *packet, unsigned int dim,
		       unsigned int to, struct net_route *route)
{
	const struct net *net = worker->net;

	net_route_find(net->config.fabric, worker->window.number, dim, to,
		       tie_is_down(net, packet, dim), route);
}

/*
 * Return the port through which a packet goes to a coordinate of a dimension if lanes have failed.
 * Fills in its left.
 */
static __attribute_noinline__ unsigned int turn_faulty(const struct worker *worker,
						       struct packet *packet,
						       unsigned int dim, unsigned int to)
{
	struct net_route route;

	route_find(worker, packet, dim, to, &route);
	packet->left = route.hops;
	return route.port;
}

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
		return turn_faulty(worker, packet, dim, net_coord(net, to, dim));
	axis = &net->axis[dim];
	ahead = (int64_t)(to & axis->bits) - (from & axis->bits);
	turn = &axis->straight[ahead >> axis->shift];
	packet->left = turn->hops;
	return turn->tie ? turn_tie(net, packet, dim) : turn->port;
}

/* --- in a machine of groups --- */

/* Return the phits of heads that wait for an output to go into a channel. */
static __attribute_noinline__ unsigned int phits_waiting(const struct worker *worker,
							 unsigned int output, unsigned int channel)
{
	const struct window *window = &worker->window;
	unsigned int next = window->waiters[output].first, phits = 0, input;
	const struct queued *head;

	for (; next; next = window->wait[input].next) {
		input = next - 1;
		if (net_channel(worker->net, input, output) != channel)
			continue;
		head = pool_at(&worker->pool, window->queues->fifo[input].first);
		phits += head->packet.phits;
	}
	return phits;
}

/* What loads are made of for a packet that chooses its route. */
struct chooser {
	struct worker *worker;
	const uint16_t *credits;	/* in all, by port, of a channel of its kind */
	unsigned int channel;		/* first one of its kind, of those of a tile */
	unsigned int slot;		/* phits */
};

/*
 * Return the load ahead of a packet that would go into a channel of an output with so many credits
 * in all: phits that wait, and a slot for each credit that is out. A packet that went in this very
 * cycle counts as waiting.
 */
static inline unsigned int channel_load(const struct chooser *chooser, unsigned int output,
					unsigned int channel, unsigned int all)
{
	struct worker *worker = chooser->worker;
	const struct window *window = &worker->window;
	const uint16_t *credits = &window->tiles.credits[channel];
	unsigned int load = 0;

	if (*credits < all) {
		net_credits_collect(worker, channel);
		load = (all - *credits) * chooser->slot;
	}
	if (window->waiters[output].first)
		load += phits_waiting(worker, output, channel);
	if (window->granted & bit(output) && window->went[output].channel == channel)
		load += window->went[output].phits - chooser->slot;
	return load;
}

/* Return the load of the least loaded of several lanes; with failures, of those that work. */
static __attribute_noinline__ uint64_t lanes_load(const struct chooser *chooser, unsigned int port,
						  unsigned int channel)
{
	const struct net *net = chooser->worker->net;
	unsigned int lanes = (1u << net->lanes[port]) - 1, lane;
	uint64_t least = NET_FOREVER;

	if (net->faulty)
		lanes = net_lanes_left(net->config.fabric, chooser->worker->window.number, port);
	for (; lanes && least; lanes &= lanes - 1) {
		lane = __builtin_ctz(lanes);
		least = cycle_min(least, channel_load(chooser, net->rank[port] + lane,
						      channel + (lane << net->vc_bits),
						      chooser->credits[port]));
	}
	return least;
}

/* Return the load of a port, for routes_choose(). Most have one lane. */
static uint64_t port_load(const void *context, unsigned int port, unsigned int phase)
{
	const struct chooser *chooser = context;
	const struct net *net = chooser->worker->net;
	unsigned int output = net->rank[port];
	unsigned int channel = net->channel[output] + chooser->channel + (phase << net->fifo_bits);

	if (net->lanes[port] > 1 || net->faulty)
		return lanes_load(chooser, port, channel);
	return channel_load(chooser, output, channel, chooser->credits[port]);
}

static __attribute_noinline__ unsigned int route_choose(struct worker *worker,
							struct packet *packet)
{
	const struct net *net = worker->net;
	unsigned int kind = net_kind(net, packet->input);
	const struct chooser chooser = {
		worker, net->credits[kind], kind << (net->vc_bits - 1), net->slot[kind],
	};
	const struct routes_head head = {
		.fabric = net->faulty ? net->config.fabric : NULL,
		.chip = worker->window.number, .in = net->input_port[packet->input],
		.phase = (packet->input & net->vc_mask) >> net->fifo_bits & (net->phases - 1),
		.routing = packet->mode & ~(packet->mode > MODE_NO_RADAPT ? MODE_NO_RADAPT : 0),
		.src = packet->src, .dst = packet->dst,
		.from = packet->src >> net->nic_bits, .to = packet->dst >> net->nic_bits,
		.birth = packet->birth, .load = port_load, .context = &chooser,
	};

	return routes_choose(net->routes, &head, &packet->route);
}

/*
 * A packet chooses its route when it comes from its NIC, and keeps it regardless of failures,
 * unless its routing reconsiders.
 */
static inline unsigned int turn_group(struct worker *worker, struct packet *packet)
{
	const struct net *net = worker->net;
	unsigned int chip = worker->window.number, dst = packet->dst >> net->nic_bits;

	if (chip == dst)
		return net->ports;
	if (net->input_port[packet->input] == net->ports || route_is_reconsidered(packet->route)) {
		if (packet->mode == NET_MINIMAL && !net->faulty)
			return routes_minimal(net->routes, chip, dst, &packet->route);
		return route_choose(worker, packet);
	}
	return routes_step(net->routes, packet->src >> net->nic_bits, chip, dst, &packet->route);
}

/* --- ports and lanes --- */

unsigned int net_packet_turn(struct worker *worker, struct packet *packet)
{
	return worker->net->turn ? turn_grid(worker, packet) : turn_group(worker, packet);
}

/* Return the lanes of a packet's route, dead or alive. */
static unsigned int route_lanes(const struct worker *worker, const struct packet *packet,
				unsigned int port)
{
	const struct net *net = worker->net;
	unsigned int dim = grid_dim(port), chip = worker->window.number;
	uint32_t to = net->place[packet->dst >> net->nic_bits];
	struct net_route route;

	if (port == net->ports)
		return net_host_lanes(net->topo, packet->dst & (net->nics - 1));
	if (!net->faulty)
		return (1u << net->lanes[port]) - 1;
	if (!net->turn)
		return net_lanes_left(net->config.fabric, chip, port);
	route_find(worker, packet, dim, net_coord(net, to, dim), &route);
	return route.lanes;
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

	return turn->tie ? turn_tie(net, packet, dim) : turn->port;
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
