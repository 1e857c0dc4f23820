// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The tails are a regularised incomplete beta function, computed by its continued fraction (DLMF
 * 8.17.22), forwards by the scaled recurrence of numerators and denominators.
 */
#include <math.h>

#include "student.h"

#define TERMS	10000
#define TINY	(1 / 1e300)
#define EXACT	(1 / 1e15)

/* Return a coefficient of the continued fraction; @index is from 1. */
static double term(double a, double b, double x, unsigned int index)
{
	unsigned int m = index / 2;

	if (index % 2)
		return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
	return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
}

static double nonzero(double value)
{
	return fabs(value) < TINY ? TINY : value;
}

/* 1 + d1 / (1 + d2 / (1 + ...)), by the ratios of successive numerators and denominators. */
static double fraction(double a, double b, double x)
{
	double value = 1, numerators = 1, denominators = 0, step = 0;
	unsigned int i;

	for (i = 1; i < TERMS && fabs(step - 1) > EXACT; i++) {
		double d = term(a, b, x, i);

		denominators = 1 / nonzero(1 + d * denominators);
		numerators = nonzero(1 + d / numerators);
		step = numerators * denominators;
		value *= step;
	}
	return value;
}

static double beta_part(double x, double a, double b)
{
	double front = lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x);

	return exp(front) / (a * fraction(a, b, x));
}

/* The fraction converges fast if x is below the mean of the beta distribution. */
static double beta(double x, double a, double b)
{
	if (x <= 0)
		return 0;
	if (x >= 1)
		return 1;
	return x < (a + 1) / (a + b + 2) ? beta_part(x, a, b) : 1 - beta_part(1 - x, b, a);
}

double stats_student_tails(double t, double df)
{
	if (isinf(t))
		return 0;
	return beta(df / (df + t * t), df / 2, 0.5);
}

double stats_student_quantile(double tails, double df)
{
	double low = 0, high = 1;
	unsigned int i;

	while (stats_student_tails(high, df) > tails && high < 1e15)
		high *= 2;
	for (i = 0; i < 200 && high - low > 10 * EXACT * high; i++) {
		double middle = (low + high) / 2;

		if (stats_student_tails(middle, df) > tails)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}
