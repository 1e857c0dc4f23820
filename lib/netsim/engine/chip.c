// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * A chip's window: open it, receive what arrived, simulate its cycles, send what they wrote.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "phases.h"
#include "window.h"

/* Ticks are kept in 32 bits: renew those long past before they would be taken for future ones. */
static void ticks_renew(struct worker *worker)
{
	struct window *window = &worker->window;
	uint64_t tick = window->base * NET_TICKS;
	uint32_t epoch = tick >> 29, *in_free = window->tiles.in_free;
	bool all = epoch - window->chip->epoch > 1;
	unsigned int i;

	if (epoch == window->chip->epoch)
		return;
	window->chip->epoch = epoch;
	for (i = 0; i < worker->net->inputs; i++)
		if (all || (int32_t)(in_free[i] - (uint32_t)tick) < 0)
			in_free[i] = tick;
}

static int queues_open(struct worker *worker)
{
	struct window *window = &worker->window;
	struct queues *queues = window->chip->queues;

	if (!queues && worker->spare) {
		queues = (struct queues *)worker->spare;
		worker->spare = worker->spare->next;
		memset(queues, 0, sizeof(*worker->spare));
	} else if (!queues) {
		queues = calloc(1, worker->net->queues_size);
	}
	window->chip->queues = queues;
	window->queues = queues;
	return queues ? 0 : -ENOMEM;
}

/* Return the queues of a chip in which nothing waits to the spare ones. */
static void queues_close(struct worker *worker)
{
	struct queues *queues = worker->window.queues;
	struct spare *spare = (struct spare *)queues;
	unsigned int first, input;
	uint64_t left, all = 0;

	for (first = 0; first < worker->net->inputs; first += 64) {
		for (left = queues->used[first / 64]; left; left &= left - 1) {
			input = first + __builtin_ctzll(left);
			if (!queues->fifo[input].first)
				queues->used[first / 64] ^= bit(input);
		}
		all |= queues->used[first / 64];
	}
	if (all)
		return;
	worker->window.chip->queues = NULL;
	spare->next = worker->spare;
	worker->spare = spare;
}

static int window_open(struct worker *worker, unsigned int number)
{
	struct window *window = &worker->window;
	const struct net *net = worker->net;
	unsigned int i;

	window->number = number;
	window->chip = net_chip(net, number);
	window->base = net->cycle;
	window->length = net->end - net->cycle;
	window->blocked = 0;
	window->coord = &net->coord[(size_t)number * net->topo->dims];
	window->link = &net->link[(size_t)number * net->ports];
	for (i = 0; i < net->ports; i++)
		window->ticks[i] = net->config.fabric->ticks[(size_t)number * net->ports + i];
	window->ticks[i] = NET_TICKS;
	window->narrow = NULL;
	if (net->changes && net->changes->ticks)
		window->narrow = &net->changes->ticks[(size_t)number * net->ranks];
	net_tiles(net, number, &window->tiles);
	ticks_renew(worker);
	return queues_open(worker);
}

/* Note what waited when the last window ended. */
static void window_resume(struct window *window, unsigned int inputs)
{
	struct queues *queues = window->queues;
	unsigned int first, input, output, free;
	uint64_t left;
	int32_t head;

	for (first = 0; first < inputs; first += 64) {
		for (left = queues->used[first / 64]; left; left &= left - 1) {
			input = first + __builtin_ctzll(left);
			if (queues->fifo[input].output)
				continue;
			head = queues->fifo[input].first->packet.cycle - (uint32_t)window->base;
			free = window_in_free(window, input);
			window_ask(window, input, head > (int32_t)free ? (unsigned int)head : free);
		}
	}
	for (left = queues->waiting; left; left &= left - 1) {
		output = __builtin_ctzll(left);
		window_serve(window, output, 0);
	}
}

static void mailbox_send(struct worker *worker)
{
	struct net *net = worker->net;
	unsigned int parity = net->window & 1, port, to, from;
	struct chunk *last;

	for (port = 0; port <= net->ports; port++) {
		to = worker->window.number;
		from = port;
		if (port < net->ports) {
			to = worker->window.link[port].chip;
			from = worker->window.link[port].port;
		}
		last = mailbox_close(&worker->mailbox, port, net_is_foreign(worker, to));
		if (!last)
			continue;
		net->inboxes.last[parity][(size_t)to * (net->ports + 1) + from] = last;
		__atomic_store_n(&net->inboxes.flag[parity][to], 1, __ATOMIC_RELAXED);
	}
}

static void window_close(struct worker *worker)
{
	struct window *window = &worker->window;
	const struct net *net = worker->net;
	uint64_t wake = window->chip->step, next;
	unsigned int i;

	net_credits_end(worker);
	for (i = 0; i < net->nics; i++) {
		next = net_nic_next(&window->chip->nic[i], net->end);
		wake = next < wake ? next : wake;
	}
	queues_close(worker);
	if (window->chip->queues)
		wake = net->end;
	net->wake[window->number] = wake;
	net_arrive_end(worker);
	mailbox_send(worker);
}

static void prefetch(const void *data, size_t size)
{
	const char *line = data, *end = line + size;

	for (; line < end; line += NET_LINE)
		__builtin_prefetch(line, 1);
}

void net_chip_prefetch(const struct net *net, unsigned int number)
{
	size_t first = (size_t)number * (net->ports + 1);
	struct chunk **inbox = &net->inboxes.last[!(net->window & 1)][first];
	const struct chip *chip = net_chip(net, number);
	unsigned int i;

	prefetch(net->tiles + number * net->row, net->row);
	prefetch(chip, net->chip_size);
	if (chip->queues)
		prefetch(chip->queues, net->queues_size);
	for (i = 0; i <= net->ports; i++)
		if (inbox[i])
			prefetch(inbox[i], CHUNK);
}

void net_chip_run(struct worker *worker, unsigned int number)
{
	int err = window_open(worker, number);

	if (!err)
		err = net_arrive_reserve(worker);
	if (!err && worker->net->notes)
		err = net_notes_reserve(worker);
	if (err) {
		worker->error = worker->error ? worker->error : err;
		return;
	}
	if (worker->net->changes)
		net_chip_adapt(worker);
	window_resume(&worker->window, worker->net->inputs);
	net_closed_start(worker);
	net_arrive(worker);
	net_nics_start(worker);
	net_cycles_run(worker);
	window_close(worker);
}
