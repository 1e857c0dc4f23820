/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Where packets wait in a chip.
 */
#ifndef NETSIM_QUEUES_H
#define NETSIM_QUEUES_H

#include "netsim/mail/pool.h"
#include "tiles.h"

/**
 * bit() - a bit of a mask, or of the part of a row of masks that has it
 * @number: of the bit
 *
 * Return: the bit.
 */
static inline uint64_t bit(unsigned int number)
{
	return 1ull << (number % 64);
}

/**
 * struct list - a list of packets
 * @first: number of the first packet, or 0
 * @last: number of the last one, if there is a first
 */
struct list {
	uint32_t first;
	uint32_t last;
};

/**
 * struct wait - how the head of an input waits
 * @asked: cycle in which it began to wait for its output
 * @next: 1 + the input whose head waits for the same output and comes next; 0: none does
 */
struct wait {
	uint32_t asked;
	uint16_t next;
};

/**
 * struct waiters - inputs whose heads wait for an output, in the order in which they asked
 * @first: 1 + the first of them; 0: none
 * @last: 1 + the last of them
 * @count: how many; and one more while the output is marked, see window.granted
 * @since: cycle since which it waits for credits, or for a NIC, if queues.stalled says so
 */
struct waiters {
	uint16_t first;
	uint16_t last;
	uint16_t count;
	uint32_t since;
};

/**
 * struct queues - packets that wait in a chip; a chip where nothing waits has none
 * @used: inputs with packets, by bit
 * @asking: inputs whose heads wait for an output, by bit
 * @waiting: outputs that a packet waits for, by bit
 * @stalled: outputs that wait for credits, or for a NIC, by bit
 * @fifo: by input: packets that wait there. Behind all of them are, by input, struct wait, and, by
 *	output, struct waiters
 */
struct queues {
	uint64_t used[INPUTS / 64];
	uint64_t asking[INPUTS / 64];
	uint64_t waiting;
	uint64_t stalled;
	struct list fifo[];
};

/**
 * struct spare - queues that no chip uses
 * @next: more of them, or NULL
 */
struct spare {
	struct spare *next;
};

/**
 * queue_put() - put a packet into an input's FIFO
 * @pool: memory of the packets
 * @queues: of the chip
 * @input: the input
 * @number: of the packet
 *
 * Return: whether it is the head.
 */
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
