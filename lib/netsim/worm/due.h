/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The times at which links and channels have something to do, each at most one.
 */
#ifndef NETSIM_WORM_DUE_H
#define NETSIM_WORM_DUE_H

#include <stdint.h>

/**
 * struct worm_due - who has something to do when
 * @time: by number: when; it counts only if the number is in @heap
 * @place: by number: 1 + its place in @heap; 0: it has nothing to do
 * @heap: numbers, a binary heap, the first one on top
 * @count: how many are in @heap
 */
struct worm_due {
	uint64_t *time;
	uint32_t *place;
	uint32_t *heap;
	uint32_t count;
};

/**
 * worm_due_new() - make one in which nobody has anything to do
 * @due: filled in, for worm_due_free(), also after an error
 * @numbers: numbers are below this
 *
 * Return: 0, -ENOMEM.
 */
int worm_due_new(struct worm_due *due, uint32_t numbers);

/**
 * worm_due_set() - let somebody have something to do
 * @due: the times
 * @number: who
 * @time: when; a later time than it had is ignored
 */
void worm_due_set(struct worm_due *due, uint32_t number, uint64_t time);

/**
 * worm_due_first() - find the first time
 * @due: the times
 *
 * Return: the time; UINT64_MAX: there is none.
 */
static inline uint64_t worm_due_first(const struct worm_due *due)
{
	return due->count ? due->time[due->heap[0]] : UINT64_MAX;
}

/**
 * worm_due_take() - take who comes first, of one time any one
 * @due: the times, of which there is one
 *
 * Return: the number, which has nothing to do any more.
 */
uint32_t worm_due_take(struct worm_due *due);

/**
 * worm_due_free() - free the memory
 * @due: the times
 */
void worm_due_free(struct worm_due *due);

#endif /* NETSIM_WORM_DUE_H */
