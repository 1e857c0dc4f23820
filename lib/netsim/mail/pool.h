/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Packets, and the memory for those that wait.
 */
#ifndef NETSIM_POOL_H
#define NETSIM_POOL_H

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
 * @tail: tick in which its tail arrives, mod 2^32; a tick long past is renewed now and then, so
 *	that it is not taken for a future one
 * @birth: cycle in which it left its NIC, mod 2^32; of a response that waits in its NIC: in which
 *	the request left its own
 * @src: node that sent it
 * @phits: its length
 * @answer: phits of the response that it calls for; 0: none
 * @hashed: it keeps to one lane
 * @get: of the transaction, the response carries the payload
 * @amo: it belongs to an atomic operation, both of whose packets carry payload
 * @bte: it belongs to a transfer of the block transfer engine
 * @response: it is a response
 * @dst: node that it goes to
 * @bytes: of payload
 * @mode: in a machine of groups: enum net_routing; of a request whose response goes minimal ways
 *	MODE_NO_RADAPT more, where that makes a difference
 * @id: of its transfer
 * @input: input where it arrives or waits, or PACKET_NODE + lane of the host tile that it left
 *	through
 * @left: in a grid: hops left in this dimension from there
 * @way: elsewhere: its way, see ways/ways.h
 */
struct packet {
	uint32_t cycle;
	uint32_t tail;
	uint32_t birth;
	uint32_t src : 18, phits : 6, answer : 6, hashed : 1, get : 1;
	uint32_t dst : 18, bytes : 7, response : 1, bte : 1, amo : 1, mode : 4;
	uint32_t id;
	uint16_t input;
	union {
		uint16_t left;
		uint16_t way;
	};
};

/** MODE_NO_RADAPT: added to packet.mode of NET_VALIANT to NET_NMIN_HASH */
#define MODE_NO_RADAPT	8

/** PACKET_NODE: packet.input of a packet on its way to its node, plus the lane of the host tile */
#define PACKET_NODE	0x8000

/**
 * struct queued - a packet that waits; two of them fill a cache line
 * @packet: the packet
 * @next: number of the one behind it in its list; 0: there is none
 */
struct queued {
	struct packet packet;
	uint32_t next;
};

/**
 * struct pool - memory for the packets that wait in a worker's chips
 * @place: all places, by number; no packet has number 0
 * @size: how many
 * @free: number of an unused one, which the others follow, the last used first; 0: none
 * @unused: how many are unused
 */
struct pool {
	struct queued *place;
	uint32_t size;
	uint32_t free;
	uint32_t unused;
};

/**
 * pool_free() - free the memory of all packets
 * @pool: the pool, not used after this
 */
void pool_free(struct pool *pool);

/**
 * pool_grow() - make sure that packets can be taken, of which there are too few
 * @pool: the pool; its packets may move
 * @count: how many pool_take() may follow
 *
 * Return: 0, -ENOMEM.
 */
int pool_grow(struct pool *pool, uint32_t count);

/**
 * pool_reserve() - make sure that packets can be taken
 * @pool: the pool; its packets may move
 * @count: how many pool_take() may follow
 *
 * Return: 0, -ENOMEM.
 */
static inline int pool_reserve(struct pool *pool, uint32_t count)
{
	return pool->unused < count ? pool_grow(pool, count) : 0;
}

/**
 * pool_at() - find a packet
 * @pool: the pool
 * @number: of the packet
 *
 * Return: its place, which it keeps until the pool grows.
 */
static inline struct queued *pool_at(const struct pool *pool, uint32_t number)
{
	return &pool->place[number];
}

/**
 * pool_take() - take a place for a packet
 * @pool: the pool, which pool_reserve() has prepared
 *
 * Return: its number, for pool_put().
 */
static inline uint32_t pool_take(struct pool *pool)
{
	uint32_t number = pool->free;

	pool->free = pool->place[number].next;
	pool->unused--;
	return number;
}

/**
 * pool_put() - give the place of a packet back
 * @pool: the pool
 * @number: of the packet
 */
static inline void pool_put(struct pool *pool, uint32_t number)
{
	pool->place[number].next = pool->free;
	pool->free = number;
	pool->unused++;
}

#endif /* NETSIM_POOL_H */
