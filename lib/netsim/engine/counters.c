// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * What the event engine has counted.
 */
#include "state.h"

#define COUNT_MASK	0xffffffffffffULL

/**
 * struct arrived - what came in, but for the upper bits
 * @phits: of all packets
 * @packets: how many
 */
struct arrived {
	uint32_t phits;
	uint32_t packets;
};

/* Cycles so far of waits that are not over. */
static uint32_t waits(const struct net *net, struct queues *queues, unsigned int rank,
		      enum net_counter counter)
{
	const struct wait *wait = net_wait(net, queues);
	uint32_t now = net->cycle, sum = 0;
	unsigned int input;

	if (counter == NET_CREDIT_STALLS && !(queues->stalled & bit(rank)))
		return 0;
	if (counter == NET_CREDIT_STALLS)
		return now - net_waiters(net, queues)[rank].since;
	for (input = rank << net->vc_bits; input < (rank + 1) << net->vc_bits; input++)
		if (queues->asking[input / 64] & bit(input))
			sum += now - wait[input].asked;
	return sum;
}

/* Add up what came in at a tile over all virtual channels and FIFOs of requests, or of responses. */
static struct arrived arrived_of(const struct net *net, const struct tiles *tiles,
				 unsigned int rank, unsigned int kind)
{
	unsigned int half = 1u << (net->vc_bits - 1), i;
	unsigned int input = (rank << net->vc_bits) + kind * half;
	struct arrived sum = { 0 };

	for (i = 0; i < half; i++) {
		sum.phits += tiles->input[input + i].phits;
		sum.packets += tiles->input[input + i].packets;
	}
	return sum;
}

uint64_t net_count(const struct net *net, unsigned int chip, unsigned int port, unsigned int lane,
		   enum net_counter counter)
{
	unsigned int rank = net->rank[port] + lane, kind = counter % KINDS;
	const uint32_t *high = net_chip(net, chip)->high;
	struct queues *queues = net->queues[chip];
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
	if (high)
		count += (uint64_t)high[rank * NET_COUNTERS + counter] << 16;
	if (queues && counter >= NET_INQ_STALLS)
		count += waits(net, queues, rank, counter);
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
