/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Synchronise the clocks of all cores, then let all enter the barrier at the same time by their
 * clocks (sections 3.2 and 3.3.2).
 */
#ifndef XMP64_SYNC_H
#define XMP64_SYNC_H

#include "model/clocks.h"
#include "world.h"

/* Time from the last core's offset to the barrier, ps; chosen. */
#define SYNC_LEAD	(1000 * WORLD_NS)

/* Properties of clocks; each value is drawn evenly from -most to most. */
struct sync_clocks {
	int64_t offset; /* initial, fs */
	int64_t drift; /* in parts of 10^9 */
	int64_t jitter; /* of a reading, fs */
	uint64_t seed;
};

/* Synchronisations of clocks, and their results. */
struct sync_study {
	bool averaged; /* with means over the sub-cubes synchronised before */
	unsigned int links; /* during synchronisation, as in struct world_run */
	uint32_t runs; /* each with other clocks */
	uint64_t ps; /* duration of a synchronisation */
	/* absolute errors of clocks on entry to the barrier, over runs and cores but core 0, fs */
	double error_sum;
	int64_t error_most; /* largest error */
	bool barrier; /* whether cores then enter the barrier; if not, the rest is 0 */
	int64_t least; /* shortest time in the barrier, by a core's clock, fs */
	int64_t most;
	double sum; /* over runs and cores */
	double range_sum; /* of longest less shortest, over runs */
};

/*
 * Synchronise clocks, and enter the barrier. The averaged, links, runs and barrier of @study are
 * given; the rest is filled in. Return 0 or a negative errno.
 */
int sync_run(const struct world *world, const struct sync_clocks *clocks,
	     struct sync_study *study);

#endif /* XMP64_SYNC_H */
