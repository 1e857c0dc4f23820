/* SPDX-License-Identifier: GPL-2.0-only */
/* The simulations, and what they add to the tables of results. */
#ifndef XMP64_FINDINGS_H
#define XMP64_FINDINGS_H

#include "burst.h"
#include "model/clocks.h"
#include "runner/run.h"
#include "world.h"

/* --- clocks that are synchronised (sections 3.2 and 3.3.2) --- */

/* Time from the last core's offset to the barrier, ps; chosen. */
#define SYNC_LEAD	(1000 * WORLD_NS)

/* Properties of clocks; each value is drawn evenly from -most to most. */
struct sync_clocks {
	uint64_t offset; /* initial, fs */
	int64_t drift; /* in parts of 10^9 */
	uint64_t jitter; /* of a reading, fs */
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
	uint64_t code; /* before each send of the barrier, ps: see world_coded() */
	bool barrier; /* whether cores then enter the barrier; if not, the rest is 0 */
	int64_t least; /* shortest time in the barrier, by a core's clock, fs */
	int64_t most;
	double sum; /* over runs and cores */
	double range_sum; /* of longest less shortest, over runs */
};

/*
 * Synchronise clocks, and enter the barrier. The averaged, links, runs, code and barrier of @study
 * are given; the rest is filled in. Return 0 or a negative errno.
 */
int sync_run(const struct world *world, const struct sync_clocks *clocks,
	     struct sync_study *study);

/* --- schedules, each run once --- */

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

/* --- all --- */

/* Sizes of messages of Fig. 4: 2^0 to 2^10 bytes. */
#define FINDINGS_SIZES_COUNT	11

/* Most random permutations of each size. */
#define FINDINGS_SIZE_RUNS	100

/* Most synchronisations, and random permutations, for a row of a sensitivity table. */
#define FINDINGS_VARIED_RUNS	50

/* What is asked for. */
struct findings_request {
	struct sync_clocks clocks;
	uint32_t runs; /* how often clocks are synchronised */
	uint32_t code; /* between messages of the barrier, ns */
	uint32_t permutations; /* number of random ones */
	uint64_t bytes; /* size of a message in Figs. 5 to 9 */
	uint64_t seed;
};

/* The world of the simulations. */
struct findings {
	struct world world;
	struct findings_request request;
	struct schedule schedule[SCHEDULES_COUNT]; /* measured times are read before they are run */
};

/* The simulations of struct findings, by the names that the study's file uses. */
extern const struct source findings_sources[];

#endif /* XMP64_FINDINGS_H */
