// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Credits that come back. As a rule they are counted at the end of the window. Only if credits are
 * short are the window's credits sorted by channel, to find which have come back by now.
 */
#include <errno.h>
#include <stdlib.h>

#include "phases.h"
#include "window.h"

/* A time in the place that credits have for cycles. */
static uint32_t credit_cycle(uint32_t time)
{
	return time << CREDIT_CHANNEL;
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

/* Put credits off until the next window. */
static void credits_keep(struct worker *worker, const uint32_t *credit, unsigned int count)
{
	for (; count > 0; count--)
		inbox_credit(worker->window.own, &worker->store, *credit++);
}

/*
 * Take a chunk's credits that are due, and keep the others for the next window. No branch, because
 * it cannot be predicted whether a credit is due.
 */
static void chunk_take(struct worker *worker, struct chunk *chunk)
{
	unsigned int mask = (INPUTS - 1) & worker->net->channel_mask;
	struct window *window = &worker->window;
	struct returned *returned = window->returned + window->returns;
	uint32_t base = credit_cycle(window->base), end = credit_cycle(window->length);
	const uint32_t *first = chunk_credits(chunk), *credit = first + chunk->credits;
	uint32_t keep[CHUNK_CREDITS], ahead;
	unsigned int kept = 0;

	while (credit > first) {
		ahead = *--credit - base;
		*returned = (struct returned){
			.channel = ahead & mask, .time = ahead >> CREDIT_CHANNEL,
		};
		returned += ahead < end;
		keep[kept] = *credit;
		kept += ahead >= end;
	}
	window->returns = returned - window->returned;
	credits_keep(worker, keep, kept);
}

/* Put a credit into the list of its channel, before those that come later. */
static void credit_place(struct window *window, struct returned *credit)
{
	uint32_t *place = &window->coming[credit->channel];

	while (*place && window->returned[*place - 1].time < credit->time)
		place = &window->returned[*place - 1].next;
	credit->next = *place;
	*place = credit - window->returned + 1;
}

/* Credits of one FIFO were sent in the order of time, so that the last ones are placed first. */
static void credits_place(struct worker *worker)
{
	struct window *window = &worker->window;
	struct returned *credit;
	uint32_t number;

	for (number = window->returns; number > 0; number--) {
		credit = &window->returned[number - 1];
		if (worker->net->fifo_bits) {
			credit_place(window, credit);
			continue;
		}
		credit->next = window->coming[credit->channel];
		window->coming[credit->channel] = number;
	}
}

void net_credits_sort(struct worker *worker)
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
			chunk_take(worker, chunk);
	credits_place(worker);
}

/* Count the credits that were sorted and have not been counted yet. */
static void sorted_end(struct window *window)
{
	const struct returned *returned = window->returned;
	const struct returned *end = returned + window->returns;

	for (; returned < end; returned++) {
		window->tiles.credits[returned->channel] += !returned->collected;
		window->coming[returned->channel] = 0;
	}
	window->returns = 0;
	window->sorted = false;
}

/* No branch, because it cannot be predicted whether a credit is due. */
static void chunk_count(struct worker *worker, struct chunk *chunk)
{
	unsigned int mask = (INPUTS - 1) & worker->net->channel_mask, kept = 0;
	struct window *window = &worker->window;
	uint32_t base = credit_cycle(window->base), end = credit_cycle(window->length);
	const uint32_t *first = chunk_credits(chunk), *credit = first + chunk->credits;
	uint16_t *credits = window->tiles.credits;
	uint32_t keep[CHUNK_CREDITS], ahead;

	while (credit > first) {
		ahead = *--credit - base;
		credits[ahead & mask] += ahead < end;
		keep[kept] = *credit;
		kept += ahead >= end;
	}
	credits_keep(worker, keep, kept);
}

void net_credits_end(struct worker *worker)
{
	struct window *window = &worker->window;
	struct chunk *chunk;
	unsigned int i;

	if (window->sorted) {
		sorted_end(window);
		return;
	}
	for (i = 0; i < 2; i++)
		for (chunk = window->read[i]; chunk; chunk = chunk->next)
			chunk_count(worker, chunk);
}
