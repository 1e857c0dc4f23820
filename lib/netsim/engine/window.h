/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A chip while a worker simulates it for a window of cycles: its tiles, the packets that wait
 * there, and what has to be looked at when. The functions are called for every packet and are
 * therefore inline.
 */
#ifndef NETSIM_WINDOW_H
#define NETSIM_WINDOW_H

#include <stddef.h>
#include <stdint.h>

#include "mailbox.h"
#include "netsim/net.h"

/* --- tiles --- */

/*
 * A chip's tiles are numbered by rank, link by link; its inputs by rank, then virtual channel, then
 * FIFO, so that the rules' priority is the lowest number. An output has one channel for each
 * virtual channel, which has the number of the first FIFO there.
 */

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

/* --- packets that wait --- */

/* Return a bit of a mask, or of the element that holds it in an array of masks. */
static inline uint64_t bit(unsigned int number)
{
	return 1ull << (number % 64);
}

/* A list of packets, by number; first is 0 if it is empty. */
struct list {
	uint32_t first;
	uint32_t last;
};

/* How the head of an input waits. */
struct wait {
	uint32_t asked;	/* cycle in which it began to wait for its output */
	uint16_t next;	/* 1 + next input that waits for the same output; 0: none */
};

/* Inputs whose heads wait for an output, in the order in which they asked. */
struct waiters {
	uint16_t first;	/* 1 + the first input; 0: none */
	uint16_t last;	/* 1 + the last input */
	uint16_t count;	/* and one more while window.granted has the output */
	uint32_t since;	/* with queues.stalled: since which cycle it waits for credits or a NIC */
};

/*
 * Packets that wait in a chip; a chip where nothing waits has none. The FIFOs are followed by
 * struct wait for each input, then struct waiters for each output.
 */
struct queues {
	uint64_t used[INPUTS / 64];	/* inputs with packets, by bit */
	uint64_t asking[INPUTS / 64];	/* inputs whose heads wait for an output, by bit */
	uint64_t waiting;		/* outputs that a packet waits for, by bit */
	uint64_t stalled;		/* outputs that wait for credits or a NIC, by bit */
	struct list fifo[];		/* by input: packets that wait there */
};

/* Queues that no chip uses. */
struct spare {
	struct spare *next;
};

/* Append a packet to an input's FIFO. Returns whether it is the head. */
static inline bool queue_put(struct pool *pool, struct queues *queues, unsigned int input,
			     uint32_t number)
{
	struct list *fifo = &queues->fifo[input];
	bool first = !fifo->first;

	pool_at(pool, number)->next = 0;
	if (first) {
		queues->used[input / 64] |= bit(input);
		fifo->first = number;
	} else {
		pool_at(pool, fifo->last)->next = number;
	}
	fifo->last = number;
	return first;
}

/* --- the window --- */

/* Most cycles of a window: the bits of window.busy. */
#define NET_WINDOW	128

_Static_assert(NET_TIMEOUT >= NET_WINDOW, "what fails in a window is over in a later one");

/* Most threads: link.mailbox has room for their numbers and for as many neighbours. */
#define THREADS		0x7fff

/* Where a port leads. */
struct link {
	uint32_t chip;	/* at the other end, or TOPO_NONE */
	/*
	 * 0: the chip belongs to the same worker; otherwise 1 + the number of the worker that it
	 * belongs to or, if another process simulates it, 1 + threads + the neighbour's number.
	 */
	uint16_t mailbox;
	/*
	 * Added to a channel's number, gives the input where it ends; added to an input's number,
	 * gives the channel at the other end that its credits are for.
	 */
	int16_t shift;
	uint16_t ticks;	/* ticks a phit */
	uint16_t hop;	/* router cycles from grant to the next input, or the node */
	uint32_t reach;	/* the same in ticks */
};

/* An arrival of this window for which closed traffic gets a notice. */
struct arrival {
	uint8_t time;
	uint8_t tile;		/* host tile through which the packet left the chip */
	bool pair;		/* a response that its NIC has counted already */
	uint32_t latency;	/* of the transaction, in router cycles */
	struct net_notice notice;
};

/* A credit that comes back in this window. */
struct returned {
	uint32_t next;	/* 1 + index of the next one of its channel; 0: none */
	uint16_t channel;
	uint8_t time;	/* when it comes */
	bool collected;	/* it has been counted */
};

/* The packet that an output was granted to. */
struct went {
	uint16_t channel;	/* channel that it went into */
	uint16_t phits;
};

/* Bit of moment.inject: call closed traffic. */
#define INJECT_STEP	0x80

/* Most packets that reach nodes of a chip in a window: one a cycle from each host tile. */
#define ARRIVALS	(NET_LANES * NET_WINDOW)

/* What is to be done at a time. */
struct moment {
	uint64_t serve;	/* outputs to look at, by bit */
	uint16_t ask;	/* a head that asks, see window_ask(); 0: none */
	uint8_t inject;	/* NICs to look at, by bit, and INJECT_STEP */
};

