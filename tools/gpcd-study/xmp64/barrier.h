/* SPDX-License-Identifier: GPL-2.0-only */
/* Single messages (Table 1) and the barrier (section 3.3). */
#ifndef XMP64_BARRIER_H
#define XMP64_BARRIER_H

#include "world.h"

/*
 * Find the time of a short message without other traffic, from the start of its send to the end of
 * its receive; @hops links lie between its chips, 0 to WORLD_DIMS. Return 0 or a negative errno.
 */
int barrier_journey(const struct world *world, unsigned int hops, uint64_t *ps);

/* Times of cores in the barrier, ps. */
struct barrier_times {
	uint64_t least;
	uint64_t most;
	uint64_t sum; /* of all cores */
	uint64_t first; /* of core 0 */
};

/*
 * Run the barrier on all cores. @links is as in struct world_run; @start is when each core arrives,
 * or NULL: all at once. Return 0 or a negative errno.
 */
int barrier_run(const struct world *world, unsigned int links, const uint64_t *start,
		struct barrier_times *times);

/*
 * Run @program, the barrier, and find when each core leaves it; @start is when each core arrives.
 * Return 0 or a negative errno.
 */
int barrier_ends(const struct world *world, const struct program *program, const uint64_t *start,
		 uint64_t *end);

/* Make the barrier of all cores, for program_free(). Return 0 or a negative errno. */
int barrier_program(struct program **program);

#endif /* XMP64_BARRIER_H */
