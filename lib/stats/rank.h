/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * An interval of the median between two order statistics, which assumes no distribution of the
 * values: each value lies below the median with probability 1/2, independently of the others, so
 * the number of such values among n is binomial.
 */
#ifndef STATS_RANK_H
#define STATS_RANK_H

#include <stddef.h>

/* Fewer values than this have no 95 % interval of the median. */
#define STATS_MEDIAN_LEAST	6

/* An interval of the median, by ranks. */
struct stats_ranks {
	size_t low;	/* of its lower end, from 1 in ascending order; 0: no interval */
	size_t high;	/* of its upper end: n + 1 - low */
	double coverage;	/* probability that it contains the median */
};

/*
 * Find the narrowest symmetric interval that covers the median of @n independent values with 95 %
 * or more. Coverage is exact, so it exceeds 95 %, the more the fewer values there are: 96.9 % by
 * the first and the last of 6. The ranks are 0 for fewer than STATS_MEDIAN_LEAST values.
 */
struct stats_ranks stats_median_ranks(size_t n);

#endif /* STATS_RANK_H */
