// SPDX-License-Identifier: LGPL-2.1-or-later
/* A chip's window: open it, deliver what arrived, simulate its cycles, send what they wrote. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "phases.h"
#include "window.h"

static void packets_renew(struct worker *worker, const struct queues *queues, uint32_t tick)
{
	unsigned int input;
	uint32_t number;

	for (input = 0; input < worker->net->inputs; input++) {
		for (number = queues->fifo[input].first; number;
		     number = pool_at(&worker->pool, number)->next) {
			uint32_t *tail = &pool_at(&worker->pool, number)->packet.tail;

			if ((int32_t)(*tail - tick) < 0)
				*tail = tick;
		}
	}
}

/* Ticks are kept in 32 bits: renew those long past before they would look like future ones. */
static void ticks_renew(struct worker *worker)
{
	struct window *window = &worker->window;
	uint64_t tick = window->base_tick;
	struct input_state *input = window->tiles.input;
	uint32_t epoch = tick >> 29;
	bool all = epoch - window->chip->epoch > 1;
	unsigned int i;

	if (epoch == window->chip->epoch)
		return;
	window->chip->epoch = epoch;
	packets_renew(worker, window->queues, tick);
	for (i = 0; i < worker->net->inputs; i++)
		if (all || (int32_t)(input[i].free - (uint32_t)tick) < 0)
			input[i].free = tick;
}

static struct queues *queues_open(struct worker *worker, unsigned int chip)
{
	struct queues *queues = worker->net->queues[chip];

	if (queues)
		return queues;
	queues = (struct queues *)worker->spare;
	if (queues) {
		worker->spare = worker->spare->next;
		memset(queues, 0, sizeof(*worker->spare));
	} else {
		queues = slabs_take(&worker->queues, worker->net->queues_size, NET_LINE);
	}
	worker->net->queues[chip] = queues;
	return queues;
}

/* Take the queues from a chip if nothing waits in them. */
static bool queues_close(struct worker *worker, unsigned int chip)
{
	struct queues *queues = worker->net->queues[chip];
	struct spare *spare = (struct spare *)queues;
	uint64_t all = 0;
	unsigned int i;

	for (i = 0; i < (worker->net->inputs + 63) / 64; i++)
		all |= queues->used[i];
	if (all)
		return false;
	worker->net->queues[chip] = NULL;
	spare->next = worker->spare;
	worker->spare = spare;
	return true;
}

static int window_open(struct worker *worker, unsigned int number)
{
	struct window *window = &worker->window;
	const struct net *net = worker->net;

	window->number = number;
	window->chip = net_chip(net, number);
	window->base = net->cycle;
	window->base_tick = net->cycle * NET_TICKS;
	window->length = net->end - net->cycle;
	window->blocked[0] = 0;
	window->blocked[1] = 0;
	window->place = net->place[number];
	window->own = &net->own[number];
	window->link = &net->link[(size_t)number * (net->ports + 1)];
	window->narrow = NULL;
	if (net->changes && net->changes->ticks)
		window->narrow = &net->changes->ticks[(size_t)number * net->ranks];
	window->turns = NULL;
	if (net->changes && net->changes->turns)
		window->turns = &net->changes->turns[topo_node(net->topo, number, 0)];
	net_tiles(net, number, &window->tiles);
	window->queues = queues_open(worker, number);
	if (!window->queues)
		return -ENOMEM;
	window->wait = net_wait(net, window->queues);
	window->waiters = net_waiters(net, window->queues);
	ticks_renew(worker);
	if (net->notes && net_notes_reserve(worker))
		return -ENOMEM;
	return net_arrive_reserve(worker);
}

/* Return the first packet that waits at an input. */
static inline struct queued *queue_first(const struct worker *worker, unsigned int input)
{
	return pool_at(&worker->pool, worker->window.queues->fifo[input].first);
}

/*
 * Prefetch the heads that wait for an output, or else the packets after them. Inlined, as
 * lines_prefetch().
 */
static __always_inline void waits_prefetch(const struct worker *worker, bool heads)
{
	unsigned int parts = (worker->net->inputs + 63) / 64, part;
	const struct queued *head;
	uint64_t left;

	for (part = 0; part < parts; part++) {
		left = worker->window.queues->asking[part];
		for (; left; left &= left - 1) {
			head = queue_first(worker, 64 * part + __builtin_ctzll(left));
			__builtin_prefetch(heads ? head : pool_at(&worker->pool, head->next), 1);
		}
	}
}

