// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * What the event engine has counted.
 */
#include "state.h"
#include "window.h"

#define COUNT_MASK	0xffffffffffffULL

/* Cycles so far of waits that are not over. */
static uint32_t waits(const struct net *net, const struct queues *queues, unsigned int rank,
		      enum net_counter counter)
{
	uint32_t now = net->cycle, sum = 0;
	unsigned int input;

	if (counter == NET_CREDIT_STALLS)
		return (queues->stalled & bit(rank)) ? now - queues->waiters[rank].since : 0;
	for (input = rank << net->vc_bits; input < (rank + 1) << net->vc_bits; input++)
		if (queues->fifo[input].output)
			sum += now - queues->fifo[input].asked;
	return sum;
}

/* Add up what came in at a tile over all virtual channels of requests, or of responses. */
static struct arrived arrived_of(const struct net *net, const struct tiles *tiles,
				 unsigned int rank, unsigned int kind)
{
	unsigned int input = (rank << net->vc_bits) + kind * net->phases, i;
	struct arrived sum = { 0 };

	for (i = 0; i < net->phases; i++) {
		sum.phits += tiles->arrived[input + i].phits;
		sum.packets += tiles->arrived[input + i].packets;
	}
	return sum;
}

uint64_t net_count(const struct net *net, unsigned int chip, unsigned int port, unsigned int lane,
		   enum net_counter counter)
{
	unsigned int rank = net->rank[port] + lane, kind = counter % KINDS;
	const struct chip *state = net_chip(net, chip);
	struct tiles tiles;
	uint64_t count = 0;

	net_tiles(net, chip, &tiles);
	switch (counter) {
	case NET_VC0_PHITS:
	case NET_VC1_PHITS:
		count = arrived_of(net, &tiles, rank, kind).phits;
		break;
	case NET_VC0_PACKETS:
	case NET_VC1_PACKETS:
		count = arrived_of(net, &tiles, rank, kind).packets;
		break;
	case NET_INQ_STALLS:
		count = tiles.stalls[rank].input;
		break;
	default:
		count = tiles.stalls[rank].credit;
	}
	if (state->high)
		count += (uint64_t)state->high[rank * NET_COUNTERS + counter] << 32;
	if (state->queues && counter >= NET_INQ_STALLS)
		count += waits(net, state->queues, rank, counter);
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
		totals->latency += part->latency;
		totals->bytes += part->bytes;
		if (part->longest > totals->longest)
			totals->longest = part->longest;
		if (net->workers[i].last > totals->last)
			totals->last = net->workers[i].last;
	}
}
