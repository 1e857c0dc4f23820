// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "calls.h"
#include "netsim/packet.h"

/* A transfer that the NIC has not taken yet. */
struct unsent {
	struct net_transfer transfer;
	bool fence;
	struct unsent *next;
};

/* --- the network's traffic source --- */

static bool next_transfer(void *context, uint32_t node, struct net_transfer *transfer)
{
	struct world *world = context;
	struct unsent *first;
	struct rank *rank;

	if (world->owner[node] == UGNI_NONE)
		return false;
	rank = &world->rank[world->owner[node]];
	first = rank->unsent;
	if (!first)
		return false;
	*transfer = first->transfer;
	rank->unsent = first->next;
	free(first);
	return true;
}

static void set_routing(const struct world *world, uint32_t mode, struct net_transfer *transfer)
{
	unsigned int routing = NET_ADAPTIVE0;

	if (mode & GNI_DLVMODE_NMIN_HASH)
		routing = NET_NMIN_HASH;
	else if (mode & GNI_DLVMODE_MIN_HASH)
		routing = NET_MIN_HASH;
	else if ((mode & GNI_DLVMODE_IN_ORDER) == GNI_DLVMODE_IN_ORDER)
		routing = NET_IN_ORDER;
	else if (mode & GNI_DLVMODE_NO_ADAPT)
		routing = NET_MIN_HASH;
	else if (mode & GNI_DLVMODE_ADAPTIVE1)
		routing = NET_ADAPTIVE1;
	else if (mode & GNI_DLVMODE_ADAPTIVE2)
		routing = NET_ADAPTIVE2;
	else if (mode & GNI_DLVMODE_ADAPTIVE3)
		routing = NET_ADAPTIVE3;
	if (world->machine->fabric.topo.family == &topo_dragonfly) {
		transfer->routing = NET_ROUTED(routing);
		transfer->no_radapt = mode & GNI_DLVMODE_NO_RADAPT;
	} else {
		transfer->hashed = mode & GNI_DLVMODE_NO_ADAPT;
	}
}

/* --- numbers --- */

static int find_free(struct world *world)
{
	uint32_t room = world->transfers ? 2 * world->transfers : 64, i;
	struct transfer **more;

	for (i = 0; i < world->transfers; i++, world->free++) {
		if (!world->transfer[world->free % world->transfers])
			return world->free++ % world->transfers;
	}
	more = room <= WORLD_TRANSFERS ? reallocarray(world->transfer, room, sizeof(*more)) : NULL;
	if (!more)
		return -1;
	for (i = world->transfers; i < room; i++)
		more[i] = NULL;
	i = world->transfers;
	world->transfer = more;
	world->transfers = room;
	return i;
}

static void transfer_drop(struct world *world, uint32_t id)
{
	free(world->transfer[id]->data);
	free(world->transfer[id]);
	world->transfer[id] = NULL;
}

/* --- to the process itself --- */

/* No packet is needed: everything happens at once, and the clock is advanced. */
static void deliver_locally(struct world *world, uint32_t id)
{
	struct transfer *transfer = world->transfer[id];

	transfer->from->clock += WORLD_LOCAL;
	if (transfer->sent)
		transfer->sent(world, transfer);
	transfer->arrived(world, transfer);
	if (transfer->returned)
		transfer->returned(world, transfer);
	transfer_drop(world, id);
}

/* --- in order, and after fences --- */

static void append(struct unsent **first, struct unsent **last, struct unsent *unsent)
{
	struct unsent **end = *first ? &(*last)->next : first;

	*end = unsent;
	*last = unsent;
}

static void enqueue(struct rank *rank, struct unsent *unsent)
{
	if (unsent->transfer.bte) {
		rank->bte++;
		rank->fenced |= unsent->fence;
	}
	append(&rank->unsent, &rank->unsent_last, unsent);
}

/*
 * The last transfer of the block transfer engine has returned: send the held ones up to the next
 * fence.
 */
static void fence_open(struct world *world, struct rank *rank)
{
	struct unsent *first;

	rank->fenced = false;
	while (rank->held && !rank->fenced) {
		first = rank->held;
		rank->held = first->next;
		first->next = NULL;
		first->transfer.cycle = world->now + WORLD_BTE;
		enqueue(rank, first);
	}
}

gni_return_t transfer_begin(struct world *world, const struct transfer *transfer,
			    uint32_t dlvr_mode)
{
	struct unsent *unsent = calloc(1, sizeof(*unsent));
	struct transfer *copy = malloc(sizeof(*copy));
	struct rank *from = transfer->from;
	int id = find_free(world);

	if (!unsent || !copy || id < 0) {
		free(transfer->data);
		free(copy);
		free(unsent);
		return GNI_RC_ERROR_RESOURCE;
	}
	*copy = *transfer;
	world->transfer[id] = copy;
	if (transfer->from == transfer->to) {
		free(unsent);
		deliver_locally(world, id);
		return GNI_RC_SUCCESS;
	}
	unsent->transfer = (struct net_transfer){
		.cycle = from->clock + (transfer->bte ? WORLD_BTE : 0), .bytes = transfer->bytes,
		.node = transfer->to->node, .id = id, .op = transfer->op, .bte = transfer->bte,
	};
	set_routing(world, dlvr_mode, &unsent->transfer);
	copy->requests = net_transactions(&unsent->transfer);
	copy->responses = copy->requests;
	unsent->fence = transfer->fence;
	if (transfer->bte && from->fenced) {
		append(&from->held, &from->held_last, unsent);
		return GNI_RC_SUCCESS;
	}
	enqueue(from, unsent);
	net_call(world->engine.net,
		 topo_node_chip(&world->machine->fabric.topo, from->node));
	return GNI_RC_SUCCESS;
}

/* --- the network's notices --- */

static void notice_receive(struct world *world, const struct net_notice *notice)
{
	struct transfer *transfer;
	struct rank *from;

	if (notice->id >= world->transfers || !world->transfer[notice->id])
		return;
	transfer = world->transfer[notice->id];
	if (notice->event == NET_SENT && transfer->sent)
		transfer->sent(world, transfer);
	if (notice->event == NET_ARRIVED && !--transfer->requests)
		transfer->arrived(world, transfer);
	if (notice->event != NET_RETURNED || --transfer->responses)
		return;
	if (transfer->returned)
		transfer->returned(world, transfer);
	from = transfer->bte ? transfer->from : NULL;
	transfer_drop(world, notice->id);
	if (from && !--from->bte)
		fence_open(world, from);
}

static uint64_t transfer_step(void *context, unsigned int chip, uint64_t cycle,
			      const struct net_notice *notice)
{
	struct world *world = context;

	(void)chip;
	world->now = cycle;
	if (notice)
		notice_receive(world, notice);
	return NET_FOREVER;
}

struct net_traffic transfer_traffic(struct world *world)
{
	return (struct net_traffic){
		.next = next_transfer, .step = transfer_step, .context = world,
		.requests = 1u << NET_PUT | 1u << NET_GET | 1u << NET_AMO,
	};
}

static void unsent_free(struct unsent *unsent)
{
	struct unsent *next;

	for (; unsent; unsent = next) {
		next = unsent->next;
		free(unsent);
	}
}

void transfer_free(struct world *world)
{
	for (uint32_t i = 0; i < world->transfers; i++) {
		if (world->transfer[i])
			transfer_drop(world, i);
	}
	free(world->transfer);
	for (uint32_t i = 0; i < world->ranks; i++) {
		unsent_free(world->rank[i].unsent);
		unsent_free(world->rank[i].held);
	}
}
