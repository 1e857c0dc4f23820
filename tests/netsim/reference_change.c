// SPDX-License-Identifier: GPL-2.0-only
/* Machines that break while they run: every packet is examined, wherever it is. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "reference_state.h"

static size_t links(const struct ref *ref)
{
	return (size_t)ref->topo->chips * ref->host;
}

int ref_changes_start(struct ref *ref)
{
	const struct net_fabric *fabric = ref->config.fabric;

	if (!ref->config.changes)
		return 0;
	ref->tables = *fabric;
	ref->tables.failed = calloc(links(ref) + 1, 1);
	ref->dead = calloc(links(ref) + 1, 1);
	if (!ref->tables.failed || !ref->dead)
		return -ENOMEM;
	if (fabric->failed) {
		memcpy(ref->tables.failed, fabric->failed, links(ref));
		memcpy(ref->dead, fabric->failed, links(ref));
	}
	ref->config.fabric = &ref->tables;
	return 0;
}

unsigned int ref_alive(const struct ref *ref, unsigned int chip, unsigned int port)
{
	unsigned int dead = ref->dead ? ref->dead[chip * ref->host + port] : 0;

	return ((1u << ref->config.fabric->lanes[port]) - 1) & ~dead;
}

bool ref_is_cut_off(const struct ref *ref, uint32_t from, uint32_t to, bool and_back)
{
	unsigned int src = topo_node_chip(ref->topo, from), dst = topo_node_chip(ref->topo, to);

	return !ref_reaches(ref, src, dst) || (and_back && !ref_reaches(ref, dst, src));
}

/* --- when NICs are silent, and routes change --- */

static bool is_rerouted(const struct net_change *change)
{
	return change->kind == NET_FAIL || change->kind == NET_MEND;
}

bool ref_is_quiet(const struct ref *ref)
{
	const struct net_changes *changes = ref->config.changes;
	uint64_t from;
	size_t i;

	for (i = 0; changes && i < changes->count; i++) {
		from = changes->list[i].cycle + changes->detect;
		if (is_rerouted(&changes->list[i]) && now(ref) >= from &&
		    now(ref) < from + changes->quiesce)
			return true;
	}
	return false;
}

static bool has_new_routes(const struct ref *ref)
{
	const struct net_changes *changes = ref->config.changes;
	size_t i;

	for (i = 0; i < changes->count; i++)
		if (is_rerouted(&changes->list[i]) &&
		    changes->list[i].cycle + changes->detect + changes->quiesce == now(ref))
			return true;
	return false;
}

/* --- failures --- */

void ref_fail(struct ref *ref, uint32_t node, uint32_t id)
{
	ref->totals.failed++;
	ref->totals.last = now(ref) + 1;
	ref_tell(ref, node, id, NET_FAILED);
}

void ref_give_up(struct ref *ref, const struct packet *packet)
{
	struct packet *failing = malloc(sizeof(*failing));

	if (!failing)
		abort();
	*failing = (struct packet){
		.src = packet->kind ? packet->dst : packet->src, .id = packet->id,
		.born = now(ref) + ref->config.changes->timeout,
	};
	STAILQ_INSERT_TAIL(&ref->failing, failing, next);
}

void ref_lose(struct ref *ref, struct packet *packet)
{
	ref->totals.lost++;
	ref->totals.last = now(ref) + 1;
	if (packet->kind || packet->reply)
		ref_give_up(ref, packet);
	free(packet);
}

static bool is_before(const struct packet *a, const struct packet *b)
{
	return !b || a->src < b->src || (a->src == b->src && a->id < b->id);
}

/* Return the next request of a chip that fails now, or NULL. */
static struct packet *late_find(const struct ref *ref, unsigned int chip)
{
	struct packet *first = NULL, *packet;

	STAILQ_FOREACH(packet, &ref->failing, next)
		if (packet->born == now(ref) && topo_node_chip(ref->topo, packet->src) == chip &&
		    is_before(packet, first))
			first = packet;
	return first;
}

