// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * A binary heap that knows the places of its numbers, so that it never holds one twice and needs no
 * memory while it is used.
 */
#include <errno.h>
#include <stdlib.h>

#include "netsim/worm/due.h"

int worm_due_new(struct worm_due *due, uint32_t numbers)
{
	due->time = calloc(numbers, sizeof(*due->time));
	due->place = calloc(numbers, sizeof(*due->place));
	due->heap = calloc(numbers, sizeof(*due->heap));
	due->count = 0;
	return due->time && due->place && due->heap ? 0 : -ENOMEM;
}

/* Numbers that are due at one time come in their order. */
static bool due_before(const struct worm_due *due, uint32_t a, uint32_t b)
{
	return due->time[a] != due->time[b] ? due->time[a] < due->time[b] : a < b;
}

static void due_put(struct worm_due *due, uint32_t at, uint32_t number)
{
	due->heap[at] = number;
	due->place[number] = 1 + at;
}

void worm_due_set(struct worm_due *due, uint32_t number, uint64_t time)
{
	uint32_t at, above;

	if (due->place[number] && due->time[number] <= time)
		return;
	at = due->place[number] ? due->place[number] - 1 : due->count++;
	due->time[number] = time;
	for (; at; at = above) {
		above = (at - 1) / 2;
		if (due_before(due, due->heap[above], number))
			break;
		due_put(due, at, due->heap[above]);
	}
	due_put(due, at, number);
}

uint32_t worm_due_take(struct worm_due *due)
{
	uint32_t first = due->heap[0], last = due->heap[--due->count], at = 0, below;

	due->place[first] = 0;
	if (!due->count)
		return first;
	while ((below = 2 * at + 1) < due->count) {
		if (below + 1 < due->count &&
		    due_before(due, due->heap[below + 1], due->heap[below]))
			below++;
		if (due_before(due, last, due->heap[below]))
			break;
		due_put(due, at, due->heap[below]);
		at = below;
	}
	due_put(due, at, last);
	return first;
}

void worm_due_free(struct worm_due *due)
{
	free(due->time);
	free(due->place);
	free(due->heap);
}
