/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The times at which links and channels have something to do, at most one for each. */
#ifndef NETSIM_WORM_DUE_H
#define NETSIM_WORM_DUE_H

#include <stdbool.h>
#include <stdint.h>

/* When each number has something to do. */
struct worm_due {
	uint64_t *time;		/* by number: valid only if the number is in heap */
	uint32_t *place;	/* by number: 1 + its index in heap; 0: nothing to do */
	uint32_t *heap;		/* numbers, a binary heap, the first time on top */
	uint32_t count;		/* numbers in heap */
};

/*
 * Make an empty one for numbers below a limit. It needs worm_due_free() even after an error.
 * Returns 0 or -ENOMEM.
 */
int worm_due_new(struct worm_due *due, uint32_t numbers);

/* Give a number something to do; a later time than it has already is ignored. */
void worm_due_set(struct worm_due *due, uint32_t number, uint64_t time);

/* Return the first time; UINT64_MAX: there is none. */
static inline uint64_t worm_due_first(const struct worm_due *due)
{
	return due->count ? due->time[due->heap[0]] : UINT64_MAX;
}

/* Take and return the number with the first time, the lowest of several. There is one. */
uint32_t worm_due_take(struct worm_due *due);

/* Free the memory. */
void worm_due_free(struct worm_due *due);

#endif /* NETSIM_WORM_DUE_H */
