// SPDX-License-Identifier: LGPL-2.1-or-later
#include <math.h>

#include "rank.h"

/* Probability beyond each end of the interval. */
#define BEYOND	0.025

/*
 * Standard deviations below the mean where the sum of probabilities begins; less than 1e-22 is left
 * out.
 */
#define DEVIATIONS	10

/*
 * Return the binomial probability C(n, k) / 2^n. For a large n its relative error may be 1e-7,
 * which changes a rank only if a sum is that close to the limit.
 */
static double binomial(size_t n, size_t k)
{
	int sign;

	return exp(lgamma_r(n + 1.0, &sign) - lgamma_r(k + 1.0, &sign) -
		   lgamma_r(n - k + 1.0, &sign) - n * M_LN2);
}

struct stats_ranks stats_median_ranks(size_t n)
{
	double first = floor(n / 2.0 - DEVIATIONS * sqrt(n) / 2);
	size_t k = first > 0 ? first : 0;
	double one = k ? binomial(n, k) : exp2(-(double)n), below = 0;

	if (n < STATS_MEDIAN_LEAST)
		return (struct stats_ranks){ 0 };
	for (; below + one <= BEYOND; k++) {
		below += one;
		one *= (double)(n - k) / (k + 1);
	}
	return (struct stats_ranks){ .low = k, .high = n + 1 - k, .coverage = 1 - 2 * below };
}
