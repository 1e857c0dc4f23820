/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where packets wait in a chip. */
#ifndef NETSIM_QUEUES_H
#define NETSIM_QUEUES_H

#include "netsim/mail/pool.h"
#include "tiles.h"

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

#endif /* NETSIM_QUEUES_H */
