/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What chips send each other: packets and credits.
 *
 * A chip has an inbox: what its neighbours write into it in one window of cycles, it reads in the
 * next. What is for a chip of another worker goes through a mailbox, and that worker moves it into
 * the inbox when the next window begins.
 *
 * Memory that was read is reused at once, the latest first, because it is in the cache.
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

/* Bytes of a struct chunk, and its alignment. */
#define CHUNK		512

/* Packets, from the beginning of the chunk, and credits, from its end. */
struct chunk {
	struct chunk *next;	/* in the inbox, unless this is the last */
	uint16_t packets;
	uint16_t credits;
	struct packet packet[];
};

/* What a chip has to read. */
struct inbox {
	struct chunk *first;	/* NULL: nothing */
	struct packet *packet;	/* end of the packets in the last chunk */
	uint32_t *credit;	/* last credit there */
	uint32_t chunks;	/* how many */
};

/* Most packets of a chunk. */
#define CHUNK_PACKETS	((CHUNK - sizeof(struct chunk)) / sizeof(struct packet))

/* Most credits of a chunk. */
#define CHUNK_CREDITS	((CHUNK - sizeof(struct chunk)) / sizeof(uint32_t))

/* Memory allocated at once; chunks follow. */
struct slab {
	struct slab *next;
};

/* Memory for chunks. */
struct store {
	struct chunk *free;	/* unused chunks, the last used first, or NULL */
	struct slab *slabs;				/* memory of all chunks, the latest first */
	size_t size;					/* bytes of the latest slab */
	char *fresh;					/* chunks of it that were never used */
	size_t left;					/* how many these are */
	bool lost;	/* memory ran out, and something was not kept */
	uint64_t waste[CHUNK / sizeof(uint64_t)];	/* used instead of a chunk without memory */
};

/* Free all chunks of a store, which is not used any more. */
void store_free(struct store *store);

/* Add a chunk to an inbox, from the store of the worker whose chip it is. */
void inbox_grow(struct inbox *inbox, struct store *store);

/* Empty an inbox. Returns its chunks, a list that ends with NULL, for inbox_reuse(). */
struct chunk *inbox_take(struct inbox *inbox);

/* Recycle chunks from inbox_take(), into the store of the worker that has read them. */
void inbox_reuse(struct store *store, struct chunk *first);

/* Whether so many bytes fit into an inbox without a further chunk; false for an empty inbox. */
static inline bool inbox_has_room(const struct inbox *inbox, size_t size)
{
	return (uintptr_t)inbox->credit - (uintptr_t)inbox->packet >= size;
}

/*
 * Return memory for a packet in an inbox, to be filled in. The store belongs to the worker whose
 * chip it is.
 */
static inline struct packet *inbox_packet(struct inbox *inbox, struct store *store)
{
	if (!inbox_has_room(inbox, sizeof(*inbox->packet)))
		inbox_grow(inbox, store);
	return inbox->packet++;
}

/* Put a credit into an inbox. The store belongs to the worker whose chip it is. */
static inline void inbox_credit(struct inbox *inbox, struct store *store, uint32_t credit)
{
	if (!inbox_has_room(inbox, sizeof(credit)))
		inbox_grow(inbox, store);
	*--inbox->credit = credit;
}

/* Return the end of a chunk, where its credits begin, downwards. */
static inline uint32_t *chunk_end(struct chunk *chunk)
{
	return (uint32_t *)((char *)chunk + CHUNK);
}

/* Return the last of chunk->credits credits; the earlier ones follow it. */
static inline const uint32_t *chunk_credits(struct chunk *chunk)
{
	return chunk_end(chunk) - chunk->credits;
}

/* Something for a chip of another worker. */
struct mail {
	struct packet packet;	/* with 0 phits it is a credit, which is packet.cycle */
	uint32_t chip;
};

/* What a worker's chips send to another worker's chips in a window, in the order of sending. */
struct mailbox {
	struct mail *mail;
	size_t count;
	size_t room;
};

/* Allocate empty mailboxes; free them with mailboxes_free(). Returns NULL if there is no memory. */
struct mailbox *mailboxes_new(unsigned int count);

/* Free mailboxes with their mail. */
void mailboxes_free(struct mailbox *mailboxes, unsigned int count);

/* Return memory for mail in a mailbox, to be filled in; NULL: there is none. */
struct mail *mailbox_put(struct mailbox *mailbox);

#endif /* NETSIM_MAILBOX_H */
