/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Clocks of all cores are synchronised, and then all enter the barrier at one time by them
 * (sections 3.2 and 3.3.2).
 */
#ifndef XMP64_SYNC_H
#define XMP64_SYNC_H

#include "model/clocks.h"
#include "world.h"

/** SYNC_LEAD - from when the last core has its offset to when all enter the barrier, ps; chosen */
#define SYNC_LEAD	(1000 * WORLD_NS)

/**
 * struct sync_clocks - what clocks are like: each value is drawn evenly from -most to most
 * @offset: most that a clock is ahead or behind at first, fs
 * @drift: most that a clock is fast or slow, parts of 10^9
 * @jitter: most that a reading is wrong, fs
 * @seed: seed of all that is drawn
 */
struct sync_clocks {
	int64_t offset;
	int64_t drift;
	int64_t jitter;
	uint64_t seed;
};

/**
 * struct sync_study - synchronisations of clocks, and what came of them
 * @averaged: with the means over the sub-cubes that were synchronised before
 * @links: as of struct world_run, while clocks are synchronised
 * @runs: how often, each time with other clocks
 * @ps: how long a synchronisation takes
 * @error_sum: sum over runs and cores, but for core 0, of how wrong clocks are when they are to
 *	enter the barrier, without sign, fs
 * @error_most: the largest of these
 * @barrier: whether cores enter the barrier afterwards; otherwise what follows is 0
 * @least: shortest time in the barrier by a core's clock, fs
 * @most: the longest
 * @sum: sum over runs and cores
 * @range_sum: sum over runs of the difference of the longest and the shortest
 */
struct sync_study {
	bool averaged;
	unsigned int links;
	uint32_t runs;
	uint64_t ps;
	double error_sum;
	int64_t error_most;
	bool barrier;
	int64_t least;
	int64_t most;
	double sum;
	double range_sum;
};

/**
 * sync_run() - synchronise clocks, and enter the barrier
 * @world: the machine
 * @clocks: its clocks
 * @study: @averaged, @links, @runs and @barrier are given, the rest is filled in
 *
 * Return: 0 or a negative errno.
 */
int sync_run(const struct world *world, const struct sync_clocks *clocks,
	     struct sync_study *study);

#endif /* XMP64_SYNC_H */
