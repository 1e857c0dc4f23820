// SPDX-License-Identifier: GPL-2.0-only
#include "cli/out/complain.h"
#include "sonar.h"

/* Context of the traffic. */
struct pings {
	struct ping *pings;
	unsigned int count;
};

static bool pings_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	struct pings *all = context;
	struct ping *ping;

	for (unsigned int i = 0; i < all->count; i++) {
		ping = &all->pings[i];
		if (ping->node != node || ping->sent)
			continue;
		ping->sent = true;
		*transfer = ping->transfer;
		return true;
	}
	return false;
}

int pings_send(struct engine *engine, const struct machine *machine, struct ping *pings,
	       unsigned int count)
{
	struct pings all = { .pings = pings, .count = count };
	struct net_traffic traffic = { .next = pings_next, .context = &all };
	struct net_config config = engine_config(machine);
	struct net_totals totals;
	int err;

	for (unsigned int i = 0; i < count; i++)
		traffic.requests |= 1u << pings[i].transfer.op;
	err = engine_event(engine, machine, &config, &traffic);
	if (!err) {
		err = net_run(engine->net, NET_FOREVER);
		net_totals(engine->net, &totals);
		engine->cycles = totals.last;
	}
	if (err)
		complain("%s", engine_why(err));
	return exit_code(err);
}
