// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "netsim/packet.h"
#include "outlook.h"

/**
 * struct sender - what a node sends
 * @cycle: when its current transfer may begin; 0 before the first, NET_FOREVER behind the last
 * @current: packets of that transfer, answers included
 * @before: packets of all transfers before it, which have been injected, or will be as answers
 */
struct sender {
	uint64_t cycle;
	uint64_t current;
	uint64_t before;
};

/* The network calls this from several threads, but not for the same node. */
static bool outlook_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	struct outlook *outlook = context;
	struct sender *sender = &outlook->senders[node];
	bool more = outlook->traffic.next(outlook->traffic.context, node, transfer);

	sender->before += sender->current;
	sender->current = 0;
	sender->cycle = NET_FOREVER;
	if (!more)
		return false;
	sender->cycle = transfer->cycle;
	sender->current = net_transactions(transfer) * (transfer->op == NET_RAW ? 1 : 2);
	return true;
}

int outlook_new(struct outlook *outlook, const struct net_traffic *traffic, uint32_t nodes,
		struct net_traffic *seen)
{
	*outlook = (struct outlook){
		.traffic = *traffic, .nodes = nodes,
		.senders = calloc(nodes, sizeof(struct sender)),
	};
	*seen = *traffic;
	seen->next = outlook_next;
	seen->context = outlook;
	return outlook->senders ? 0 : -ENOMEM;
}

void outlook_free(struct outlook *outlook)
{
	free(outlook->senders);
}

/* If all current transfers are yet to come, all packets before them must have arrived. */
uint64_t outlook_empty_until(const struct outlook *outlook, const struct net *net)
{
	uint64_t first = NET_FOREVER, packets = 0;
	const struct sender *sender;
	struct net_totals totals;

	net_totals(net, &totals);
	for (uint32_t node = 0; node < outlook->nodes; node++) {
		sender = &outlook->senders[node];
		if (sender->cycle <= totals.cycle)
			return 0;
		first = sender->cycle < first ? sender->cycle : first;
		packets += sender->before;
	}
	return packets == totals.delivered ? first : 0;
}
