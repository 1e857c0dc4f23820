/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A chip's window of cycles: what has to be looked at in it, and when. The functions are called for
 * every packet and are therefore inline.
 */
#ifndef NETSIM_WINDOW_H
#define NETSIM_WINDOW_H

#include "netsim/mail/mailbox.h"
#include "queues.h"

/** NET_WINDOW: most cycles of a window: the bits of window.busy */
#define NET_WINDOW	128

_Static_assert(NET_TIMEOUT >= NET_WINDOW, "what fails in a window is over in a later one");

/**
 * struct link - where a port leads
 * @chip: the chip at the other end, or TOPO_NONE
 * @port: the port at the other end
 * @shift: the input where a channel ends has the number of the channel plus this; and a credit of
 *	an input is for the channel of the other end that has the number of the input plus this
 * @ticks: ticks a phit
 * @hop: router cycles from grant to the next input, or the node
 * @reach: the same in ticks
 */
struct link {
	uint32_t chip;
	uint16_t port;
	int16_t shift;
	uint16_t ticks;
	uint16_t hop;
	uint32_t reach;
};

/**
 * struct told - an arrival that closed traffic is told of in this window
 * @time: when
 * @tile: the host tile that the packet left the chip through
 * @pair: it is the response to a request, and its NIC has counted it already
 * @latency: of both, in router cycles
 * @notice: what it is told
 */
struct told {
	uint8_t time;
	uint8_t tile;
	bool pair;
	uint32_t latency;
	struct net_notice notice;
};

/**
 * struct returned - a credit that comes back in this window
 * @next: 1 + the place, in window.returned, of the one for the same channel that comes before; 0
 * @channel: the channel
 * @time: when it comes
 * @collected: it has been counted
 */
struct returned {
	uint32_t next;
	uint16_t channel;
	uint8_t time;
	bool collected;
};

/**
 * struct went - a packet that an output was given away to
 * @channel: that it went into
 * @phits: its length
 */
struct went {
	uint16_t channel;
	uint16_t phits;
};

/** INJECT_STEP: bit of moment.inject: closed traffic is to be called */
#define INJECT_STEP	0x80

/** ARRIVALS: most packets that reach nodes of a chip in a window: of a host tile, one a cycle */
#define ARRIVALS	(NET_LANES * NET_WINDOW)

/**
 * struct moment - what is to be done at a time
 * @serve: outputs to look at, by bit
 * @ask: a head that asks, see window_ask(); 0: none
 * @inject: NICs to look at, by bit, and INJECT_STEP
 */
struct moment {
	uint64_t serve;
	uint16_t ask;
	uint8_t inject;
};

/**
 * struct window - a chip's cycles from @base on, while a worker simulates them
 * @number: number of the chip
 * @chip: the chip
 * @tiles: its tiles
 * @queues: its queues
 * @wait: how heads wait, by input
 * @waiters: what waits for outputs
 * @own: what it writes to itself
 * @read: what was read: first its own chunks, then those of its neighbours
 * @base: first cycle; the times below count from it
 * @length: cycles
 * @now: the time
 * @cycle: the cycle at @now, mod 2^32
 * @tick: first tick of that cycle
 * @busy: times at which something happens, by bit
 * @moment: by time
 * @ask_next: by input: another head that asks at the same time, see window_ask(); 0: no more
 * @sorted: the credits that come in this window are in @returned
 * @returned: those credits
 * @returns: how many
 * @returns_room: how many @returned has room for
 * @coming: by channel: 1 + the place of the last of its credits in @returned; 0: none comes
 * @told: arrivals of this window that closed traffic is still to be told of, the last one first
 * @tells: how many
 * @answers: by NIC: where this window's responses begin in its list; those before are not later
 * @blocked: NICs, by bit, that found no host tile
 * @granted: outputs, by bit, that were given away in this cycle while other heads had not asked
 *	yet; until they have, a packet counts as waiting for these outputs
 * @before: keys of the granted outputs before that
 * @went: what they were given away to
 * @narrow: ticks a phit of lanes whose width was changed, by rank, 0 elsewhere; NULL: none was
 * @link: where the chip's ports lead, and behind them the host link
 * @place: the chip's coordinates, in a grid, see net.place
 */
