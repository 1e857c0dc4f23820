// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * What changes of the machine do to a chip, at the beginning of the window that they begin.
 */
#include "phases.h"
#include "window.h"

/* Heads that wait for lanes which fail ask again in this cycle. */
static void heads_leave(struct worker *worker, const struct net_change *change)
{
	unsigned int first = worker->net->rank[change->port], lane;

	for (lane = 0; lane < NET_LANES; lane++)
		if (change->lanes & 1u << lane)
			net_waits_end(worker, first + lane);
}

void net_chip_adapt(struct worker *worker)
{
	const struct changes *changes = worker->net->changes;
	struct window *window = &worker->window;
	const struct failure *failure;
	size_t i;

	window->now = 0;
	window->cycle = window->base;
	for (i = changes->before; i < changes->next; i++)
		if (changes->plan.list[i].chip == window->number &&
		    changes->plan.list[i].kind == NET_FAIL)
			heads_leave(worker, &changes->plan.list[i]);
	for (i = changes->late; i < changes->due; i++) {
		failure = &changes->toll.failure[i];
		if (topo_node_chip(worker->net->topo, failure->node) == window->number)
			window_inject(window, INJECT_STEP, failure->cycle - window->base);
	}
}
