/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Packets, the memory for them, and what chips send each other: packets and credits. */
#ifndef NETSIM_MAILBOX_H
#define NETSIM_MAILBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- memory --- */

/*
 * Memory is on cache lines of its own and, if it is large, on huge pages: an engine goes through
 * all of its memory in each window, more than the TLB covers.
 */

/* Bytes of a cache line. */
#define NET_LINE	64

/*
 * Alignment of what different threads write to: a processor may fetch lines in pairs, and so take
 * the neighbour of a line from another processor.
 */
#define NET_LINES	(2 * NET_LINE)

/* Round bytes up to whole cache lines. */
static inline size_t whole_lines(size_t size)
{
	return (size + NET_LINE - 1) / NET_LINE * NET_LINE;
}

/*
 * Prefetch cache lines that will be written to, up to end (exclusive). Always inlined, and so must
 * be functions that only call it: the compiler considers them free of effects and drops calls of
 * them.
 */
static __always_inline void lines_prefetch(const void *first, const void *end)
{
	const char *line = (const char *)((uintptr_t)first / NET_LINE * NET_LINE);

	for (; line < (const char *)end; line += NET_LINE)
		__builtin_prefetch(line, 1);
}

/*
 * Memory that will be needed next, prefetched while something else is done. A processor fetches
 * some 16 lines at once; all of a chip requested at once would stall it.
 */
struct ahead {
	const char *line;	/* next line to prefetch */
	const char *end;	/* end, exclusive */
	const char *then;	/* where it goes on after that, or NULL */
	const char *then_end;	/* end of that, exclusive */
};

/* Bytes that are prefetched in a step. */
#define AHEAD_STEP	(3 * NET_LINE)

/* Go on to the second part of the memory. Returns whether there is one that was not begun. */
static inline bool ahead_turn(struct ahead *ahead)
{
	if (!ahead->then)
		return false;
	ahead->line = ahead->then;
	ahead->end = ahead->then_end;
	ahead->then = NULL;
	return true;
}

/* Prefetch the next few lines, maybe beyond the end. */
static inline void ahead_step(struct ahead *ahead)
{
	if (ahead->line >= ahead->end && !ahead_turn(ahead))
		return;
	lines_prefetch(ahead->line, ahead->line + AHEAD_STEP);
	ahead->line += AHEAD_STEP;
}

/* Prefetch all that is left, maybe beyond the end. */
static inline void ahead_end(struct ahead *ahead)
{
	do {
		for (; ahead->line < ahead->end; ahead->line += 4 * NET_LINE) {
			__builtin_prefetch(ahead->line, 1);
			__builtin_prefetch(ahead->line + NET_LINE, 1);
			__builtin_prefetch(ahead->line + 2 * NET_LINE, 1);
			__builtin_prefetch(ahead->line + 3 * NET_LINE, 1);
		}
	} while (ahead_turn(ahead));
}

/* Allocate zeroed memory, for free(). Returns NULL if there is none. */
void *memory_alloc(size_t size);

/* As calloc(): memory that nothing is written to is not resident. */
void *memory_calloc(size_t count, size_t size);

/*
 * Allocate so many elements of a size, for free(), of which those from first to end (exclusive) are
 * zeroed and may be used. The others take no resident memory. Returns NULL if there is none.
 */
void *memory_part(size_t count, size_t size, size_t first, size_t end);

/* Memory allocated at once; pieces of it follow. */
struct slab {
	struct slab *next;
};

/* Memory for pieces of one size, which are freed together. Zeros are all slabs without memory. */
struct slabs {
	struct slab *slab;	/* the latest first */
	size_t size;		/* bytes of the latest slab */
	char *fresh;		/* its pieces that were never used */
	size_t left;		/* bytes of them */
};

/*
 * Return a zeroed piece of memory of a size, always the same, which is a multiple of align, a power
 * of two. Returns NULL if there is none.
 */
void *slabs_take(struct slabs *slabs, size_t size, size_t align);

/* Free all pieces. */
void slabs_free(struct slabs *slabs);

/* --- packets, and the memory for those that wait --- */

/* Widths of members of struct packet: src and dst, phits, bytes. */
#define NODE_BITS	18
#define PHIT_BITS	6
#define BYTE_BITS	7

