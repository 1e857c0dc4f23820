// SPDX-License-Identifier: LGPL-2.1-or-later
/* Reading the event engine's counters. */
#include "phases.h"

#define COUNT_MASK	0xffffffffffffULL

/* Return what arrived on a virtual channel. */
static uint64_t arrived_on(const struct net *net, unsigned int chip, unsigned int input,
			   enum net_channel_counter counter)
{
	const uint32_t *high = net_chip(net, chip)->high;
	const struct input_state *state;
	struct tiles tiles;
	uint64_t count;

	net_tiles(net, chip, &tiles);
	state = &tiles.input[input];
	count = counter == NET_CHANNEL_PHITS ? state->phits : state->packets;
	if (high)
		count += (uint64_t)high[net_high_input(input, counter)] << 16;
	return count;
}

/* Return the cycles so far that the head of an input waits. */
static uint32_t input_waits(const struct net *net, struct queues *queues, unsigned int input)
{
	if (!(queues->asking[input / 64] & bit(input)))
		return 0;
	return (uint32_t)net->cycle - net_wait(net, queues)[input].asked;
}

/* Return the cycles so far that an output waits for credits. */
static uint32_t output_waits(const struct net *net, struct queues *queues, unsigned int output)
{
	if (!(queues->stalled & bit(output)))
		return 0;
	return (uint32_t)net->cycle - net_waiters(net, queues)[output].since;
}

/* Return the stalls of a tile, over all virtual channels. */
static uint64_t stalls_of(const struct net *net, unsigned int chip, unsigned int rank,
			  enum net_counter counter)
{
	const uint32_t *high = net_chip(net, chip)->high;
	struct queues *queues = net->queues[chip];
	unsigned int input = rank << net->vc_bits;
	struct tiles tiles;
	uint64_t count;

	net_tiles(net, chip, &tiles);
	count = counter == NET_INQ_STALLS ? tiles.stalls[rank].input : tiles.stalls[rank].credit;
	if (high)
		count += (uint64_t)high[net_high_stalls(net, rank, counter)] << 16;
	if (!queues)
		return count;
	if (counter == NET_CREDIT_STALLS)
		return count + output_waits(net, queues, rank);
	for (; input < (rank + 1) << net->vc_bits; input++)
		count += input_waits(net, queues, input);
	return count;
}

uint64_t net_count(const struct net *net, unsigned int chip, unsigned int port, unsigned int lane,
		   enum net_counter counter)
{
	unsigned int rank = net->rank[port] + lane, input = rank << net->vc_bits, i;
	unsigned int half = 1u << (net->vc_bits - 1);
	enum net_channel_counter which = NET_CHANNEL_PHITS;
	uint64_t count = 0;

	if (counter >= NET_INQ_STALLS)
		return stalls_of(net, chip, rank, counter) & COUNT_MASK;
	if (counter == NET_VC0_PACKETS || counter == NET_VC1_PACKETS)
		which = NET_CHANNEL_PACKETS;
	if (counter == NET_VC1_PHITS || counter == NET_VC1_PACKETS)
		input += half;
	for (i = 0; i < half; i++)
		count += arrived_on(net, chip, input + i, which);
	return count & COUNT_MASK;
}

/* --- by virtual channel --- */

/* Return the channel for which the packet waits that has waited longest for an output. */
static unsigned int stalled_channel(const struct net *net, struct queues *queues,
				    unsigned int output)
{
	return net_channel(net, net_waiters(net, queues)[output].first - 1, output);
}

void net_stalls_count(struct worker *worker, unsigned int output, unsigned int input)
{
	const struct window *window = &worker->window;
	const struct net *net = worker->net;
	struct channel_stalls *stalls = &net->stalls[(size_t)window->number * net->inputs];
	unsigned int first = window->waiters[output].first - 1;
	uint32_t cycles;

	stalls[input].input += window->cycle - window->wait[input].asked;
	if (!(window->queues->stalled & bit(output)))
		return;
	cycles = window->cycle - window->waiters[output].since;
	stalls[net_channel(net, first, output)].credit += cycles;
	if (output >= net->host)
		net_nic_stalled(net, &pool_at(&worker->pool,
					      window->queues->fifo[first].first)->packet,
				output - net->host, cycles);
}

/* Return the credit stalls of an output's virtual channel. */
static uint64_t credit_stalls_of(const struct net *net, unsigned int chip, unsigned int channel)
{
	uint64_t count = net->stalls[(size_t)chip * net->inputs + channel].credit;
	struct queues *queues = net->queues[chip];
	unsigned int output = channel >> net->vc_bits;

	if (queues && queues->stalled & bit(output) &&
	    stalled_channel(net, queues, output) == channel)
		count += output_waits(net, queues, output);
	return count;
}

/* Return what an input counts for a FIFO. */
static uint64_t input_count(const struct net *net, unsigned int chip, unsigned int input,
			    enum net_channel_counter counter)
{
	struct queues *queues = net->queues[chip];
	uint64_t count;

	if (counter <= NET_CHANNEL_PACKETS)
		return arrived_on(net, chip, input, counter);
	count = net->stalls[(size_t)chip * net->inputs + input].input;
	return queues ? count + input_waits(net, queues, input) : count;
}

uint64_t net_count_channel(const struct net *net, unsigned int chip, unsigned int port,
			   unsigned int lane, unsigned int vc, enum net_channel_counter counter)
{
	unsigned int input = ((net->rank[port] + lane) << net->vc_bits) + (vc << net->fifo_bits);
	uint64_t count = 0;
	unsigned int i;

	if (counter >= NET_CHANNEL_INQ_STALLS && !net->stalls)
		return 0;
	if (counter == NET_CHANNEL_CREDIT_STALLS)
		return credit_stalls_of(net, chip, input) & COUNT_MASK;
	for (i = 0; i < 1u << net->fifo_bits; i++)
		count += input_count(net, chip, input + i, counter);
	return count & COUNT_MASK;
}

void net_observe(struct net *net, const struct net_observer *observer)
{
	net->observer = observer ? *observer : (struct net_observer){ 0 };
}

void net_totals(const struct net *net, struct net_totals *totals)
{
	unsigned int i;

	*totals = (struct net_totals){ .cycle = net->cycle };
	for (i = 0; i < net->threads; i++) {
		const struct net_totals *part = &net->workers[i].totals;

		totals->injected += part->injected;
		totals->delivered += part->delivered;
		totals->lost += part->lost;
		totals->failed += part->failed;
		totals->hops += part->hops;
		totals->retries += part->retries;
		totals->latency += part->latency;
		totals->bytes += part->bytes;
		if (part->longest > totals->longest)
			totals->longest = part->longest;
		if (net->workers[i].last > totals->last)
			totals->last = net->workers[i].last;
	}
}
