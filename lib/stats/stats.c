// SPDX-License-Identifier: LGPL-2.1-or-later
/* Statistics of measurements. */
#include <math.h>
#include <stdlib.h>

#include "stats.h"

/* --- Student's t distribution --- */

/*
 * The tails are a regularised incomplete beta function, computed by its continued fraction (DLMF
 * 8.17.22), forwards by the scaled recurrence of numerators and denominators.
 */

#define FRACTION_TERMS	10000
#define TINY	(1 / 1e300)
#define EXACT	(1 / 1e15)

/* Return a coefficient of the continued fraction; @index is from 1. */
static double fraction_term(double a, double b, double x, unsigned int index)
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

	for (i = 1; i < FRACTION_TERMS && fabs(step - 1) > EXACT; i++) {
		double d = fraction_term(a, b, x, i);

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

/* --- ranks --- */

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

/* --- summaries --- */

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

/* Scaled, so that no square overflows. */
static double find_deviation(const double *values, size_t n, double mean)
{
	double scale = fmax(fabs(values[0] - mean), fabs(values[n - 1] - mean)), sum = 0;

	if (n < 2)
		return NAN;
	for (size_t i = 0; i < n && scale > 0; i++)
		sum += (values[i] - mean) / scale * ((values[i] - mean) / scale);
	return scale * sqrt(sum / (n - 1));
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
	summary->deviation = find_deviation(values, n, summary->mean);
	find_whiskers(summary, values);
	summary->qcd = find_dispersion(summary);
	if (!summary->ranks.low)
		return;
	summary->low = values[summary->ranks.low - 1];
	summary->high = values[summary->ranks.high - 1];
}

/* --- batches --- */

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

void stats_blocks(const double *values, size_t n, size_t count, double *scratch,
		  struct stats_batches *batches)
{
	*batches = (struct stats_batches){ .count = count, .length = n / count };
	means_find(values + n % count, n - n % count, scratch, batches);
	means_judge(scratch, batches);
}

/* --- the means of two series --- */

#define TAILS	0.05

void stats_welch(const struct stats_batches *first, const struct stats_batches *second,
		 struct stats_welch *welch)
{
	double one = first->variance / first->count, other = second->variance / second->count;
	double variance = one + other, error = sqrt(variance), reach;

	*welch = (struct stats_welch){ .difference = second->mean - first->mean };
	if (!(variance > 0)) {
		welch->low = welch->difference;
		welch->high = welch->difference;
		welch->p = welch->difference != 0 ? 0 : 1;
		return;
	}
	welch->df = variance * variance /
		(one * one / (first->count - 1) + other * other / (second->count - 1));
	welch->p = stats_student_tails(welch->difference / error, welch->df);
	reach = stats_student_quantile(TAILS, welch->df) * error;
	welch->low = welch->difference - reach;
	welch->high = welch->difference + reach;
}

static int by_p(const void *a, const void *b, void *context)
{
	const double *p = context;
	double one = p[*(const size_t *)a], other = p[*(const size_t *)b];

	return (one > other) - (one < other);
}

void stats_holm(double *p, size_t n, size_t *order)
{
	size_t count = 0, i;
	double most = 0;

	for (i = 0; i < n; i++)
		if (!isnan(p[i]))
			order[count++] = i;
	qsort_r(order, count, sizeof(*order), by_p, p);
	for (i = 0; i < count; i++) {
		double corrected = p[order[i]] * (count - i);

		most = corrected > most ? corrected : most;
		p[order[i]] = most > 1 ? 1 : most;
	}
}

/* --- counts of classes --- */

/*
 * The tail is a regularised incomplete gamma function: below the mean it is 1 minus the power
 * series of the other part (DLMF 8.11.4), above it the continued fraction (DLMF 8.9.2), evaluated
 * forwards.
 */

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
