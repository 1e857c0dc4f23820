/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pearson's chi-square test: do the counts of classes agree with the expected counts? */
#ifndef STATS_CHI_SQUARE_H
#define STATS_CHI_SQUARE_H

#include <stddef.h>
#include <stdint.h>

/* How far counts are from the expected ones. */
struct stats_chi_square {
	double statistic;	/* sum over classes of (count - expected)^2 / expected */
	double df;	/* degrees of freedom: number of classes - 1 */
	double p;	/* probability of such a statistic, or a larger one, by chance */
};

/*
 * Return the probability, to about 12 digits, that a chi-square variable with @df (above 0) degrees
 * of freedom is @value (0 or more) or larger.
 */
double stats_chi_square_tail(double value, double df);

/*
 * Test counts of @n classes, 2 or more, against weights: each class's share of the total, in any
 * unit, above 0. The statistic is multiplied by @scale: 1 if the counted items are independent,
 * otherwise 1 over the factor by which their covariances are larger. Without any counts the
 * statistic is 0.
 */
void stats_chi_square(const uint64_t *counts, const double *weights, size_t n, double scale,
		      struct stats_chi_square *test);

#endif /* STATS_CHI_SQUARE_H */
