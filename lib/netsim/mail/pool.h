/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Packets, and the memory for those that wait. */
#ifndef NETSIM_POOL_H
#define NETSIM_POOL_H

#include <stddef.h>
#include <stdint.h>

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
		uint16_t way;	/* elsewhere: its way, see ways/ways.h */
	};
};

/*
 * Added to packet.mode of NET_VALIANT to NET_NMIN_HASH: the response to the request goes minimal
 * ways.
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

#endif /* NETSIM_POOL_H */
