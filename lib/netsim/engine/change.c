// SPDX-License-Identifier: LGPL-2.1-or-later
/* Changes of the machine, made between windows by one thread. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "netsim/packet.h"
#include "phases.h"

/* --- from beginning to end --- */

static bool has_kind(const struct net_changes *plan, enum net_change_kind kind)
{
	size_t i;

	for (i = 0; i < plan->count; i++)
		if (plan->list[i].kind == kind)
			return true;
	return false;
}

/* Make the lists of what changes take longer, for the kinds of changes that come. */
static int rates_start(const struct net *net, struct changes *changes)
{
	if (has_kind(&changes->plan, NET_WIDTH)) {
		changes->ticks = calloc((size_t)net->topo->chips * net->ranks,
					sizeof(*changes->ticks));
		if (!changes->ticks)
			return -ENOMEM;
	}
	if (has_kind(&changes->plan, NET_TAKE)) {
		changes->turns = calloc(topo_nodes(net->topo), sizeof(*changes->turns));
		if (!changes->turns)
			return -ENOMEM;
	}
	return 0;
}

/* Routes are made for the network's own copy of the fabric. */
static int tables_start(struct net *net, struct changes *changes)
{
	size_t links = (size_t)net->topo->chips * net->ports;
	const struct net_fabric *fabric = net->config.fabric;

	changes->tables = *fabric;
	changes->tables.failed = calloc(links + 1, 1);
	changes->dead = calloc(links + 1, 1);
	if (!changes->tables.failed || !changes->dead)
		return -ENOMEM;
	if (fabric->failed) {
		memcpy(changes->tables.failed, fabric->failed, links);
		memcpy(changes->dead, fabric->failed, links);
	}
	net->config.fabric = &changes->tables;
	net->dead = changes->dead;
	return 0;
}

int net_changes_start(struct net *net)
{
	struct changes *changes;
	int err;

	net->look_tick = NET_FOREVER;
	if (!net->config.changes)
		return 0;
	changes = calloc(1, sizeof(*changes));
	net->changes = changes;
	if (!changes)
		return -ENOMEM;
	changes->plan = *net->config.changes;
	net->config.changes = &changes->plan;
	err = rates_start(net, changes);
	return err ? err : tables_start(net, changes);
}

void net_changes_free(struct net *net)
{
	struct changes *changes = net->changes;

	if (!changes)
		return;
	toll_free(&changes->toll);
	free(changes->tables.failed);
	free(changes->dead);
	free(changes->ticks);
	free(changes->turns);
	free(changes);
}

unsigned int net_alive(const struct net *net, unsigned int chip, unsigned int port)
{
	const struct net_fabric *fabric = net->config.fabric;
	const uint8_t *dead = net->dead ? net->dead : fabric->failed;
	unsigned int lanes = (1u << fabric->lanes[port]) - 1;

	return dead ? lanes & ~dead[(size_t)chip * net->ports + port] : lanes;
}

/* --- tolls --- */

static int failure_compare(const void *a, const void *b)
{
	const struct failure *one = a, *two = b;

	if (one->cycle != two->cycle)
		return one->cycle < two->cycle ? -1 : 1;
	if (one->node != two->node)
		return one->node < two->node ? -1 : 1;
	return one->id < two->id ? -1 : one->id > two->id;
}

/* Sort the failures of a toll from first to end (exclusive). */
static void failures_sort(struct toll *toll, size_t first, size_t end)
{
	if (end > first + 1)
		qsort(&toll->failure[first], end - first, sizeof(*toll->failure),
		      failure_compare);
}

/* Remove the failures that are over, once they are the larger part. */
static void failures_shrink(struct changes *changes)
{
	struct toll *toll = &changes->toll;

	if (changes->late <= toll->failures / 2)
		return;
	toll->failures -= changes->late;
	memmove(toll->failure, toll->failure + changes->late,
		toll->failures * sizeof(*toll->failure));
	changes->due -= changes->late;
	changes->late = 0;
}

/* All failures of a window are due later than the previous window's. */
void net_changes_collect(struct net *net)
{
	struct changes *changes = net->changes;
	size_t before;
	unsigned int i;

	changes->late = changes->due;
	failures_shrink(changes);
	before = changes->toll.failures;
	if (net->parts)
		net_toll_move(net, &changes->toll, net_parts_toll(net));
	for (i = 0; i < net->threads && !net->parts; i++)
		net_toll_move(net, &changes->toll, &net->workers[i].toll);
	failures_sort(&changes->toll, before, changes->toll.failures);
}

/* --- when --- */

/* Return the index of the next change that moves routes. */
static size_t next_mover(const struct net_changes *plan, size_t place)
{
	while (place < plan->count && !net_change_moves_routes(&plan->list[place]))
		place++;
	return place;
}

static uint64_t cycle_of(const struct net_changes *plan, size_t place, uint64_t later)
{
	return place < plan->count ? plan->list[place].cycle + later : NET_FOREVER;
}

/* Return the next cycle that a window has to begin with. */
static uint64_t next_border(const struct changes *changes)
{
	const struct net_changes *plan = &changes->plan;
	uint64_t next = cycle_of(plan, changes->next, 0);

	next = cycle_min(next, cycle_of(plan, next_mover(plan, changes->stop), plan->detect));
	return cycle_min(next, cycle_of(plan, next_mover(plan, changes->route),
				      plan->detect + plan->quiesce));
}

