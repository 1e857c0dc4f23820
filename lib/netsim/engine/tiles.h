/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The tiles of a chip.
 *
 * A chip's tiles are numbered by rank, link by link; its inputs by rank, then virtual channel, then
 * FIFO, so that the lowest number is what the rules take first. An output has one channel for each
 * virtual channel, which has the number of the first FIFO there.
 */
#ifndef NETSIM_TILES_H
#define NETSIM_TILES_H

#include <stddef.h>
#include <stdint.h>

#include "netsim/mail/memory.h"
#include "netsim/net.h"

/** KINDS: kinds of packets: requests, 0, and responses, 1 */
#define KINDS		2

/** VCS: most virtual channels of a link */
#define VCS		(KINDS * TOPO_PHASES)

/** NICS: most NICs of a chip */
#define NICS		(1 << TOPO_NIC_BITS)

/** TILES: most tiles of a chip: the bits of a mask */
#define TILES		64

/** INPUTS: most inputs of a chip, and most channels of its outputs */
#define INPUTS		1024

_Static_assert(VCS * TILES <= INPUTS, "one FIFO a virtual channel");

/**
 * struct input_state - what an input, which is one FIFO, does, and what came in
 * @free: tick, mod 2^32, from which its FIFO may go on; a tick long past is renewed now and then,
 *	so that it is not taken for a future one
 * @phits: of all packets, mod 2^16
 * @packets: how many, mod 2^16
 */
struct input_state {
	uint32_t free;
	uint16_t phits;
	uint16_t packets;
};

/**
 * struct stalls - stalls of a tile in router cycles, mod 2^16
 * @input: cycles that heads waited here
 * @credit: cycles that the output waited for credits of the far tile
 */
struct stalls {
	uint16_t input;
	uint16_t credit;
};

/**
 * struct tiles - where the state of a chip's tiles is, in its row of net.tiles
 * @out_free: tick from which an output is free, by rank. It is a key: FREE_WAITED is set if a
 *	packet waits for the output, and the lowest bits are its lane, so that of a link's keys the
 *	least is the lane to take
 * @fill: keys of the inputs of the host tiles, likewise
 * @credits: credits that an output has for the far tile, by channel; of host tiles those that
 *	the NICs have, with those of packets which are still leaving
 * @input: by input
 * @stalls: by rank
 */
struct tiles {
	uint64_t *out_free;
	uint64_t *fill;
	uint16_t *credits;
	struct input_state *input;
	struct stalls *stalls;
};

/** FREE_WAITED: bit of a key in tiles.out_free: a packet waits for this output */
#define FREE_WAITED	(1ull << 63)

/**
 * free_tick() - tick from which an output is free
 * @key: of tiles.out_free or tiles.fill
 *
 * Return: the tick.
 */
static inline uint64_t free_tick(uint64_t key)
{
	return key % FREE_WAITED / NET_LANES;
}

/**
 * free_renew() - the key of the same lane, free from another tick on
 * @key: the key so far
 * @tick: the tick
 *
 * Return: the new key.
 */
static inline uint64_t free_renew(uint64_t key, uint64_t tick)
{
	return (key & (FREE_WAITED | (NET_LANES - 1))) | tick * NET_LANES;
}

/**
 * free_less() - the lesser of two keys
 * @a: one
 * @b: the other
 *
 * Return: @a or @b.
 */
static inline uint64_t free_less(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

_Static_assert(NET_LANES == 8, "free_least() takes twice four lanes");

/**
 * free_least4() - the least of four keys
 * @key: the first of them
 *
 * Return: the key.
 */
static inline uint64_t free_least4(const uint64_t *key)
{
	return free_less(free_less(key[0], key[1]), free_less(key[2], key[3]));
}

/**
 * free_least() - the least of a link's keys
 * @key: that of lane 0, which the others follow
 * @lanes: lanes of the link, at least 1
 *
 * Links of 4 to 8 lanes need no branch: which of them a packet takes cannot be predicted.
 *
 * Return: the key of the lane that was free first.
 */
static inline uint64_t free_least(const uint64_t *key, unsigned int lanes)
{
	uint64_t least = *key;

	if (lanes >= 4)
		return free_less(free_least4(key), free_least4(key + lanes - 4));
	while (--lanes)
		least = free_less(least, *++key);
	return least;
}

/**
 * tiles_row() - size of a chip's row
 * @ranks: tiles of a chip
 * @inputs: inputs of a chip
 *
 * Return: bytes, whole cache lines.
 */
static inline size_t tiles_row(unsigned int ranks, unsigned int inputs)
{
	const struct tiles *tiles;
	size_t size = sizeof(*tiles->out_free) * ranks + sizeof(*tiles->fill) * NET_LANES +
		      sizeof(*tiles->stalls) * ranks +
		      (sizeof(*tiles->credits) + sizeof(*tiles->input)) * inputs;

	return whole_lines(size);
}

/**
 * tiles_at() - find the parts of a row
 * @tiles: filled in
 * @row: the row, of tiles_row() bytes
 * @ranks: tiles of a chip
 * @inputs: inputs of a chip
 *
 * There are at least two inputs, and an even number of them, so that all parts are aligned.
 */
static inline void tiles_at(struct tiles *tiles, char *row, unsigned int ranks,
			    unsigned int inputs)
{
	tiles->out_free = (uint64_t *)row;
	tiles->fill = tiles->out_free + ranks;
	tiles->credits = (uint16_t *)(tiles->fill + NET_LANES);
	tiles->input = (struct input_state *)(tiles->credits + inputs);
	tiles->stalls = (struct stalls *)(tiles->input + inputs);
}

#endif /* NETSIM_TILES_H */