struct window {
	unsigned int number;
	struct chip *chip;
	struct tiles tiles;
	struct queues *queues;
	struct wait *wait;
	struct waiters *waiters;
	struct inbox *own;
	struct chunk *read[2];
	uint64_t base;
	unsigned int length;
	unsigned int now;
	uint32_t cycle;
	uint64_t tick;
	uint64_t busy[2];
	struct moment moment[NET_WINDOW];
	uint16_t ask_next[INPUTS];
	bool sorted;
	struct returned *returned;
	size_t returns;
	size_t returns_room;
	uint32_t coming[INPUTS];
	struct told told[ARRIVALS];
	unsigned int tells;
	uint32_t *answers[NICS];
	unsigned int blocked;
	uint64_t granted;
	uint64_t before[TILES];
	struct went went[TILES];
	const uint16_t *narrow;
	const struct link *link;
	uint32_t place;
};

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
 * ask_input() - find the input of a head that asks
 * @ask: what window_ask() noted
 *
 * Return: the input.
 */
static inline unsigned int ask_input(unsigned int ask)
{
	return ask / 2 - 1;
}

/**
 * ask_has_left() - find whether packet.left of a head that asks is not 0
 * @ask: what window_ask() noted
 *
 * Return: whether it is not.
 */
static inline bool ask_has_left(unsigned int ask)
{
	return ask & 1;
}

/**
 * window_ask() - let an input's head ask for an output at a time
 * @window: the window
 * @input: the input
 * @head: its head
 * @time: nothing is noted for one behind the window
 *
 * What is noted is a number, greater for a greater input. It also says whether the head has hops
 * left in its dimension: what it does next depends on that and cannot be predicted, and the packet
 * itself would be read later, by way of its FIFO.
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
	window->moment[time].serve |= bit(rank);
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
	window->moment[time].inject |= nics;
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
	int32_t ahead = window->tiles.input[input].free - (uint32_t)(window->base * NET_TICKS);

	return (uint32_t)(ahead < 0 ? 0 : ahead) / NET_TICKS;
}

/**
 * window_head() - let an input's head ask for an output, as soon as it may
 * @window: the window
 * @input: the input
 * @head: its head
 */
static inline void window_head(struct window *window, unsigned int input,
			       const struct packet *head)
{
	int32_t time = head->cycle - (uint32_t)window->base;
	int32_t free = window_in_free(window, input);

	window_ask(window, input, head, time > free ? time : free);
}

/**
 * window_waiting_begin() - count one more head that waits for an output
 * @window: the window
 * @output: rank of the output
 */
static inline void window_waiting_begin(struct window *window, unsigned int output)
{
	window->waiters[output].count++;
	window->queues->waiting |= bit(output);
	window->tiles.out_free[output] |= FREE_WAITED;
}

/**
 * window_waiting_end() - count one less
 * @window: the window
 * @output: rank of the output, for which a head waits
 */
static inline void window_waiting_end(struct window *window, unsigned int output)
{
	if (--window->waiters[output].count)
		return;
	window->queues->waiting ^= bit(output);
	window->tiles.out_free[output] ^= FREE_WAITED;
}

/**
 * window_waiter_add() - put an input's head behind those that wait for an output
 * @window: the window
 * @output: rank of the output
 * @input: the input, which waits for no output
 *
 * Heads ask in the order of cycles and, in a cycle, of inputs: each is the last of those that wait.
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

/**
 * window_waiter_remove() - take an input's head from those that wait for an output
 * @window: the window
 * @output: rank of the output
 * @input: the input, which is one of them
 */
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
