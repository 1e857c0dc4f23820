/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What chips send each other: packets and credits.
 *
 * A chip writes to each neighbour in one window of cycles what that neighbour reads in the next.
 * The memory is used again at once, the latest first, because it is in the cache: by the worker
 * that has read it if that worker also wrote it. What another worker reads is lent to it until the
 * end of that window, so that each worker has its memory back, however one-sided the traffic is.
 */
#ifndef NETSIM_MAILBOX_H
#define NETSIM_MAILBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Widths of members of struct packet: of its nodes, its length, its payload. */
#define NODE_BITS	18
#define PHIT_BITS	6
#define BYTE_BITS	7

/**
 * struct packet - a packet under way
 * @cycle: in which its head arrives, mod 2^32; of a response that waits in its NIC: the first in
 *	which it may go
 * @slack: ticks from @cycle to the arrival of its tail
 * @birth: cycle in which it left its NIC, mod 2^32
 * @src: node that sent it
 * @phits: its length
 * @answer: phits of the response that it calls for; 0: none
 * @hashed: it keeps to one lane
 * @get: its response carries the payload
 * @response: it is a response
 * @dst: node that it goes to
 * @bytes: of payload
 * @turn: the port that it turns to where it arrives, in another dimension or to the host, or
 *	PACKET_STRAIGHT
 * @id: of its transfer
 * @input: input where it arrives, or PACKET_NODE + host tile
 * @left: hops left in this dimension from there; if it turns, in the new dimension
 */
struct packet {
	uint32_t cycle;
	uint32_t slack;
	uint32_t birth;
	uint32_t src : 18, phits : 6, answer : 6, hashed : 1, get : 1;
	uint32_t dst : 18, bytes : 7, turn : 6, response : 1;
	uint32_t id;
	uint16_t input;
	uint16_t left;
};

/** PACKET_NODE: packet.input of a packet that arrives at its node, plus the host tile */
#define PACKET_NODE	0x8000

/** PACKET_STRAIGHT: packet.turn of a packet that goes straight on */
#define PACKET_STRAIGHT	0x3f

/**
 * struct queued - a packet that waits
 * @packet: the packet
 * @next: the packet behind it in its FIFO, or NULL
 */
struct queued {
	struct packet packet;
	struct queued *next;
};

/*
 * A credit under way is a number: the cycle in which it arrives, mod 2^23, and in the lowest
 * CREDIT_CHANNEL bits the channel of the sender that it is for.
 */
#define CREDIT_CHANNEL	9

/** CHUNK: bytes of a struct chunk */
#define CHUNK		256

/**
 * struct chunk - packets, which fill it from its beginning, and credits, from its end
 * @next: the next chunk for the same reader; of the last one: the first
 * @packets: how many
 * @credits: how many
 * @lent: of the last one: its reader belongs to another worker
 * @packet: the packets
 */
struct chunk {
	struct chunk *next;
	uint16_t packets;
	uint16_t credits;
	bool lent;
	struct packet packet[];
};

/**
 * chunk_credit() - a credit of a chunk
 * @chunk: the chunk
 * @number: from 0 on, below chunk.credits
 *
 * Return: where it is.
 */
static inline uint32_t *chunk_credit(struct chunk *chunk, unsigned int number)
{
	return (uint32_t *)((char *)chunk + CHUNK) - 1 - number;
}

/** SLAB: bytes of memory taken at once */
#define SLAB	65536

/**
 * struct slab - SLAB bytes of memory
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
 * @slabs: the memory that all are part of
 * @used: bytes of the first slab that have been handed out
 */
struct store {
	struct chunk *free;
	struct slab *slabs;
	size_t used;
};

/**
 * struct loan - chunks that other workers read
 * @last: the last chunks of what was lent
 * @count: how many
 */
struct loan {
	struct chunk **last;
	size_t count;
};

/**
 * struct inboxes - what all chips have to read, by the parity of the window that wrote it
 * @last: the last chunk for a chip from a neighbour, or NULL, at [chip * (ports + 1) + port]; at
 *	the port behind its links what the chip wrote to itself
 * @flag: nonzero: there is something for a chip
 */
struct inboxes {
	struct chunk **last[2];
	uint8_t *flag[2];
};

/**
 * struct outgoing - what the current chip writes to one neighbour in this window
 * @last: the last chunk, or NULL: nothing yet
 * @packet: behind the last packet in @last
 * @credit: the last credit in @last
 */
struct outgoing {
	struct chunk *last;
	struct packet *packet;
	uint32_t *credit;
};

/** OUTGOING: readers that a chip writes to: a neighbour a port, and itself */
#define OUTGOING	33

