/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Note in a window what has to be looked at, and when. These functions are called for every
 * packet and are therefore inline.
 */
#ifndef NETSIM_WINDOW_H
#define NETSIM_WINDOW_H

#include "state.h"

/**
 * bit() - a bit of a mask, or of the half of a pair of masks that has it
 * @number: of the bit
 *
 * Return: the bit.
 */
static inline uint64_t bit(unsigned int number)
{
	return 1ull << (number % 64);
}

/**
 * window_busy() - note that something happens at a time
 * @window: the window
 * @time: below window.length
 */
static inline void window_busy(struct window *window, unsigned int time)
{
	window->busy[time / 64] |= bit(time);
}

/**
 * window_ask() - let an input's head ask for an output at a time, in order of inputs
 * @window: the window
 * @input: the input
 * @time: nothing is noted for one behind the window
 */
static inline void window_ask(struct window *window, unsigned int input, unsigned int time)
{
	uint16_t *place;

	if (time >= window->length)
		return;
	place = &window->ask[time];
	while (*place && *place <= input)
		place = &window->ask_next[*place - 1];
	window->ask_next[input] = *place;
	*place = input + 1;
	window_busy(window, time);
}

/**
 * window_serve() - look at an output at a time
 * @window: the window
 * @rank: of the output
 * @time: nothing is noted for one behind the window
 */
static inline void window_serve(struct window *window, unsigned int rank, unsigned int time)
{
	if (time >= window->length)
		return;
	window->serve[time] |= bit(rank);
	window_busy(window, time);
}

/**
 * window_inject() - look at NICs at a time
 * @window: the window
 * @nics: by bit
 * @time: nothing is noted for one behind the window
 */
static inline void window_inject(struct window *window, unsigned int nics, unsigned int time)
{
	if (time >= window->length)
		return;
	window->inject[time] |= nics;
	window_busy(window, time);
}

/**
 * window_in_free() - when an input's FIFO may go on
 * @window: the window
 * @input: the input
 *
 * Return: the time; 0 if the FIFO might have gone on before the window.
 */
static inline unsigned int window_in_free(const struct window *window, unsigned int input)
{
	int32_t ahead = window->tiles.in_free[input] - (uint32_t)(window->base * NET_TICKS);

	return ahead < NET_TICKS ? 0 : ahead / NET_TICKS;
}

/**
 * queue_put() - put a packet into its input's FIFO
 * @worker: which simulates the chip
 * @queued: the packet
 * @time: from which on it may be head
 */
static inline void queue_put(struct worker *worker, struct queued *queued, unsigned int time)
{
	struct window *window = &worker->window;
	struct queues *queues = window->queues;
	unsigned int input = queued->packet.input, free;
	struct fifo *fifo = &queues->fifo[input];

	queued->next = NULL;
	if (fifo->first) {
		fifo->last->next = queued;
	} else {
		queues->used[input / 64] |= bit(input);
		fifo->first = queued;
		free = window_in_free(window, input);
		window_ask(window, input, time > free ? time : free);
	}
	fifo->last = queued;
}

#endif /* NETSIM_WINDOW_H */