/* A packet under way. */
struct packet {
	/*
	 * Cycle in which its head arrives, mod 2^32; for a response that waits in its NIC, the
	 * first cycle in which it may go.
	 */
	uint32_t cycle;
	/*
	 * Tick in which its tail arrives, mod 2^32. It is renewed now and then, so that a tick long
	 * past is not taken for a future one.
	 */
	uint32_t tail;
	/*
	 * Cycle in which it left its NIC, mod 2^32; for a response that waits in its NIC, the cycle
	 * in which the request left.
	 */
	uint32_t birth;
	/*
	 * The node that sent it; its length; phits of the response that it calls for, or 0; it
	 * keeps to one lane; the response of its transaction carries the payload.
	 */
	uint32_t src : 18, phits : 6, answer : 6, hashed : 1, get : 1;
	/*
	 * The node that it goes to; payload; it is a response; it belongs to the block transfer
	 * engine; it belongs to an atomic operation, both of whose packets carry payload; enum
	 * net_routing, in a machine of groups, plus MODE_NO_RADAPT.
	 */
	uint32_t dst : 18, bytes : 7, response : 1, bte : 1, amo : 1, mode : 4;
	uint32_t id;	/* of its transfer */
	/*
	 * Input where it arrives or waits, or PACKET_NODE + lane of the host tile that it left
	 * through.
	 */
	uint16_t input;
	union {
		uint16_t left;	/* grid: hops left in this dimension from there */
		uint16_t route;	/* elsewhere: its route, see routing/routes.h */
	};
};

/*
 * Added to packet.mode of NET_VALIANT to NET_NMIN_HASH: the response to the request goes minimal
 * routes.
 */
#define MODE_NO_RADAPT	8

/* packet.input of a packet on its way to its node, plus the lane of the host tile. */
#define PACKET_NODE	0x8000

/* A packet that waits; two of them fill a cache line. */
struct queued {
	struct packet packet;
	uint32_t next;	/* number of the next one in its list; 0: none */
};

/* Memory for the packets that wait in a worker's chips. */
struct pool {
	struct queued *place;	/* by number; no packet has number 0 */
	uint32_t size;
	uint32_t free;		/* list of unused places, the last used first; 0: none */
	uint32_t unused;	/* places on that list */
};

/* Free the memory of a pool, which is not used any more. */
void pool_free(struct pool *pool);

/*
 * Make room for so many pool_take(), for which there are too few places. Packets may move. Returns
 * 0 or -ENOMEM.
 */
int pool_grow(struct pool *pool, uint32_t count);

/* Make sure that there is room for so many pool_take(). Packets may move. Returns 0 or -ENOMEM. */
static inline int pool_reserve(struct pool *pool, uint32_t count)
{
	return pool->unused < count ? pool_grow(pool, count) : 0;
}

/* Return a packet by number; the pointer is valid until the pool grows. */
static inline struct queued *pool_at(const struct pool *pool, uint32_t number)
{
	return &pool->place[number];
}

/* Take a place for a packet, after pool_reserve(). Returns its number, for pool_put(). */
static inline uint32_t pool_take(struct pool *pool)
{
	uint32_t number = pool->free;

	pool->free = pool->place[number].next;
	pool->unused--;
	return number;
}

/* Give the place of a packet back. */
static inline void pool_put(struct pool *pool, uint32_t number)
{
	pool->place[number].next = pool->free;
	pool->free = number;
	pool->unused++;
}

/* --- inboxes and mailboxes --- */

/*
 * A chip has an inbox: what its neighbours write into it in one window of cycles, it reads in the
 * next. What is for a chip of another worker goes through a mailbox, and that worker moves it into
 * the inbox when the next window begins.
 *
 * Memory that was read is reused at once, the latest first, because it is in the cache.
 */

/*
 * A credit under way is a number: the cycle in which it arrives, mod 2^22, and in the lowest
 * CREDIT_CHANNEL bits the channel of the sender that it is for, plus the FIFO that a packet left.
 */
#define CREDIT_CHANNEL	10

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

/* Memory for chunks. */
struct store {
	struct chunk *free;	/* unused chunks, the last used first, or NULL */
	struct slabs slabs;	/* memory of all chunks */
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

/* Prefetch all lines of a chunk, which are too few for a loop. */
static __always_inline void chunk_prefetch(const struct chunk *chunk)
{
	const char *line = (const char *)chunk;
	unsigned int i;

#pragma GCC unroll 8
	for (i = 0; i < CHUNK / NET_LINE; i++)
		__builtin_prefetch(line + i * NET_LINE, 1);
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

/* Make room for more mail. Returns 0 or -ENOMEM. */
int mailbox_grow(struct mailbox *mailbox);

/* Return memory for mail in a mailbox, to be filled in; NULL: there is none. */
static inline struct mail *mailbox_put(struct mailbox *mailbox)
{
	if (mailbox->count == mailbox->room && mailbox_grow(mailbox))
		return NULL;
	return &mailbox->mail[mailbox->count++];
}

/* A letter to another process, in memory that is used again. */
struct draft {
	char *text;
	size_t room;	/* allocated */
};

/* Make room for a letter of so many bytes. Returns 0 or -ENOMEM. */
int draft_reserve(struct draft *draft, size_t bytes);

#endif /* NETSIM_MAILBOX_H */
