// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * How long packets waited in their NICs, how far they have come, and when the requests that they
 * answer were sent. Kept apart from the packets, which have no room for it, and only on demand.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "phases.h"

/*
 * The id of a packet that came from another process is its place among the guests of the worker
 * that took it in: NOTE_GUEST, the worker, the number. Other ids are numbers of notes of a node.
 */
#define NOTE_GUEST	(1u << 31)
#define GUEST_BITS	23
#define GUESTS		(1u << GUEST_BITS)

_Static_assert((uint64_t)NET_PEER_THREADS << GUEST_BITS <= NOTE_GUEST, "workers of guests");
_Static_assert((uint64_t)NOTE_BLOCK << NOTE_BLOCKS < NOTE_GUEST, "no number looks like a guest");

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

/* Return the notes where a packet has its own, and its number there. */
static struct notes *notes_of(const struct net *net, const struct packet *packet,
			      uint32_t *number)
{
	uint32_t id = packet->id;

	*number = id;
	if (!(id & NOTE_GUEST))
		return &net->notes[packet->src];
	*number = id % GUESTS;
	return &net->notes[topo_nodes(net->topo) + (id % NOTE_GUEST >> GUEST_BITS)];
}

/* Inlined, as lines_prefetch(). */
static __always_inline void note_prefetch(const struct net *net, const struct packet *packet,
					  bool lists)
{
	const struct notes *notes;
	uint32_t number;

	if (packet->input < PACKET_NODE)
		return;
	notes = notes_of(net, packet, &number);
	__builtin_prefetch(lists ? (const void *)notes : note_at(notes, number), 1);
}

/*
 * A note is found by way of its list. Neither is in the cache, because both belong to the packet's
 * sender, which may be anywhere. So all lists are prefetched first, and then all notes. Packets
 * that go to nodes are among those that the chip has sent to itself.
 */
void net_notes_prefetch(const struct worker *worker, bool lists)
{
	const struct chunk *chunk = worker->window.read[0];
	const struct packet *packet, *end;

	for (; chunk; chunk = chunk->next) {
		end = chunk->packet + chunk->packets;
		for (packet = chunk->packet; packet < end; packet++)
			note_prefetch(worker->net, packet, lists);
	}
}

/* Return the note of a packet. */
static struct note *note_of(const struct net *net, const struct packet *packet)
{
	uint32_t number;
	struct notes *notes = notes_of(net, packet, &number);

	return note_at(notes, number);
}

/* Allocate a block of notes. First blocks are small and many, and freed with the worker. */
static struct note *note_block_new(struct worker *worker, unsigned int block)
{
	size_t size = sizeof(struct note) * (NOTE_BLOCK << block);

	return block ? memory_alloc(size) : slabs_take(&worker->notes, size, NET_LINE);
}

static int notes_reserve(struct worker *worker, struct notes *notes, uint32_t count)
{
	unsigned int block = note_block(notes->made), last = note_block(notes->made + count - 1);

	if (last == NOTE_BLOCKS)
		return -ENOMEM;
	for (; block <= last; block++) {
		if (!notes->block[block])
			notes->block[block] = note_block_new(worker, block);
		if (!notes->block[block])
			return -ENOMEM;
	}
	return 0;
}

int net_notes_reserve(struct worker *worker)
{
	const struct net *net = worker->net;
	unsigned int nic;
	int err = 0;

	for (nic = 0; nic < net->nics && !err; nic++) {
		uint32_t node = topo_node(net->topo, worker->window.number, nic);

		err = notes_reserve(worker, &net->notes[node], net->nic_injects);
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
	return note_of(net, packet)->offset;
}

void net_note_hop(struct worker *worker, const struct packet *packet)
{
	note_of(worker->net, packet)->hops++;
}

void net_note_drop(struct worker *worker, struct packet *packet)
{
	struct notes *notes;
	struct note *note;
	uint32_t number;

	if (!worker->net->notes)
		return;
	notes = notes_of(worker->net, packet, &number);
	note = note_at(notes, number);
	packet->id = note->id;
	note_return(notes, note, number);
}

void net_note_end(struct worker *worker, struct packet *packet)
{
	const struct net *net = worker->net;
	const struct note *note = note_of(net, packet);
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

void net_note_export(struct net *net, const struct packet *packet, struct note *note)
{
	uint32_t number;
	struct notes *notes = notes_of(net, packet, &number);
	struct note *here = note_at(notes, number);

	*note = *here;
	note_return(notes, here, number);
}

int net_note_import(struct worker *worker, struct packet *packet, const struct note *note)
{
	const struct net *net = worker->net;
	unsigned int self = worker - net->workers;
	struct notes *guests = &net->notes[topo_nodes(net->topo) + self];
	uint32_t number;

	if (guests->made == GUESTS - 1 || notes_reserve(worker, guests, 1))
		return -ENOMEM;
	number = note_take(guests);
	*note_at(guests, number) = *note;
	packet->id = NOTE_GUEST | self << GUEST_BITS | number;
	return 0;
}

/* Return how many lists of notes there are: of nodes, then of guests. */
static size_t notes_lists(const struct net *net)
{
	return topo_nodes(net->topo) + (size_t)(net->parts ? net->threads : 0);
}

int net_notes_start(struct net *net)
{
	if (!net->notes)
		net->notes = memory_calloc(notes_lists(net), sizeof(*net->notes));
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
	unsigned int block;
	size_t list;

	for (list = 0; net->notes && list < notes_lists(net); list++)
		for (block = 1; block < NOTE_BLOCKS; block++)
			free(net->notes[list].block[block]);
	free(net->notes);
}
