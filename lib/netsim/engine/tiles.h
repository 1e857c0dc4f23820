/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The tiles of a chip.
 *
 * A chip's tiles are numbered by rank, link by link; its inputs by rank, then virtual channel, then
 * FIFO, so that the rules' priority is the lowest number. An output has one channel for each
 * virtual channel, which has the number of the first FIFO there.
 */
#ifndef NETSIM_TILES_H
#define NETSIM_TILES_H

#include <stddef.h>
#include <stdint.h>

#include "netsim/mail/memory.h"
#include "netsim/net.h"

/* Kinds of packets: requests, 0, and responses, 1. */
#define KINDS		2

/* Most virtual channels of a link. */
#define VCS		(KINDS * TOPO_PHASES)

/* Most NICs of a chip. */
#define NICS		(1 << TOPO_NIC_BITS)

/* Most tiles of a chip: the bits of a mask. */
#define TILES		64

/* Most inputs of a chip, and most channels of its outputs. */
#define INPUTS		1024

_Static_assert(VCS * TILES <= INPUTS, "one FIFO a virtual channel");

/* State and counts of an input, which is one FIFO; the counts are mod 2^16. */
struct input_state {
	/*
	 * Tick, mod 2^32, from which its FIFO may go on. It is renewed now and then, so that a tick
	 * long past is not taken for a future one.
	 */
	uint32_t free;
	uint16_t phits;		/* that arrived */
	uint16_t packets;	/* that arrived */
};

/* Stalls of a tile in router cycles, mod 2^16. */
struct stalls {
	uint16_t input;		/* heads waited here */
	uint16_t credit;	/* the output waited for credits of the far tile */
};

/* Where the state of a chip's tiles is, in its row of memory. */
struct tiles {
	/*
	 * By rank: a key with the tick from which an output is free. FREE_WAITED is set if a packet
	 * waits for the output, and the lowest bits are its lane, so that the lane to take is the
	 * least of a link's keys.
	 */
	uint64_t *out_free;
	uint64_t *fill;			/* the same keys for the inputs of the host tiles */
	/*
	 * By channel: credits that an output has for the far tile; at host tiles, the NICs'
	 * credits, counting packets that are still leaving.
	 */
	uint16_t *credits;
	struct input_state *input;	/* by input */
	struct stalls *stalls;		/* by rank */
};

/* Bit of a key in tiles.out_free: a packet waits for this output. */
#define FREE_WAITED	(1ull << 63)

/* Return the tick from which an output with this key is free. */
static inline uint64_t free_tick(uint64_t key)
{
	return key % FREE_WAITED / NET_LANES;
}

/* Return the key of the same lane, free from another tick on. */
static inline uint64_t free_renew(uint64_t key, uint64_t tick)
{
	return (key & (FREE_WAITED | (NET_LANES - 1))) | tick * NET_LANES;
}

/* Return the lesser of two keys. */
static inline uint64_t free_less(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

_Static_assert(NET_LANES == 8, "free_least() takes twice four lanes");

/* Return the least of four keys. */
static inline uint64_t free_least4(const uint64_t *key)
{
	return free_less(free_less(key[0], key[1]), free_less(key[2], key[3]));
}

/*
 * Return the key of a link's lane that was free first. Links of 4 to 8 lanes need no branch, as the
 * result cannot be predicted.
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

/* Return the bytes of a chip's row, which are whole cache lines. */
static inline size_t tiles_row(unsigned int ranks, unsigned int inputs)
{
	const struct tiles *tiles;
	size_t size = sizeof(*tiles->out_free) * ranks + sizeof(*tiles->fill) * NET_LANES +
		      sizeof(*tiles->stalls) * ranks +
		      (sizeof(*tiles->credits) + sizeof(*tiles->input)) * inputs;

	return whole_lines(size);
}

/*
 * Find the parts of a row of tiles_row() bytes. The number of inputs is even and not 0, so that all
 * parts are aligned.
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
