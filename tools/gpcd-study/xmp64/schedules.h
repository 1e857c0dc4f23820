/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The schedules that are simulated, each run once by all cores, and the times of MPI programs that
 * run the same, from gm-measure(1).
 */
#ifndef XMP64_SCHEDULES_H
#define XMP64_SCHEDULES_H

#include "world.h"

/* Number of schedules: the barrier, clocks, permutations. */
#define SCHEDULES_COUNT	9

/* Time of an MPI program: the slowest rank of each round. */
struct schedules_measured {
	double ns; /* median */
	double low; /* of the median's 95 % interval */
	double high;
};

/* A schedule and its times. */
struct schedule {
	const char *name;
	uint32_t messages;
	uint64_t bytes; /* per message */
	uint64_t simulated; /* until the last core has ended, ps */
	bool is_measured; /* measured is valid */
	struct schedules_measured measured; /* by an MPI program */
};

/*
 * Simulate all schedules with the links of the machine's file. @bytes is the size of a
 * permutation's message, @seed is for the random permutation. Return 0 or a negative errno.
 */
int schedules_simulate(const struct world *world, uint64_t bytes, uint64_t seed,
		       struct schedule list[SCHEDULES_COUNT]);

/*
 * Read measured times from files NAME.csv in @folder, as `gm-measure --program --csv' prints them,
 * for schedules that have names. Some files may be missing, but not all. Report any error and
 * return the exit code.
 */
int schedules_read(const char *folder, struct schedule list[SCHEDULES_COUNT]);

/* Fill in the names of all schedules. */
void schedules_name(struct schedule list[SCHEDULES_COUNT]);

#endif /* XMP64_SCHEDULES_H */