/* A chip's cycles from base on, while a worker simulates them. Times count from base. */
struct window {
	unsigned int number;			/* of the chip */
	struct chip *chip;
	struct tiles tiles;
	struct queues *queues;
	struct wait *wait;			/* how heads wait, by input */
	struct waiters *waiters;		/* what waits for outputs, by output */
	struct inbox *own;			/* what it writes to itself */
	struct chunk *read[2];			/* incoming chunks: its own, then its neighbours' */
	uint64_t base;				/* first cycle */
	uint64_t base_tick;			/* first tick of that cycle */
	unsigned int length;			/* in cycles */
	unsigned int now;			/* the time */
	uint32_t cycle;				/* the cycle at now, mod 2^32 */
	uint64_t tick;				/* first tick of that cycle */
	uint64_t busy[2];			/* times at which something happens, by bit */
	struct moment moment[NET_WINDOW];	/* by time */
	/* By input: another head that asks at the same time, see window_ask(); 0: none. */
	uint16_t ask_next[INPUTS];
	bool sorted;				/* returned is filled in */
	struct returned *returned;		/* credits that come in this window */
	size_t returns;
	size_t returns_room;			/* allocated */
	/* By channel: 1 + the index of its next credit in returned; 0: none comes. */
	uint32_t coming[INPUTS];
	struct arrival arrival[ARRIVALS]; /* pending notices of arrivals, the last one first */
	unsigned int arrivals;
	uint32_t *answers[NICS]; /* by NIC: where this window's responses begin in its list */
	unsigned int blocked[KINDS];	/* NICs, by bit, that found no host tile, by kind */
	/*
	 * Outputs, by bit, that were granted in this cycle while other heads had not asked yet.
	 * Until they have, one packet more counts as waiting for these outputs.
	 */
	uint64_t granted;
	uint64_t before[TILES];			/* previous keys of the granted outputs */
	struct went went[TILES];		/* the packets that they were granted to */
	/*
	 * Ticks a phit of lanes whose width was changed, by rank, 0 for others; NULL: none was
	 * changed.
	 */
	const uint16_t *narrow;
	/* By NIC: turns of a packet that it takes, if that was changed, or 0; NULL: it never is. */
	const uint16_t *turns;
	const struct link *link;	/* where the chip's ports lead; the host link is last */
	uint32_t place;				/* grid: the chip's coordinates, see net.place */
};

/* Mark a time, below window.length, as busy. */
static inline void window_busy(struct window *window, unsigned int time)
{
	window->busy[time / 64] |= bit(time);
}

/* Return the input of a head that asks, as window_ask() encoded it. */
static inline unsigned int ask_input(unsigned int ask)
{
	return ask / 2 - 1;
}

/* Whether packet.left of a head that asks, as window_ask() encoded it, is not 0. */
static inline bool ask_has_left(unsigned int ask)
{
	return ask & 1;
}

/*
 * Let an input's head ask for an output at a time; ignored after the window's end.
 *
 * The encoded number is greater for a greater input. It also says whether the head has hops left in
 * its dimension: the next step depends on this unpredictably, and reading the packet itself would
 * take longer, by way of its FIFO.
 */
static inline void window_ask(struct window *window, unsigned int input, const struct packet *head,
			      unsigned int time)
{
	if (time >= window->length)
		return;
	window->ask_next[input] = window->moment[time].ask;
	window->moment[time].ask = 2 * (1 + input) + !!head->left;
	window_busy(window, time);
}

/* Look at an output at a time; ignored after the window's end. */
static inline void window_serve(struct window *window, unsigned int rank, unsigned int time)
{
	if (time >= window->length)
		return;
	window->moment[time].serve |= bit(rank);
	window_busy(window, time);
}

/* Look at NICs (by bit) at a time; ignored after the window's end. */
static inline void window_inject(struct window *window, unsigned int nics, unsigned int time)
{
	if (time >= window->length)
		return;
	window->moment[time].inject |= nics;
	window_busy(window, time);
}

/*
 * Return the time from which an input's FIFO may go on; 0 if it might have gone on before the
 * window.
 */
static inline unsigned int window_in_free(const struct window *window, unsigned int input)
{
	int32_t ahead = window->tiles.input[input].free - (uint32_t)window->base_tick;

	return (uint32_t)(ahead < 0 ? 0 : ahead) / NET_TICKS;
}

/* Let an input's head ask for an output as soon as it may. */
static inline void window_head(struct window *window, unsigned int input,
			       const struct packet *head)
{
	int32_t time = head->cycle - (uint32_t)window->base;
	int32_t free = window_in_free(window, input);

	window_ask(window, input, head, time > free ? time : free);
}

/* Count one more head that waits for an output. */
static inline void window_waiting_begin(struct window *window, unsigned int output)
{
	window->waiters[output].count++;
	window->queues->waiting |= bit(output);
	window->tiles.out_free[output] |= FREE_WAITED;
}

/* Count one head less that waits for an output. */
static inline void window_waiting_end(struct window *window, unsigned int output)
{
	if (--window->waiters[output].count)
		return;
	window->queues->waiting ^= bit(output);
	window->tiles.out_free[output] ^= FREE_WAITED;
}

/*
 * Append an input's head to the heads that wait for an output. Heads ask in the order of cycles
 * and, within a cycle, of inputs, so each goes last.
 */
static inline void window_waiter_add(struct window *window, unsigned int output,
				     unsigned int input)
{
	struct waiters *waiters = &window->waiters[output];

	if (waiters->first)
		window->wait[waiters->last - 1].next = 1 + input;
	else
		waiters->first = 1 + input;
	waiters->last = 1 + input;
	window->wait[input].next = 0;
}

/* Remove an input's head from the heads that wait for an output. */
static inline void window_waiter_remove(struct window *window, unsigned int output,
					unsigned int input)
{
	struct waiters *waiters = &window->waiters[output];
	uint16_t *place = &waiters->first;
	unsigned int before = 0;

	while (*place != 1 + input) {
		before = *place;
		place = &window->wait[before - 1].next;
	}
	*place = window->wait[input].next;
	if (waiters->last == 1 + input)
		waiters->last = before;
}

#endif /* NETSIM_WINDOW_H */
