/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Clocks that differ, and how ranks find out by how much: Hanlon, "XMP-64 performance measurements"
 * (2010), section 3.2. Ranks are corners of a hypercube.
 *
 * Readings of clocks and their differences are in fs, since an exchange halves a sum of ps and must
 * do so without a remainder. True time is in ps.
 */
#ifndef MODEL_CLOCKS_H
#define MODEL_CLOCKS_H

#include <stdint.h>

/* fs in a ps. */
#define MODEL_CLOCK_FS	1000

/* The latest true time at which a clock is read, ps: 1 s. */
#define MODEL_CLOCK_TIME	1000000000000

/* The most by which a clock may differ from true time, fs: 100 s. */
#define MODEL_CLOCK_OFFSET	100000000000000000

/* The most by which a clock may be fast or slow, in parts of 10^9. */
#define MODEL_CLOCK_DRIFT	1000000

/* A clock. */
struct model_clock {
	int64_t offset;	/* its reading at time 0, fs */
	int64_t drift;	/* parts of 10^9 by which it is fast */
};

/*
 * Return what a clock reads at true time @time (ps, 0 to MODEL_CLOCK_TIME), in fs, without the
 * fraction of a fs.
 */
int64_t model_clock_read(const struct model_clock *clock, int64_t time);

/*
 * Return the true time at which a clock reads @says fs: ps, accurate to 1 ps; negative before time
 * 0.
 */
int64_t model_clock_when(const struct model_clock *clock, int64_t says);

/*
 * Return by how much a master's clock is ahead of its slave's, in fs, without the fraction of a fs.
 * The slave read @t0 before sending the message that the master received at @t1, just before it
 * sent the message that the slave received at @t2. By (1) t1 - t0 = delta + h + e, by (2) t2 - t1 =
 * -delta + h + e; half of their difference is delta = t1 - t0/2 - t2/2. Delays that are the same in
 * both directions, h and e, cancel.
 */
int64_t model_clock_delta(int64_t t0, int64_t t1, int64_t t2);

/* The differences that a master knows. */
struct model_clock_sum {
	int64_t sum;	/* fs */
	uint32_t count;	/* differences in the sum */
};

/*
 * Let the masters of a dimension (ranks with bit @dim set) exchange what they have found. @sums is
 * by rank: a master starts with its own difference and a count of 1, and ends with all that it
 * learned. In the lower dimensions, the lowest first, each master adds its partner's sum to its
 * own; a partner that is not a rank has none. So a master knows its whole sub-cube if that is full.
 */
void model_clock_average(struct model_clock_sum *sums, uint32_t ranks, unsigned int dim);

/* Return the mean, fs, rounded to the nearest. The count must be above 0. */
int64_t model_clock_mean(const struct model_clock_sum *sum);

#endif /* MODEL_CLOCKS_H */