/* Schedule what waited when the last window ended. */
static void window_resume(struct worker *worker)
{
	struct window *window = &worker->window;
	struct queues *queues = window->queues;
	unsigned int parts = (worker->net->inputs + 63) / 64, part, input;
	uint64_t left;

	for (part = 0; part < parts; part++) {
		left = queues->used[part] & ~queues->asking[part];
		for (; left; left &= left - 1) {
			input = 64 * part + __builtin_ctzll(left);
			window_head(window, input, &queue_first(worker, input)->packet);
		}
	}
	for (left = queues->waiting; left; left &= left - 1)
		window_serve(window, __builtin_ctzll(left), 0);
}

/* Return the next cycle in which something happens on a chip that has no packets. */
static uint64_t chip_next(const struct worker *worker)
{
	uint64_t next = worker->window.chip->step;
	unsigned int i;

	for (i = 0; i < worker->net->nics; i++)
		next = cycle_min(next, net_nic_next(worker, i));
	return next;
}

static void window_close(struct worker *worker)
{
	struct window *window = &worker->window;
	const struct net *net = worker->net;
	uint64_t wake = net->end;

	net_credits_end(worker);
	net_arrive_end(worker);
	if (queues_close(worker, window->number) && !window->own->first &&
	    !worker->inbox[window->number].first)
		wake = chip_next(worker);
	net->wake[window->number] = wake;
}

/*
 * Prefetch a chip's queues: the masks now, the rest while another chip is simulated. Few chips have
 * so many inputs that their masks take more than one cache line.
 */
static __always_inline void queues_prefetch(const struct net *net, const struct queues *queues,
					    struct ahead *ahead)
{
	__builtin_prefetch(queues->used, 1);
	__builtin_prefetch(queues->asking, 1);
	ahead->then = (const char *)&queues->waiting;
	ahead->then_end = (const char *)queues + net->queues_size;
}

void net_chip_prefetch(struct worker *worker, unsigned int number)
{
	const struct net *net = worker->net;
	struct chunk *own = net->own[number].first;
	struct chunk *others = net->inboxes[!(net->window & 1)][number].first;
	const char *chip = (const char *)net_chip(net, number);
	const struct queues *queues = net->queues[number];

	worker->ahead = (struct ahead){ .line = chip, .end = chip + net->chip_size };
	if (queues)
		queues_prefetch(net, queues, &worker->ahead);
	if (own)
		chunk_prefetch(own);
	if (others)
		chunk_prefetch(others);
}

/* Heads that wait for lanes which fail ask again in this cycle. */
static void heads_leave(struct worker *worker, const struct net_change *change)
{
	unsigned int first = worker->net->rank[change->port], lane;

	for (lane = 0; lane < NET_LANES; lane++)
		if (change->lanes & 1u << lane)
			net_waits_end(worker, first + lane);
}

/* Apply changes of the machine to the chip, at the beginning of the window. */
static void chip_adapt(struct worker *worker)
{
	const struct changes *changes = worker->net->changes;
	struct window *window = &worker->window;
	const struct failure *failure;
	size_t i;

	window->now = 0;
	window->cycle = window->base;
	for (i = changes->before; i < changes->next; i++)
		if (changes->plan.list[i].chip == window->number &&
		    changes->plan.list[i].kind == NET_FAIL)
			heads_leave(worker, &changes->plan.list[i]);
	for (i = changes->late; i < changes->due; i++) {
		failure = &changes->toll.failure[i];
		if (topo_node_chip(worker->net->topo, failure->node) == window->number)
			window_inject(window, INJECT_STEP, failure->cycle - window->base);
	}
}

void net_chip_run(struct worker *worker, unsigned int number)
{
	int err = window_open(worker, number);

	if (err) {
		worker->error = worker->error ? worker->error : err;
		return;
	}
	if (worker->net->changes)
		chip_adapt(worker);
	if (worker->net->notes)
		net_notes_prefetch(worker, true);
	waits_prefetch(worker, true);
	window_resume(worker);
	waits_prefetch(worker, false);
	if (worker->net->notes)
		net_notes_prefetch(worker, false);
	net_closed_start(worker);
	net_arrive(worker);
	net_nics_start(worker);
	net_cycles_run(worker);
	ahead_end(&worker->ahead);
	window_close(worker);
}
