/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Clocks that differ, and how ranks find out by how much: Hanlon, "XMP-64 performance
 * measurements" (2010), section 3.2. Ranks are corners of a hypercube.
 *
 * What clocks say, and how they differ, is in fs: an exchange halves a sum of ps, and so does it
 * without a rest. The time of the world is in ps.
 */
#ifndef MODEL_CLOCKS_H
#define MODEL_CLOCKS_H

#include <stdint.h>

/** MODEL_CLOCK_FS - fs of a ps */
#define MODEL_CLOCK_FS	1000

/** MODEL_CLOCK_TIME - the last time of the world at which a clock is read, ps: 1 s */
#define MODEL_CLOCK_TIME	1000000000000

/** MODEL_CLOCK_OFFSET - most fs by which a clock is ahead or behind, 100 s */
#define MODEL_CLOCK_OFFSET	100000000000000000

/** MODEL_CLOCK_DRIFT - most parts of 10^9 by which a clock is fast or slow */
#define MODEL_CLOCK_DRIFT	1000000

/**
 * struct model_clock - a clock
 * @offset: what it says at time 0, fs
 * @drift: parts of 10^9 by which it is fast
 */
struct model_clock {
	int64_t offset;
	int64_t drift;
};

/**
 * model_clock_read() - read a clock
 * @clock: the clock
 * @time: when, ps, 0 to MODEL_CLOCK_TIME
 *
 * Return: what it says, fs; the fraction of a fs is dropped.
 */
int64_t model_clock_read(const struct model_clock *clock, int64_t time);

/**
 * model_clock_when() - find out when a clock says something
 * @clock: the clock
 * @says: what it is to say, fs
 *
 * Return: the time of the world, ps, to 1 ps; below 0: that was before time 0.
 */
int64_t model_clock_when(const struct model_clock *clock, int64_t says);

/**
 * model_clock_delta() - find by how much a master's clock is ahead of its slave's
 * @t0: what the slave read before it sent the message that the master received at @t1
 * @t1: what the master read before it sent the message that the slave received at @t2
 * @t2: what the slave read then
 *
 * By (1) t1 - t0 = delta + h + e, by (2) t2 - t1 = -delta + h + e; half of their difference is
 * delta = t1 - t0/2 - t2/2. Whatever is the same both ways, h and e, falls out of it.
 *
 * Return: delta, fs; the fraction of a fs is dropped.
 */
int64_t model_clock_delta(int64_t t0, int64_t t1, int64_t t2);

/**
 * struct model_clock_sum - what a master knows of differences
 * @sum: sum of those that it knows, fs
 * @count: how many
 */
struct model_clock_sum {
	int64_t sum;
	uint32_t count;
};

/**
 * model_clock_average() - let masters of a dimension exchange what they have found
 * @sums: sums by rank. Those of masters are their own difference, with a count of 1, and become all
 *	that they know
 * @ranks: number of ranks
 * @dim: the dimension: bit @dim of a master is 1
 *
 * In the dimensions below, the lowest first, each master adds the sum of its partner to its own; a
 * partner that is no rank has none. So a master knows all of its sub-cube if that is full.
 */
void model_clock_average(struct model_clock_sum *sums, uint32_t ranks, unsigned int dim);

/**
 * model_clock_mean() - find the mean of what a master knows
 * @sum: the sum; its count is above 0
 *
 * Return: the mean, fs, rounded to the nearest.
 */
int64_t model_clock_mean(const struct model_clock_sum *sum);

#endif /* MODEL_CLOCKS_H */
