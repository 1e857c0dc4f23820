/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The schedules that are simulated, each run once by all cores, and beside them the times of an MPI
 * program that runs the same, gm-measure(1).
 */
#ifndef XMP64_SCHEDULES_H
#define XMP64_SCHEDULES_H

#include "world.h"

/** SCHEDULES_COUNT - number of schedules: the barrier, clocks, permutations */
#define SCHEDULES_COUNT	9

/**
 * struct schedules_measured - time of an MPI program, of the slowest rank in each round
 * @ns: median, ns
 * @low: the 95 % interval of the median begins here
 * @high: it ends here
 */
struct schedules_measured {
	double ns;
	double low;
	double high;
};

/**
 * struct schedule - a schedule, and what it takes
 * @name: its name
 * @messages: how many are sent
 * @bytes: size of each message
 * @simulated: until the last core has come to its end, ps
 * @is_measured: there is @measured
 * @measured: time of an MPI program
 */
struct schedule {
	const char *name;
	uint32_t messages;
	uint64_t bytes;
	uint64_t simulated;
	bool is_measured;
	struct schedules_measured measured;
};

/**
 * schedules_simulate() - simulate all schedules
 * @world: the machine, with the links of its file
 * @bytes: size of a message of a permutation
 * @seed: seed of the random permutation
 * @list: filled in, but for what is measured
 *
 * Return: 0 or a negative errno.
 */
int schedules_simulate(const struct world *world, uint64_t bytes, uint64_t seed,
		       struct schedule list[SCHEDULES_COUNT]);

/**
 * schedules_read() - read what was measured
 * @folder: folder of files NAME.csv of schedules, as `gm-measure --program --csv' prints them; any
 *	of them may be missing, but not all
 * @list: what is measured is filled in; names are there
 *
 * Return: the exit code, having said what is wrong.
 */
int schedules_read(const char *folder, struct schedule list[SCHEDULES_COUNT]);

/**
 * schedules_name() - fill in the names of all schedules
 * @list: filled in
 */
void schedules_name(struct schedule list[SCHEDULES_COUNT]);

#endif /* XMP64_SCHEDULES_H */
