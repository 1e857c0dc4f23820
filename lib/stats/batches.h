/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Consecutive values are seldom independent. The longer the batches of values, the more independent
 * are their means.
 */
#ifndef STATS_BATCHES_H
#define STATS_BATCHES_H

#include <stddef.h>

/* Minimum number of batches for any conclusion. */
#define STATS_BATCHES_LEAST	10

/* Consecutive values, in batches of equal length. */
struct stats_batches {
	size_t count;	/* batches; 0: too few values, or they depend on each other for too long */
	size_t length;	/* values of a batch */
	double mean;	/* of the batches */
	double variance;	/* of the batches' means, unbiased */
	double dependence; /* correlation of neighbouring means, in standard deviations of chance */
};

/*
 * Find the shortest batches of @values, which are in order of time, whose means look independent:
 * Fishman's procedure (1978). Beginning with 1 the length is doubled until von Neumann's ratio of
 * the means shows no positive correlation of neighbours, at a one-sided level of 10 %. The first
 * values are left out if the length does not divide their number. @scratch has room for @n values.
 * If no batches are found, length and dependence are those of the last attempt, or 0 if there was
 * none.
 */
void stats_batches(const double *values, size_t n, double *scratch, struct stats_batches *batches);

#endif /* STATS_BATCHES_H */
