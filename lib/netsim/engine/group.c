// SPDX-License-Identifier: LGPL-2.1-or-later
/* Where packets leave a chip of a machine of groups, and the load of the ways from there. */
#include "netsim/route.h"
#include "phases.h"
#include "window.h"

/* Return the phits of heads that wait for an output to go into a channel. */
static unsigned int phits_waiting(const struct worker *worker, unsigned int output,
				  unsigned int channel)
{
	const struct window *window = &worker->window;
	unsigned int next = window->waiters[output].first, phits = 0, input;
	const struct queued *head;

	for (; next; next = window->wait[input].next) {
		input = next - 1;
		head = pool_at(&worker->pool, window->queues->fifo[input].first);
		if (net_channel(worker->net, input, output) == channel)
			phits += head->packet.phits;
	}
	return phits;
}

/*
 * Return the load ahead of a packet of a kind that would go into a channel of an output: phits that
 * wait, and a slot for each credit that is out. A packet that went in this very cycle counts as
 * waiting.
 */
static unsigned int channel_load(struct worker *worker, unsigned int output, unsigned int channel,
				 unsigned int kind)
{
	const struct window *window = &worker->window;
	const uint16_t *credits = &window->tiles.credits[channel];
	const struct net *net = worker->net;
	unsigned int load = phits_waiting(worker, output, channel);
	unsigned int all = net->credits[kind][net->port[output]];

	if (*credits < all)
		net_credits_collect(worker, channel);
	load += (all - *credits) * net->slot[kind];
	if (window->granted & bit(output) && window->went[output].channel == channel)
		load += window->went[output].phits - net->slot[kind];
	return load;
}

struct chooser {
	struct worker *worker;
	unsigned int kind;
};

/* Return the load of a port's least loaded lane, for ways_choose(). */
static uint64_t port_load(const void *context, unsigned int port, unsigned int phase)
{
	const struct chooser *chooser = context;
	struct worker *worker = chooser->worker;
	const struct net *net = worker->net;
	unsigned int vc = chooser->kind * net->phases + phase, lanes, rank;
	uint64_t least = NET_FOREVER;

	lanes = (1u << net->lanes[port]) - 1;
	if (net->faulty)
		lanes = net_lanes_left(net->config.fabric, worker->window.number, port);
	for (; lanes; lanes &= lanes - 1) {
		rank = net->rank[port] + __builtin_ctz(lanes);
		least = cycle_min(least, channel_load(worker, rank, net->channel[rank] +
						      (vc << net->fifo_bits), chooser->kind));
	}
	return least;
}

static unsigned int way_choose(struct worker *worker, struct packet *packet)
{
	const struct net *net = worker->net;
	const struct chooser chooser = { worker, net_kind(net, packet->input) };
	const struct ways_head head = {
		.fabric = net->faulty ? net->config.fabric : NULL,
		.chip = worker->window.number, .in = net->input_port[packet->input],
		.phase = (packet->input & net->vc_mask) >> net->fifo_bits & (net->phases - 1),
		.routing = packet->mode & ~(packet->mode > MODE_NO_RADAPT ? MODE_NO_RADAPT : 0),
		.src = packet->src, .dst = packet->dst,
		.from = packet->src >> net->nic_bits, .to = packet->dst >> net->nic_bits,
		.birth = packet->birth, .load = port_load, .context = &chooser,
	};

	return ways_choose(net->ways, &head, &packet->way);
}

/*
 * A packet chooses its way when it comes from its NIC, and keeps it regardless of failures, unless
 * its routing reconsiders.
 */
unsigned int net_turn_group(struct worker *worker, struct packet *packet)
{
	const struct net *net = worker->net;
	unsigned int chip = worker->window.number, dst = packet->dst >> net->nic_bits;

	if (chip == dst)
		return net->ports;
	if (net->input_port[packet->input] == net->ports || way_is_judged(packet->way))
		return way_choose(worker, packet);
	return ways_step(net->ways, packet->src >> net->nic_bits, chip, dst, &packet->way);
}
