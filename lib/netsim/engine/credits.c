// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Credits that come back. As a rule they are counted at the end of the window. Only if credits are
 * short are the window's credits sorted by channel, to find which have come back by now.
 */
#include <errno.h>
#include <stdlib.h>

#include "phases.h"
#include "window.h"

static uint32_t credit_time(uint32_t credit, uint32_t base)
{
	return ((credit >> CREDIT_CHANNEL) - base) % CREDIT_CYCLES;
}

static int returned_reserve(struct window *window, size_t count)
{
	struct returned *more;

	if (count <= window->returns_room)
		return 0;
	more = reallocarray(window->returned, 2 * count, sizeof(*more));
	if (!more)
		return -ENOMEM;
	window->returned = more;
	window->returns_room = 2 * count;
	return 0;
}

/* No branch, because it cannot be predicted whether a credit is due. */
static void credit_sort(struct window *window, unsigned int channel, uint32_t credit)
{
	unsigned int time = credit_time(credit, window->base);
	uint32_t *coming = &window->coming[channel];
	bool due = time < window->length;

	window->returned[window->returns] = (struct returned){
		.next = *coming, .channel = channel, .time = time,
	};
	window->returns += due;
	*coming = due ? window->returns : *coming;
}

/* Move a credit that credit_sort() took to its place by time: packets left several FIFOs. */
static void credit_place(struct window *window, uint32_t taken)
{
	struct returned *credit = &window->returned[taken - 1], *before = NULL;
	uint32_t *coming = &window->coming[credit->channel], *place = &credit->next;

	while (*place && window->returned[*place - 1].time > credit->time) {
		before = &window->returned[*place - 1];
		place = &before->next;
	}
	if (!before)
		return;
	*coming = credit->next;
	credit->next = before->next;
	before->next = taken;
}

static void chunk_sort(struct worker *worker, struct chunk *chunk)
{
	struct window *window = &worker->window;
	uint32_t credit;
	unsigned int number;
	size_t before;

	for (number = chunk->credits; number-- > 0;) {
		before = window->returns;
		credit = chunk_credits(chunk)[number];
		credit_sort(window, credit % INPUTS & worker->net->channel_mask, credit);
		if (worker->net->fifo_bits && window->returns > before)
			credit_place(window, window->returns);
	}
}

/*
 * Afterwards the credits of a channel are in the order of time; credits of one FIFO arrive in it.
 */
static void credits_sort(struct worker *worker)
{
	struct window *window = &worker->window;
	struct chunk *chunk;
	unsigned int i;
	size_t count = 1;

	for (i = 0; i < 2; i++)
		for (chunk = window->read[i]; chunk; chunk = chunk->next)
			count += chunk->credits;
	if (returned_reserve(window, count)) {
		worker->error = worker->error ? worker->error : -ENOMEM;
		return;
	}
	window->sorted = true;
	for (i = 0; i < 2; i++)
		for (chunk = window->read[i]; chunk; chunk = chunk->next)
			chunk_sort(worker, chunk);
}

unsigned int net_credits_collect(struct worker *worker, unsigned int channel)
{
	struct window *window = &worker->window;
	unsigned int next = window->length;
	uint32_t *place = &window->coming[channel];
	struct returned *returned;
	uint32_t left;

	if (!window->sorted)
		credits_sort(worker);
	for (; *place; place = &returned->next) {
		returned = &window->returned[*place - 1];
		if (returned->time <= window->now)
			break;
		next = returned->time;
	}
	for (left = *place, *place = 0; left; left = returned->next) {
		returned = &window->returned[left - 1];
		returned->collected = true;
		window->tiles.credits[channel]++;
	}
	return next;
}

/* Undo what was counted before the window's end, as net_credits_end() counts all credits. */
static void sorted_end(struct window *window)
{
	const struct returned *returned = window->returned;
	const struct returned *end = returned + window->returns;

	for (; returned < end; returned++) {
		window->tiles.credits[returned->channel] -= returned->collected;
		window->coming[returned->channel] = 0;
	}
	window->returns = 0;
	window->sorted = false;
}

/* No branch, because it cannot be predicted whether a credit is due. */
static void chunk_count(struct worker *worker, struct chunk *chunk)
{
	unsigned int mask = (INPUTS - 1) & worker->net->channel_mask;
	struct window *window = &worker->window;
	uint32_t base = window->base, length = window->length;
	uint16_t *credits = window->tiles.credits;
	const uint32_t *credit = chunk_credits(chunk);
	unsigned int number, kept = 0;
	uint32_t keep[CHUNK_CREDITS];

	for (number = chunk->credits; number-- > 0;) {
		bool due = credit_time(credit[number], base) < length;

		credits[credit[number] & mask] += due;
		keep[kept] = credit[number];
		kept += !due;
	}
	for (number = 0; number < kept; number++)
		inbox_credit(window->own, &worker->store, keep[number]);
}

void net_credits_end(struct worker *worker)
{
	struct window *window = &worker->window;
	struct chunk *chunk;
	unsigned int i;

	if (window->sorted)
		sorted_end(window);
	for (i = 0; i < 2; i++)
		for (chunk = window->read[i]; chunk; chunk = chunk->next)
			chunk_count(worker, chunk);
}
