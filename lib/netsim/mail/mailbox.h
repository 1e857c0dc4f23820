/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What chips send each other: packets and credits.
 *
 * A chip has an inbox, into which its neighbours write in one window of cycles what it reads in the
 * next. What is for a chip of another worker goes through a mailbox: its worker puts it into the
 * inbox when the next window begins.
 *
 * Memory that was read is written to again at once, the latest first, because it is in the cache.
 */
#ifndef NETSIM_MAILBOX_H
#define NETSIM_MAILBOX_H

#include <stdbool.h>

#include "pool.h"

/*
 * A credit under way is a number: the cycle in which it arrives, mod 2^22, and in the lowest
 * CREDIT_CHANNEL bits the channel of the sender that it is for, plus the FIFO that a packet left.
 */
#define CREDIT_CHANNEL	10
#define CREDIT_CYCLES	(1u << (32 - CREDIT_CHANNEL))

/** CHUNK: bytes of a struct chunk, which begins at a multiple of that */
#define CHUNK		512

/**
 * struct chunk - packets, which fill it from its beginning, and credits, from its end
 * @next: the next chunk of the inbox, unless this is the last
 * @packets: how many
 * @credits: how many
 * @packet: the packets
 */
struct chunk {
	struct chunk *next;
	uint16_t packets;
	uint16_t credits;
	struct packet packet[];
};

/**
 * struct inbox - what a chip has to read
 * @first: the first chunk, or NULL: nothing
 * @packet: behind the last packet, in the last chunk
 * @credit: the last credit there
 * @chunks: how many chunks there are
 */
struct inbox {
	struct chunk *first;
	struct packet *packet;
	uint32_t *credit;
	uint32_t chunks;
};

/** CHUNK_PACKETS: most packets of a chunk */
#define CHUNK_PACKETS	((CHUNK - sizeof(struct chunk)) / sizeof(struct packet))

/** CHUNK_CREDITS: most credits of a chunk */
#define CHUNK_CREDITS	((CHUNK - sizeof(struct chunk)) / sizeof(uint32_t))

/**
 * struct slab - memory taken at once
 * @next: the next slab, or NULL
 *
 * Chunks follow in it.
 */
struct slab {
	struct slab *next;
};

/**
 * struct store - memory for chunks
 * @free: chunks that are not in use, the last used first, or NULL
 * @slabs: the memory that all are part of, the latest first
 * @size: bytes of the latest slab
 * @fresh: chunks of it that were never used
 * @left: how many these are
 * @lost: memory ran out, and something was not kept
 * @waste: written to instead of a chunk once memory ran out
 */
struct store {
	struct chunk *free;
	struct slab *slabs;
	size_t size;
	char *fresh;
	size_t left;
	bool lost;
	uint64_t waste[CHUNK / sizeof(uint64_t)];
};

/**
 * store_free() - free all chunks
 * @store: the store, not used after this
 */
void store_free(struct store *store);

/**
 * inbox_grow() - add a chunk to an inbox
 * @inbox: the inbox
 * @store: memory of the worker whose chip it is
 */
void inbox_grow(struct inbox *inbox, struct store *store);

/**
 * inbox_take() - take all that is in an inbox
 * @inbox: the inbox, empty after this
 *
 * Return: its first chunk, which the others follow up to NULL; for inbox_reuse(). NULL: nothing.
 */
struct chunk *inbox_take(struct inbox *inbox);

/**
 * inbox_reuse() - use chunks again that have been read
 * @store: memory of the worker that has read them
 * @first: from inbox_take()
 */
void inbox_reuse(struct store *store, struct chunk *first);

/**
 * inbox_has_room() - check that something can be put into an inbox that has not to grow
 * @inbox: the inbox
 * @size: bytes of it
 *
 * Return: whether it can; false if the inbox is empty.
 */
static inline bool inbox_has_room(const struct inbox *inbox, size_t size)
{
	return (uintptr_t)inbox->credit - (uintptr_t)inbox->packet >= size;
}

/**
 * inbox_packet() - put a packet into an inbox
 * @inbox: the inbox
 * @store: memory of the worker whose chip it is
 *
 * Return: memory for the packet, which the caller fills in.
 */
static inline struct packet *inbox_packet(struct inbox *inbox, struct store *store)
{
	if (!inbox_has_room(inbox, sizeof(*inbox->packet)))
		inbox_grow(inbox, store);
	return inbox->packet++;
}

/**
 * inbox_credit() - put a credit into an inbox
 * @inbox: the inbox
 * @store: memory of the worker whose chip it is
 * @credit: the credit
 */
static inline void inbox_credit(struct inbox *inbox, struct store *store, uint32_t credit)
{
	if (!inbox_has_room(inbox, sizeof(credit)))
		inbox_grow(inbox, store);
	*--inbox->credit = credit;
}

/**
 * chunk_end() - find the end of a chunk
 * @chunk: the chunk
 *
 * Return: behind its last byte, and behind its first credit.
 */
static inline uint32_t *chunk_end(struct chunk *chunk)
{
	return (uint32_t *)((char *)chunk + CHUNK);
}

/**
 * chunk_credits() - find the credits of a chunk
 * @chunk: the chunk
 *
 * Return: the last of chunk.credits numbers; those before it follow.
 */
static inline const uint32_t *chunk_credits(struct chunk *chunk)
{
	return chunk_end(chunk) - chunk->credits;
}

/**
 * struct mail - something for a chip of another worker
 * @packet: a packet; without phits it is a credit, which @packet.cycle is
 * @chip: the chip
 */
struct mail {
	struct packet packet;
	uint32_t chip;
};

/**
 * struct mailbox - what a worker's chips send to those of another worker in a window
 * @mail: in the order in which it was sent
 * @count: how many
 * @room: how many @mail has room for
 */
struct mailbox {
	struct mail *mail;
	size_t count;
	size_t room;
};

/**
 * mailboxes_new() - allocate empty mailboxes
 * @count: how many
 *
 * Return: the mailboxes, for mailboxes_free(), or NULL.
 */
struct mailbox *mailboxes_new(unsigned int count);

/**
 * mailboxes_free() - free mailboxes and the mail in them
 * @mailboxes: the mailboxes
 * @count: how many
 */
void mailboxes_free(struct mailbox *mailboxes, unsigned int count);

/**
 * mailbox_put() - put mail into a mailbox
 * @mailbox: the mailbox
 *
 * Return: memory for the mail, which the caller fills in; NULL: there is none.
 */
struct mail *mailbox_put(struct mailbox *mailbox);

#endif /* NETSIM_MAILBOX_H */
