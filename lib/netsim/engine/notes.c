// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * How long packets waited in their NICs, how far they have come, and when the requests that they
 * answer were sent. Kept apart from the packets, which have no room for it, and only on demand.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "phases.h"

/* Return the block that has a note. */
static unsigned int note_block(uint32_t number)
{
	return 31 - __builtin_clz(number / NOTE_BLOCK + 1);
}

/* Return the first note of a block; for the block after the last one, the number of notes. */
static uint32_t note_block_first(unsigned int block)
{
	return NOTE_BLOCK * ((1u << block) - 1);
}

static struct note *note_at(const struct notes *notes, uint32_t number)
{
	unsigned int block = note_block(number);

	return &notes->block[block][number - note_block_first(block)];
}

static int notes_reserve(struct notes *notes, uint32_t count)
{
	unsigned int block = note_block(notes->made + count - 1);

	if (block == NOTE_BLOCKS)
		return -ENOMEM;
	if (!notes->block[block])
		notes->block[block] = memory_alloc(sizeof(struct note) * (NOTE_BLOCK << block));
	return notes->block[block] ? 0 : -ENOMEM;
}

int net_notes_reserve(struct worker *worker)
{
	const struct net *net = worker->net;
	unsigned int nic;
	int err = 0;

	for (nic = 0; nic < net->nics && !err; nic++) {
		uint32_t node = topo_node(net->topo, worker->window.number, nic);

		err = notes_reserve(&net->notes[node], NIC_INJECTS);
	}
	return err;
}

/* Return the number of an unused note. */
static uint32_t note_take(struct notes *notes)
{
	uint32_t number;

	if (!notes->unused)
		notes->unused = atomic_exchange_explicit(&notes->returned, 0,
							 memory_order_acquire);
	if (!notes->unused)
		return notes->made++;
	number = notes->unused - 1;
	notes->unused = note_at(notes, number)->next;
	return number;
}

void net_note_begin(struct worker *worker, struct packet *packet, uint64_t waited,
		    uint64_t offset)
{
	struct notes *notes = &worker->net->notes[packet->src];
	uint32_t number = note_take(notes);

	*note_at(notes, number) = (struct note){
		.waited = waited, .offset = offset, .asked = packet->birth, .id = packet->id,
	};
	packet->id = number;
}

/* Threads may return notes of one node at the same time. */
static void note_return(struct notes *notes, struct note *note, uint32_t number)
{
	note->next = atomic_load_explicit(&notes->returned, memory_order_relaxed);
	while (!atomic_compare_exchange_weak_explicit(&notes->returned, &note->next, number + 1,
						      memory_order_release, memory_order_relaxed))
		;
}

uint64_t net_note_offset(const struct net *net, const struct packet *packet)
{
	return note_at(&net->notes[packet->src], packet->id)->offset;
}

void net_note_hop(struct worker *worker, const struct packet *packet)
{
	note_at(&worker->net->notes[packet->src], packet->id)->hops++;
}

void net_note_drop(struct worker *worker, struct packet *packet)
{
	uint32_t number = packet->id;
	struct notes *notes;
	struct note *note;

	if (!worker->net->notes)
		return;
	notes = &worker->net->notes[packet->src];
	note = note_at(notes, number);
	packet->id = note->id;
	note_return(notes, note, number);
}

void net_note_end(struct worker *worker, struct packet *packet)
{
	const struct net *net = worker->net;
	const struct note *note = note_at(&net->notes[packet->src], packet->id);
	const struct net_delivery delivery = {
		.src = packet->src, .dst = packet->dst, .id = note->id,
		.response = packet->response, .hops = note->hops, .waited = note->waited,
		.transit = (uint32_t)(packet->cycle - packet->birth),
	};

	if (net->activity)
		net_nic_received(worker, packet, note->asked);
	net_note_drop(worker, packet);
	if (net->meter.delivered)
		net->meter.delivered(net->meter.context, worker - net->workers, &delivery);
}

int net_notes_start(struct net *net)
{
	if (!net->notes)
		net->notes = calloc(topo_nodes(net->topo), sizeof(*net->notes));
	return net->notes ? 0 : -ENOMEM;
}

int net_measure(struct net *net, const struct net_meter *meter)
{
	int err;

	if (net->window || net->cycle || net->meter.delivered)
		return -EBUSY;
	err = net_notes_start(net);
	if (err)
		return err;
	net->meter = *meter;
	net->look_tick = 0;
	return 0;
}

void net_notes_free(struct net *net)
{
	uint32_t node;
	unsigned int block;

	for (node = 0; net->notes && node < topo_nodes(net->topo); node++)
		for (block = 0; block < NOTE_BLOCKS; block++)
			free(net->notes[node].block[block]);
	free(net->notes);
}