void ref_fail_late(struct ref *ref, unsigned int chip)
{
	struct packet *packet;

	while ((packet = late_find(ref, chip))) {
		STAILQ_REMOVE(&ref->failing, packet, packet, next);
		ref_fail(ref, packet->src, packet->id);
		free(packet);
	}
}

/* --- a link fails --- */

/* Return the crossing of a lane that a packet has not finished, or NULL. */
static const struct crossing *crossing_find(const struct ref *ref, const struct packet *packet,
					    const struct tile *output)
{
	unsigned int i;

	if (packet->crossings > CROSSINGS)
		abort();
	for (i = 0; i < packet->crossings; i++)
		if (packet->crossed[i].output == output &&
		    packet->crossed[i].tail > now(ref) * NET_TICKS)
			return &packet->crossed[i];
	return NULL;
}

/* Break those packets of a list that are crossing a lane, or lose them. */
static void packets_break(struct ref *ref, const struct tile *output, struct packets *packets,
			  struct fifo *fifo, unsigned int chip)
{
	struct packet *packet = STAILQ_FIRST(packets), *next;
	const struct crossing *crossing;

	for (; packet; packet = next) {
		next = STAILQ_NEXT(packet, next);
		crossing = crossing_find(ref, packet, output);
		if (!crossing)
			continue;
		packet->broken = true;
		if (crossing->head < now(ref))
			continue;
		fifo_remove(fifo, packet);
		fifo->slot[packet->slot] = now(ref);
		ref->here[chip]--;
		ref_lose(ref, packet);
	}
}

static void lane_break(struct ref *ref, const struct tile *output)
{
	size_t tiles = (size_t)ref->topo->chips * ref->tiles, i;
	unsigned int input;

	for (i = 0; i < tiles; i++) {
		struct tile *tile = &ref->tile[i];

		packets_break(ref, output, &tile->delivery, NULL, i / ref->tiles);
		for (input = 0; input < ref->fifos; input++)
			packets_break(ref, output, &tile->in[input].packets, &tile->in[input],
				      i / ref->tiles);
	}
}

/* Heads that wait for a lane ask again. */
static void lane_leave(struct ref *ref, unsigned int chip, unsigned int port, unsigned int lane)
{
	struct tile *output = tile(ref, chip, port, lane);
	unsigned int i, input;
	struct packet *packet;

	for (i = 0; i < ref->tiles; i++) {
		for (input = 0; input < ref->fifos; input++) {
			packet = STAILQ_FIRST(&tile(ref, chip, 0, i)->in[input].packets);
			if (!packet || !packet->asking || packet->link != port ||
			    packet->lane != lane)
				continue;
			packet->asking = false;
			output->waiting--;
		}
	}
}

static void lane_change(struct ref *ref, const struct net_change *change, unsigned int lane)
{
	uint8_t *dead = &ref->dead[change->chip * ref->host + change->port];
	struct tile *output = tile(ref, change->chip, change->port, lane);

	switch (change->kind) {
	case NET_FAIL:
		*dead |= 1u << lane;
		lane_break(ref, output);
		lane_leave(ref, change->chip, change->port, lane);
		break;
	case NET_MEND:
		*dead &= ~(1u << lane);
		break;
	default:
		output->ticks = change->ticks;
		break;
	}
}

static void change_part(struct ref *ref, const struct net_change *change, unsigned int part)
{
	if (change->kind == NET_TAKE)
		ref->nics[topo_node(ref->topo, change->chip, part)].turns = change->ticks - 1;
	else
		lane_change(ref, change, part);
}

void ref_change(struct ref *ref)
{
	const struct net_changes *changes = ref->config.changes;
	unsigned int lane;
	size_t i;

	if (!changes)
		return;
	for (i = 0; i < changes->count; i++)
		for (lane = 0; changes->list[i].cycle == now(ref) && lane < NET_LANES; lane++)
			if (changes->list[i].lanes & 1u << lane)
				change_part(ref, &changes->list[i], lane);
	if (has_new_routes(ref))
		memcpy(ref->tables.failed, ref->dead, links(ref));
}