/**
 * struct mailbox - what a worker's chips send
 * @store: memory of the chunks
 * @loan: what other workers read, by the parity of the window
 * @window: number of the window
 * @out: the current chip's, by port; behind its links what it writes to itself
 * @sent: anything was written in this window
 * @lost: memory ran out, and something was not kept
 * @waste: written to instead of a chunk once memory ran out
 */
struct mailbox {
	struct store store;
	struct loan loan[2];
	unsigned int window;
	struct outgoing out[OUTGOING];
	bool sent;
	bool lost;
	uint64_t waste[CHUNK / sizeof(uint64_t)];
};

/**
 * struct spare - memory that nobody needs now
 * @next: more of it, or NULL
 */
struct spare {
	struct spare *next;
};

/**
 * struct pool - memory for packets that wait
 * @free: the unused ones
 * @count: how many are unused
 * @slabs: the memory that all are part of
 */
struct pool {
	struct queued *free;
	size_t count;
	struct spare *slabs;
};

/**
 * mailbox_new() - make a mailbox
 * @mailbox: zeros; filled in, for mailbox_free(), also after an error
 * @borders: links from the worker's chips to those of other workers
 *
 * Return: 0, -ENOMEM.
 */
int mailbox_new(struct mailbox *mailbox, size_t borders);

/**
 * mailbox_free() - free all chunks
 * @mailbox: the mailbox, not used after this
 */
void mailbox_free(struct mailbox *mailbox);

/**
 * mailbox_start() - begin a window
 * @mailbox: the mailbox
 * @window: number of the window
 *
 * What was lent in the window before the last one has been read by now and comes back.
 */
void mailbox_start(struct mailbox *mailbox, unsigned int window);

/**
 * mailbox_grow() - add a chunk
 * @mailbox: the mailbox
 * @out: the full one of mailbox.out
 */
void mailbox_grow(struct mailbox *mailbox, struct outgoing *out);

/**
 * mailbox_close() - end what the current chip writes to one reader
 * @mailbox: the mailbox
 * @number: index of mailbox.out, which is empty after this
 * @lend: the reader belongs to another worker
 *
 * Return: the last chunk, or NULL: nothing was written, or memory ran out.
 */
struct chunk *mailbox_close(struct mailbox *mailbox, unsigned int number, bool lend);

/**
 * mailbox_reuse() - use chunks again that have been read
 * @mailbox: of the worker that read them
 * @last: the last of them; nothing is done with what was lent, or NULL
 */
void mailbox_reuse(struct mailbox *mailbox, struct chunk *last);

/**
 * mailbox_packet() - send a packet
 * @mailbox: the mailbox
 * @number: index of mailbox.out
 *
 * Return: memory for the packet, which the caller fills in.
 */
static inline struct packet *mailbox_packet(struct mailbox *mailbox, unsigned int number)
{
	struct outgoing *out = &mailbox->out[number];

	if ((uintptr_t)out->credit - (uintptr_t)out->packet < sizeof(*out->packet))
		mailbox_grow(mailbox, out);
	return out->packet++;
}

/**
 * mailbox_credit() - send a credit
 * @mailbox: the mailbox
 * @number: index of mailbox.out
 * @credit: the number, as above
 */
static inline void mailbox_credit(struct mailbox *mailbox, unsigned int number, uint32_t credit)
{
	struct outgoing *out = &mailbox->out[number];

	if ((char *)out->packet >= (char *)out->credit)
		mailbox_grow(mailbox, out);
	*--out->credit = credit;
}

/**
 * pool_free() - free the memory of all packets of a pool
 * @pool: the pool, not used after this
 */
void pool_free(struct pool *pool);

/**
 * pool_reserve() - make sure that packets can be taken
 * @pool: the pool
 * @count: how many pool_take() may follow
 *
 * Return: 0, -ENOMEM.
 */
int pool_reserve(struct pool *pool, size_t count);

/**
 * pool_take() - take memory for a packet
 * @pool: the pool, which pool_reserve() has prepared
 *
 * Return: the memory, for pool_put().
 */
static inline struct queued *pool_take(struct pool *pool)
{
	struct queued *queued = pool->free;

	pool->free = queued->next;
	pool->count--;
	return queued;
}

/**
 * pool_put() - give memory of a packet back
 * @pool: the pool
 * @queued: from any pool
 */
static inline void pool_put(struct pool *pool, struct queued *queued)
{
	queued->next = pool->free;
	pool->free = queued;
	pool->count++;
}

#endif /* NETSIM_MAILBOX_H */
