/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Pearson's chi-square test: whether counts of classes are those that are expected.
 */
#ifndef STATS_CHI_SQUARE_H
#define STATS_CHI_SQUARE_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct stats_chi_square - how far counts are from what is expected
 * @statistic: the sum over classes of (count - expected)^2 / expected
 * @df: degrees of freedom: classes less 1
 * @p: how often chance alone brings such a statistic or a larger one, 0 to 1
 */
struct stats_chi_square {
	double statistic;
	double df;
	double p;
};

/**
 * stats_chi_square_tail() - find how often chance brings a value or a larger one
 * @value: the value, 0 or more
 * @df: degrees of freedom, above 0
 *
 * Return: the probability, 0 to 1, to 12 digits or so.
 */
double stats_chi_square_tail(double value, double df);

/**
 * stats_chi_square() - test counts against weights
 * @counts: how many are in each class
 * @weights: by class: its share of all that is expected, in any unit, above 0
 * @n: number of classes, 2 or more
 * @scale: what the statistic is multiplied by, above 0: 1 where those that are counted are
 *	independent; otherwise 1 over the factor by which their covariances are larger
 * @test: filled in; without any counts the statistic is 0
 */
void stats_chi_square(const uint64_t *counts, const double *weights, size_t n, double scale,
		      struct stats_chi_square *test);

#endif /* STATS_CHI_SQUARE_H */
