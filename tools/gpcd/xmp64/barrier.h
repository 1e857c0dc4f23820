/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Single messages (Table 1), and the barrier (section 3.3).
 */
#ifndef XMP64_BARRIER_H
#define XMP64_BARRIER_H

#include "world.h"

/**
 * barrier_journey() - find how long a short message takes without any other
 * @world: the machine
 * @hops: links between its chips, 0 to WORLD_DIMS
 * @ps: filled in: from when it begins to be sent until it is received
 *
 * Return: 0 or a negative errno.
 */
int barrier_journey(const struct world *world, unsigned int hops, uint64_t *ps);

/**
 * struct barrier_times - how long cores are in the barrier
 * @least: the shortest time
 * @most: the longest
 * @sum: sum of the times of all cores
 * @first: time of core 0
 */
struct barrier_times {
	uint64_t least;
	uint64_t most;
	uint64_t sum;
	uint64_t first;
};

/**
 * barrier_run() - let all cores go through the barrier
 * @world: the machine
 * @links: as of struct world_run
 * @start: when each core comes, or NULL: all at once
 * @times: filled in
 *
 * Return: 0 or a negative errno.
 */
int barrier_run(const struct world *world, unsigned int links, const uint64_t *start,
		struct barrier_times *times);

/**
 * barrier_ends() - likewise, and find when each core leaves it
 * @world: the machine
 * @program: the barrier
 * @start: when each core comes
 * @end: filled in, by core
 *
 * Return: 0 or a negative errno.
 */
int barrier_ends(const struct world *world, const struct program *program, const uint64_t *start,
		 uint64_t *end);

/**
 * barrier_program() - make the barrier of all cores
 * @program: filled in, for program_free()
 *
 * Return: 0 or a negative errno.
 */
int barrier_program(struct program **program);

#endif /* XMP64_BARRIER_H */
