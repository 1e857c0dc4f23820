/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What chips send each other: packets, and slots that come back.
 *
 * A box has one writer and one reader. What is written in a window is read in the next, and the
 * memory used again in the one after that.
 */
#ifndef NETSIM_MAIL_H
#define NETSIM_MAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bits of a packet's nodes, phits and payload. */
#define NODE_BITS	17
#define PHIT_BITS	6
#define BYTE_BITS	7

/**
 * struct parcel - a packet on its way
 * @cycle: in which its head arrives, mod 2^32; response in its NIC: from which it may go
 * @slack: ticks from there to its tail
 * @birth: cycle in which it left its NIC, mod 2^32
 * @src: node
 * @phits: of it
 * @answer: phits of the response it calls for
 * @hashed: keeps to a lane
 * @get: the response has the payload
 * @dst: node
 * @bytes: of payload
 * @turn: once it is there: the port that it turns to, in another dimension or to the host;
 *	PARCEL_STRAIGHT: it does not
 * @input: where it arrives, or PARCEL_NODE + host tile
 * @left: hops left from there in this dimension; if it turns, in the new one
 */
struct parcel {
	uint32_t cycle;
	uint32_t slack;
	uint32_t birth;
	uint32_t src : NODE_BITS, phits : PHIT_BITS, answer : PHIT_BITS, hashed : 1, get : 1;
	uint32_t dst : NODE_BITS, bytes : BYTE_BITS, turn : 8;
	uint16_t input;
	uint16_t left;
};

#define PARCEL_NODE	0x8000
#define PARCEL_STRAIGHT	0xff

/** struct queued - a packet that waits */
struct queued {
	struct parcel parcel;
	struct queued *next;
};

/*
 * A slot that comes back is the cycle, mod 2^25, and the channel: the sender's 2 * rank + VC.
 */
#define SLOT_CHANNEL	7

#define CHUNK		256

/**
 * struct chunk - some mail: parcels from its beginning on, slots from its end
 * @next: chunk, the last one's: the first
 * @parcels: how many
 * @slots: likewise
 */
struct chunk {
	struct chunk *next;
	uint32_t parcels;
	uint32_t slots;
	struct parcel parcel[];
};

/** chunk_slot() - the slots of a chunk, by number */
static inline uint32_t *chunk_slot(struct chunk *chunk, unsigned int number)
{
	return (uint32_t *)((char *)chunk + CHUNK) - 1 - number;
}

/** struct slab - SLAB bytes of memory; chunks follow in it */
struct slab {
	struct slab *next;
};

#define SLAB	65536

/* Bytes of a line of cache. */
#define NET_LINE	64

/**
 * struct arena - memory that is used again from its beginning
 * @first: its slabs
 * @slab: in use; NULL: none yet
 * @used: bytes of that; SLAB: it is full
 */
struct arena {
	struct slab *first;
	struct slab *slab;
	size_t used;
};

/**
 * struct post - all boxes
 * @boxes: last chunk of each, or NULL, at [(window & 1) * chips * (ports + 1) + ...]
 * @flag: there is mail for a chip, at [(window & 1) * chips + chip]
 */
struct post {
	struct chunk **boxes[2];
	uint8_t *flag[2];
};

/**
 * struct box - what a chip writes to a neighbour in this window
 * @last: chunk, or NULL: nothing yet
 * @parcel: behind the last parcel in it
 * @slot: the last slot
 */
struct box {
	struct chunk *last;
	struct parcel *parcel;
	uint32_t *slot;
};

/* Ports of a chip, and itself. */
#define BOXES		33

/**
 * struct mail - what a thread writes
 * @arena: by window & 1
 * @box: by port; then what the chip writes to itself
 * @sent: any at all
 * @lost: memory ran out: the worker's error
 * @waste: where mail goes then
 */
struct mail {
	struct arena arena[2];
	unsigned int window;
	struct box box[BOXES];
	bool sent;
	bool lost;
	uint64_t waste[CHUNK / sizeof(uint64_t)];
};

/**
 * struct pool - packets that wait
 * @free: those that could
 * @count: of them
 * @slabs: what they are part of
 */
struct pool {
	struct queued *free;
	size_t count;
	struct spare *slabs;
};

/** struct spare - memory that nobody needs now, in a list */
struct spare {
	struct spare *next;
};

/** mail_free() - all of a thread's */
void mail_free(struct mail *mail);

/** mail_start() - a window begins; all that was written before the last one has been read */
void mail_start(struct mail *mail, unsigned int window);

/** mail_grow() - another chunk for a box */
void mail_grow(struct mail *mail, struct box *box);

/** mail_close() - a chip has written all: the last chunk of a box, or NULL */
struct chunk *mail_close(struct mail *mail, unsigned int box);

/** mail_parcel() - room for a parcel */
static inline struct parcel *mail_parcel(struct mail *mail, unsigned int number)
{
	struct box *box = &mail->box[number];

	if ((uintptr_t)box->slot - (uintptr_t)box->parcel < sizeof(*box->parcel))
		mail_grow(mail, box);
	return box->parcel++;
}

/** mail_slot() - give a slot back */
static inline void mail_slot(struct mail *mail, unsigned int number, uint32_t slot)
{
	struct box *box = &mail->box[number];

	if ((char *)box->parcel >= (char *)box->slot)
		mail_grow(mail, box);
	*--box->slot = slot;
}

void pool_free(struct pool *pool);

/** pool_reserve() - make sure that so many can be taken; 0 or -ENOMEM */
int pool_reserve(struct pool *pool, size_t count);

static inline struct queued *pool_take(struct pool *pool)
{
	struct queued *queued = pool->free;

	pool->free = queued->next;
	pool->count--;
	return queued;
}

static inline void pool_put(struct pool *pool, struct queued *queued)
{
	queued->next = pool->free;
	pool->free = queued;
	pool->count++;
}

#endif /* NETSIM_MAIL_H */
