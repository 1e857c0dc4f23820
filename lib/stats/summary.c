// SPDX-License-Identifier: LGPL-2.1-or-later
#include <math.h>
#include <stdlib.h>

#include "summary.h"

static int values_compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void stats_sort(double *values, size_t n)
{
	qsort(values, n, sizeof(*values), values_compare);
}

double stats_quantile(const double *values, size_t n, double part)
{
	double at = (n - 1) * part;
	size_t i = at;

	if (i + 1 >= n)
		return values[n - 1];
	return values[i] + (at - i) * (values[i + 1] - values[i]);
}

static double values_mean(const double *values, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += values[i];
	return sum / n;
}

/* Whiskers end at values, but never within the box. */
static void find_whiskers(struct stats_summary *summary, const double *values)
{
	double reach = STATS_WHISKER * (summary->q3 - summary->q1);
	size_t first = 0, last = summary->n - 1;

	while (values[first] < summary->q1 - reach)
		first++;
	while (values[last] > summary->q3 + reach)
		last--;
	summary->whisker_low = fmin(values[first], summary->q1);
	summary->whisker_high = fmax(values[last], summary->q3);
	summary->outliers = first + summary->n - 1 - last;
}

static double find_dispersion(const struct stats_summary *summary)
{
	double sum = summary->q3 + summary->q1;

	if (summary->n < 2 || summary->q1 < 0 || sum <= 0)
		return NAN;
	return (summary->q3 - summary->q1) / sum;
}

void stats_summarise(double *values, size_t n, struct stats_summary *summary)
{
	stats_sort(values, n);
	*summary = (struct stats_summary){
		.n = n, .mean = values_mean(values, n), .min = values[0], .max = values[n - 1],
		.q1 = stats_quantile(values, n, 0.25), .median = stats_quantile(values, n, 0.5),
		.q3 = stats_quantile(values, n, 0.75), .ranks = stats_median_ranks(n),
		.low = NAN, .high = NAN,
	};
	find_whiskers(summary, values);
	summary->qcd = find_dispersion(summary);
	if (!summary->ranks.low)
		return;
	summary->low = values[summary->ranks.low - 1];
	summary->high = values[summary->ranks.high - 1];
}
