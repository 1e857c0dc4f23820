/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Values that follow each other are seldom independent. Means of batches of them are more so, the
 * longer the batches.
 */
#ifndef STATS_BATCHES_H
#define STATS_BATCHES_H

#include <stddef.h>

/** STATS_BATCHES_LEAST - fewest batches that anything is concluded from */
#define STATS_BATCHES_LEAST	10

/**
 * struct stats_batches - values that follow each other, as batches of equal length
 * @count: number of batches; 0: there are too few values, or they depend on each other too long
 * @length: values of a batch
 * @mean: mean of the batches
 * @variance: variance of the batches' means, unbiased
 * @dependence: how much the mean of a batch tells of the next one's, in standard deviations of what
 *	chance brings
 */
struct stats_batches {
	size_t count;
	size_t length;
	double mean;
	double variance;
	double dependence;
};

/**
 * stats_batches() - find the shortest batches whose means look independent
 * @values: the values, in the order of time
 * @n: number of @values
 * @scratch: room for @n values
 * @batches: filled in; without batches, @length and @dependence are those of the last that were
 *	tried, 0 if there were none
 *
 * This is Fishman's procedure (1978): beginning with 1 the length is doubled until von Neumann's
 * ratio of the means shows no positive correlation of neighbours, at a level of 10 % to one side.
 * The first values are left out where the length does not divide their number.
 */
void stats_batches(const double *values, size_t n, double *scratch, struct stats_batches *batches);

#endif /* STATS_BATCHES_H */
