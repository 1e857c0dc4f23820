/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * An interval of the median that assumes nothing about how values are distributed: two order
 * statistics. Each value lies below the median with a probability of 1/2, whatever the others do,
 * so how many of n do is binomial.
 */
#ifndef STATS_RANK_H
#define STATS_RANK_H

#include <stddef.h>

/** STATS_MEDIAN_LEAST - fewer values than this have no 95 % interval of the median */
#define STATS_MEDIAN_LEAST	6

/**
 * struct stats_ranks - an interval of the median, by ranks
 * @low: rank of the value that it begins with, from 1 in ascending order; 0: there is none
 * @high: rank of the value that it ends with: n + 1 - @low
 * @coverage: probability that the median lies between these two values, 0 to 1
 */
struct stats_ranks {
	size_t low;
	size_t high;
	double coverage;
};

/**
 * stats_median_ranks() - find the narrowest symmetric interval of the median that covers 95 %
 * @n: number of values, which must be independent of each other
 *
 * The coverage is exact, so that it is above 95 %, the more the fewer values there are: 96.9 % by
 * the first and the last of 6.
 *
 * Return: the ranks; those of fewer than STATS_MEDIAN_LEAST values are 0.
 */
struct stats_ranks stats_median_ranks(size_t n);

#endif /* STATS_RANK_H */
