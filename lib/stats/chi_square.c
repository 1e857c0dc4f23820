// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The tail is a regularised incomplete gamma function: below the mean it is 1 minus the power
 * series of the other part (DLMF 8.11.4), above it the continued fraction (DLMF 8.9.2), evaluated
 * forwards.
 */
#include <math.h>

#include "chi_square.h"

#define TERMS	100000
#define EXACT	(1 / 1e15)
#define ENDLESS	1e300	/* stands for a quotient with denominator 0 */

/* x^a e^-x / gamma(a) */
static double front_of(double a, double x)
{
	return exp(a * log(x) - x - lgamma(a));
}

/* 1 / a + x / (a (a + 1)) + x^2 / (a (a + 1) (a + 2)) + ... */
static double series(double a, double x)
{
	double term = 1 / a, sum = term;
	unsigned int i;

	for (i = 1; i < TERMS && term > EXACT * sum; i++) {
		term *= x / (a + i);
		sum += term;
	}
	return sum;
}

/* 1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - 2 (2 - a) / (x + 5 - a - ...))), for x > a. */
static double tail_fraction(double a, double x)
{
	double by = x + 1 - a, numerators = ENDLESS, denominators = 1 / by;
	double value = denominators, step = 0;
	unsigned int i;

	for (i = 1; i < TERMS && fabs(step - 1) > EXACT; i++) {
		double over = i * (a - i);

		by += 2;
		denominators = 1 / (by + over * denominators);
		numerators = by + over / numerators;
		step = numerators * denominators;
		value *= step;
	}
	return value;
}

double stats_chi_square_tail(double value, double df)
{
	double a = df / 2, x = value / 2;

	if (x <= 0)
		return 1;
	if (isinf(x))
		return 0;
	if (x < a + 1)
		return 1 - front_of(a, x) * series(a, x);
	return front_of(a, x) * tail_fraction(a, x);
}

void stats_chi_square(const uint64_t *counts, const double *weights, size_t n, double scale,
		      struct stats_chi_square *test)
{
	double weight = 0, count = 0, off;
	size_t i;

	for (i = 0; i < n; i++) {
		weight += weights[i];
		count += counts[i];
	}
	*test = (struct stats_chi_square){ .df = n - 1 };
	for (i = 0; i < n && count > 0; i++) {
		double expected = count * weights[i] / weight;

		off = counts[i] - expected;
		test->statistic += scale * off * off / expected;
	}
	test->p = stats_chi_square_tail(test->statistic, test->df);
}