uint64_t net_changes_next(const struct net *net)
{
	const struct changes *changes = net->changes;
	const struct toll *toll = &changes->toll;
	uint64_t next = next_border(changes);

	if (changes->due < toll->failures)
		next = cycle_min(next, toll->failure[changes->due].cycle);
	return next;
}

/* --- what --- */

static void lanes_width(struct net *net, const struct net_change *change)
{
	size_t first = (size_t)change->chip * net->ranks + net->rank[change->port];
	unsigned int lane;

	for (lane = 0; lane < NET_LANES; lane++)
		if (change->lanes & 1u << lane)
			net->changes->ticks[first + lane] = change->ticks;
}

static void nics_take(struct net *net, const struct net_change *change)
{
	unsigned int nic;

	for (nic = 0; nic < net->nics; nic++)
		if (change->lanes & 1u << nic)
			net->changes->turns[topo_node(net->topo, change->chip, nic)] =
				change->ticks;
}

static void change_make(struct net *net, const struct net_change *change)
{
	uint8_t *dead = &net->changes->dead[(size_t)change->chip * net->ports + change->port];

	switch (change->kind) {
	case NET_FAIL:
		*dead |= change->lanes;
		net->faulty = true;
		break;
	case NET_MEND:
		*dead &= ~change->lanes;
		break;
	case NET_TAKE:
		nics_take(net, change);
		break;
	default:
		lanes_width(net, change);
		break;
	}
}

/* A packet is lost on its wire: its credit is back at its sender. */
static void loss_count(struct net *net, const struct loss *loss)
{
	struct worker *worker = &net->workers[0];
	struct tiles tiles;

	net_tiles(net, loss->chip, &tiles);
	tiles.credits[loss->channel]++;
	worker->totals.lost++;
	if (worker->last <= loss->cycle)
		worker->last = loss->cycle + 1;
	worker->work -= !loss->waits;
}

/* A node, maybe of another process than the sender's, waits for a packet in vain. */
static void loss_happen(struct net *net, const struct loss *loss)
{
	const struct failure failure = {
		loss->cycle + net->changes->plan.timeout, loss->node, loss->id,
	};

	if (net_is_here(net, loss->chip))
		loss_count(net, loss);
	if (loss->waits && toll_add_failure(&net->changes->toll, &failure))
		net->workers[0].error = -ENOMEM;
}

static void losses_happen(struct net *net)
{
	struct toll *toll = &net->changes->toll;
	size_t before = toll->failures, left = 0, i;

	for (i = 0; i < toll->losses; i++) {
		if (toll->loss[i].cycle <= net->cycle)
			loss_happen(net, &toll->loss[i]);
		else
			toll->loss[left++] = toll->loss[i];
	}
	toll->losses = left;
	failures_sort(toll, before, toll->failures);
}

static void routes_move(struct net *net)
{
	struct changes *changes = net->changes;
	const struct net_changes *plan = &changes->plan;
	bool rerouted = false;

	for (;;) {
		changes->stop = next_mover(plan, changes->stop);
		if (cycle_of(plan, changes->stop, plan->detect) > net->cycle)
			break;
		changes->stop++;
		changes->stops++;
	}
	for (;;) {
		changes->route = next_mover(plan, changes->route);
		if (cycle_of(plan, changes->route, plan->detect + plan->quiesce) > net->cycle)
			break;
		changes->route++;
		changes->stops--;
		rerouted = true;
	}
	if (rerouted)
		memcpy(changes->tables.failed, changes->dead,
		       (size_t)net->topo->chips * net->ports);
	net->quiet = changes->stops > 0;
}

/* Schedule the failures of this window, in the order of their notices, and wake their chips. */
static void failures_plan(struct net *net)
{
	struct changes *changes = net->changes;
	struct toll *toll = &changes->toll;
	const struct failure *failure;
	unsigned int chip;

	for (; changes->due < toll->failures; changes->due++) {
		failure = &toll->failure[changes->due];
		if (failure->cycle >= net->end)
			break;
		chip = topo_node_chip(net->topo, failure->node);
		if (net_is_here(net, chip))
			net->wake[chip] = cycle_min(net->wake[chip], failure->cycle);
	}
	failures_sort(toll, changes->late, changes->due);
}

static uint64_t next_failure(const struct changes *changes)
{
	size_t i;

	for (i = changes->next; i < changes->plan.count; i++)
		if (changes->plan.list[i].kind == NET_FAIL)
			return changes->plan.list[i].cycle * NET_TICKS;
	return NET_FOREVER;
}

void net_changes_begin(struct net *net)
{
	struct changes *changes = net->changes;
	const struct net_changes *plan = &changes->plan;
	bool quiet = net->quiet;

	changes->before = changes->next;
	for (; cycle_of(plan, changes->next, 0) <= net->cycle; changes->next++)
		change_make(net, &plan->list[changes->next]);
	routes_move(net);
	if (net->quiet && !quiet && net->activity)
		net_nics_pause(net);
	losses_happen(net);
	net->look_tick = net->notes ? 0 : next_failure(changes);
	net->end = cycle_min(net->end, next_border(changes));
	failures_plan(net);
}
