// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Timers of a chip: a binary heap, the first one on top.
 */
#include <errno.h>
#include <stdlib.h>

#include "netsim/job/state.h"

static bool is_before(const struct job_timer *a, const struct job_timer *b)
{
	return a->cycle != b->cycle ? a->cycle < b->cycle : a->order < b->order;
}

static int heap_grow(struct job_chip *chip)
{
	size_t room = chip->room ? 2 * chip->room : 8;
	struct job_timer *more = reallocarray(chip->timer, room, sizeof(*more));

	if (!more)
		return -ENOMEM;
	chip->timer = more;
	chip->room = room;
	return 0;
}

void job_timer_set(struct job_chip *chip, uint64_t cycle, uint32_t op, enum job_timer_kind kind)
{
	const struct job_timer timer = { cycle, chip->order++, op, kind };
	size_t at = chip->timers;

	if (at == chip->room && heap_grow(chip)) {
		chip->error = -ENOMEM;
		return;
	}
	chip->timers++;
	for (; at && is_before(&timer, &chip->timer[(at - 1) / 2]); at = (at - 1) / 2)
		chip->timer[at] = chip->timer[(at - 1) / 2];
	chip->timer[at] = timer;
}

bool job_timer_take(struct job_chip *chip, struct job_timer *timer)
{
	struct job_timer *heap = chip->timer, last;
	size_t at = 0, below;

	if (!chip->timers || heap->cycle > chip->now)
		return false;
	*timer = *heap;
	last = heap[--chip->timers];
	while ((below = 2 * at + 1) < chip->timers) {
		if (below + 1 < chip->timers && is_before(&heap[below + 1], &heap[below]))
			below++;
		if (is_before(&last, &heap[below]))
			break;
		heap[at] = heap[below];
		at = below;
	}
	heap[at] = last;
	return true;
}
