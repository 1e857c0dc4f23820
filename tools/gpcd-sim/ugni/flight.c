// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "flight.h"
#include "netsim/packet.h"

/* A transfer that the NIC has not taken yet. */
struct sending {
	struct net_transfer transfer;
	bool fence;
	struct sending *next;
};

/* --- the network's traffic source --- */

static bool give_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	struct world *world = context;
	struct sending *first;
	struct rank *rank;

	if (world->owner[node] == UGNI_NONE)
		return false;
	rank = &world->rank[world->owner[node]];
	first = rank->posts;
	if (!first)
		return false;
	*transfer = first->transfer;
	rank->posts = first->next;
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
	uint32_t room = world->flights ? 2 * world->flights : 64, i;
	struct flight **more;

	for (i = 0; i < world->flights; i++, world->free++) {
		if (!world->flight[world->free % world->flights])
			return world->free++ % world->flights;
	}
	more = room <= WORLD_FLIGHTS ? reallocarray(world->flight, room, sizeof(*more)) : NULL;
	if (!more)
		return -1;
	for (i = world->flights; i < room; i++)
		more[i] = NULL;
	i = world->flights;
	world->flight = more;
	world->flights = room;
	return i;
}

static void forget(struct world *world, uint32_t id)
{
	free(world->flight[id]->data);
	free(world->flight[id]);
	world->flight[id] = NULL;
}

/* --- to the process itself --- */

/* No packet is needed: everything happens at once, and the clock is advanced. */
static void fly_home(struct world *world, uint32_t id)
{
	struct flight *flight = world->flight[id];

	flight->from->clock += WORLD_LOCAL;
	if (flight->sent)
		flight->sent(world, flight);
	flight->arrived(world, flight);
	if (flight->returned)
		flight->returned(world, flight);
	forget(world, id);
}

/* --- in order, and after fences --- */

static void append(struct sending **first, struct sending **last, struct sending *sending)
{
	struct sending **end = *first ? &(*last)->next : first;

	*end = sending;
	*last = sending;
}

static void enqueue(struct rank *rank, struct sending *sending)
{
	if (sending->transfer.bte) {
		rank->bte++;
		rank->fenced |= sending->fence;
	}
	append(&rank->posts, &rank->last, sending);
}

/*
 * The last transfer of the block transfer engine has returned: send the held ones up to the next
 * fence.
 */
static void fence_open(struct world *world, struct rank *rank)
{
	struct sending *first;

	rank->fenced = false;
	while (rank->held && !rank->fenced) {
		first = rank->held;
		rank->held = first->next;
		first->next = NULL;
		first->transfer.cycle = world->now + WORLD_BTE;
		enqueue(rank, first);
	}
}

gni_return_t flight_begin(struct world *world, const struct flight *flight, uint32_t dlvr_mode)
{
	struct sending *sending = calloc(1, sizeof(*sending));
	struct flight *copy = malloc(sizeof(*copy));
	struct rank *from = flight->from;
	int id = find_free(world);

	if (!sending || !copy || id < 0) {
		free(flight->data);
		free(copy);
		free(sending);
		return GNI_RC_ERROR_RESOURCE;
	}
	*copy = *flight;
	world->flight[id] = copy;
	if (flight->from == flight->to) {
		free(sending);
		fly_home(world, id);
		return GNI_RC_SUCCESS;
	}
	sending->transfer = (struct net_transfer){
		.cycle = from->clock + (flight->bte ? WORLD_BTE : 0), .bytes = flight->bytes,
		.node = flight->to->node, .id = id, .op = flight->op, .bte = flight->bte,
	};
	set_routing(world, dlvr_mode, &sending->transfer);
	copy->requests = net_transactions(&sending->transfer);
	copy->responses = copy->requests;
	sending->fence = flight->fence;
	if (flight->bte && from->fenced) {
		append(&from->held, &from->held_last, sending);
		return GNI_RC_SUCCESS;
	}
	enqueue(from, sending);
	net_call(world->engine.net,
		 topo_node_chip(&world->machine->fabric.topo, from->node));
	return GNI_RC_SUCCESS;
}

/* --- the network's notices --- */

static void notice_hear(struct world *world, const struct net_notice *notice)
{
	struct flight *flight = notice->id < world->flights ? world->flight[notice->id] : NULL;
	struct rank *from;

	if (!flight)
		return;
	if (notice->event == NET_SENT && flight->sent)
		flight->sent(world, flight);
	if (notice->event == NET_ARRIVED && !--flight->requests)
		flight->arrived(world, flight);
	if (notice->event != NET_RETURNED || --flight->responses)
		return;
	if (flight->returned)
		flight->returned(world, flight);
	from = flight->bte ? flight->from : NULL;
	forget(world, notice->id);
	if (from && !--from->bte)
		fence_open(world, from);
}

static uint64_t flight_step(void *context, unsigned int chip, uint64_t cycle,
			    const struct net_notice *notice)
{
	struct world *world = context;

	(void)chip;
	world->now = cycle;
	if (notice)
		notice_hear(world, notice);
	return NET_FOREVER;
}

struct net_traffic flight_traffic(struct world *world)
{
	return (struct net_traffic){
		.next = give_next, .step = flight_step, .context = world,
		.requests = 1u << NET_PUT | 1u << NET_GET | 1u << NET_AMO,
	};
}

static void sendings_free(struct sending *sending)
{
	struct sending *next;

	for (; sending; sending = next) {
		next = sending->next;
		free(sending);
	}
}

void flight_free(struct world *world)
{
	for (uint32_t i = 0; i < world->flights; i++) {
		if (world->flight[i])
			forget(world, i);
	}
	free(world->flight);
	for (uint32_t i = 0; i < world->ranks; i++) {
		sendings_free(world->rank[i].posts);
		sendings_free(world->rank[i].held);
	}
}
