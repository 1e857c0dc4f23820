// SPDX-License-Identifier: LGPL-2.1-or-later
#include <math.h>

#include "batches.h"

/* The upper 10 % quantile of the normal distribution. */
#define LEVEL	1.2815515655446004

/* Return a mean, by distances to the first value: thus the mean of equal values is exact. */
static double mean_of(const double *values, size_t n)
{
	double distance = 0;
	size_t i;

	for (i = 1; i < n; i++)
		distance += (values[i] - values[0]) / n;
	return values[0] + distance;
}

static void means_find(const double *values, size_t n, double *means, struct stats_batches *batches)
{
	const double *first = values + n % batches->length;
	size_t i;

	for (i = 0; i < batches->count; i++)
		means[i] = mean_of(first + i * batches->length, batches->length);
	batches->mean = mean_of(means, batches->count);
}

/*
 * Von Neumann's ratio eta is the mean square of differences of neighbours over the variance. 1 -
 * eta / 2 has mean 0 and variance (k - 2) / (k^2 - 1) for k independent normal values.
 */
static void means_judge(const double *means, struct stats_batches *batches)
{
	double squares = 0, differences = 0, k = batches->count;
	size_t i;

	for (i = 0; i < batches->count; i++)
		squares += (means[i] - batches->mean) * (means[i] - batches->mean);
	for (i = 1; i < batches->count; i++)
		differences += (means[i] - means[i - 1]) * (means[i] - means[i - 1]);
	batches->variance = squares / (k - 1);
	batches->dependence = 0;
	if (squares > 0)
		batches->dependence = (1 - differences / (2 * squares)) /
				      sqrt((k - 2) / (k * k - 1));
}

void stats_batches(const double *values, size_t n, double *scratch, struct stats_batches *batches)
{
	size_t length;

	*batches = (struct stats_batches){ 0 };
	for (length = 1; n / length >= STATS_BATCHES_LEAST; length *= 2) {
		batches->length = length;
		batches->count = n / length;
		means_find(values, n, scratch, batches);
		means_judge(scratch, batches);
		if (batches->dependence <= LEVEL)
			return;
	}
	batches->count = 0;
}
