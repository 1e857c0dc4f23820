/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Statistics of measurements: summaries, intervals, comparisons. */
#ifndef STATS_H
#define STATS_H

#include <stddef.h>
#include <stdint.h>

/* --- Student's t distribution --- */

/*
 * Return the probability, to about 12 digits, of both tails beyond @t with @df (above 0) degrees of
 * freedom.
 */
double stats_student_tails(double t, double df);

/*
 * Return the value, above 0, beyond which both tails have probability @tails, above 0 and below 1
 * (0.05 for an interval of 95 %), with @df (1 or more) degrees of freedom.
 */
double stats_student_quantile(double tails, double df);

/* --- the median --- */

/*
 * An interval of the median between two order statistics, which assumes no distribution of the
 * values: each value lies below the median with probability 1/2, independently of the others, so
 * the number of such values among n is binomial.
 */

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

/* --- summaries of repeated measurements of one quantity --- */

/* Maximum length of whiskers, in interquartile ranges. */
#define STATS_WHISKER	1.5

/* Largest absolute value whose sums cannot overflow. */
#define STATS_MOST	1e200

/* A summary of values. */
struct stats_summary {
	size_t n;
	double mean;
	double deviation;	/* standard deviation, unbiased; NAN for a single value */
	double min;
	double max;
	double q1;	/* first quartile */
	double median;
	double q3;	/* third quartile */
	double whisker_low; /* smallest value >= q1 - STATS_WHISKER * (q3 - q1), but at most q1 */
	double whisker_high;	/* likewise above q3 */
	size_t outliers;	/* number of values beyond the whiskers */
	double qcd;	/* quartile coefficient of dispersion; NAN: see find_dispersion() */
	struct stats_ranks ranks;	/* 95 % interval of the median, by ranks */
	double low;	/* value at ranks.low; NAN without an interval */
	double high;	/* value at ranks.high; likewise */
};

/* Sort values, none of them NAN, in ascending order. */
void stats_sort(double *values, size_t n);

/*
 * Return the quantile below which @part (0 to 1) of the values lies, interpolated linearly. This is
 * definition 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages" (1996): the value at
 * rank 1 + (@n - 1) * @part, the default of R, NumPy and QUARTILE.INC of spreadsheets. The values
 * are in ascending order; @n is 1 or more.
 */
double stats_quantile(const double *values, size_t n, double part);

/* Summarise @n values, 1 or more, each from -STATS_MOST to STATS_MOST; they are sorted. */
void stats_summarise(double *values, size_t n, struct stats_summary *summary);

/* --- batches --- */

/*
 * Consecutive values are seldom independent. The longer the batches of values, the more independent
 * are their means.
 */

/* Minimum number of batches for any conclusion. */
#define STATS_BATCHES_LEAST	10

/* Consecutive values, in batches of equal length. */
struct stats_batches {
	size_t count;	/* batches; 0: too few values, or they depend on each other for too long */
	size_t length;	/* values of a batch */
	double mean;	/* of the batches */
	double variance;	/* of the batches' means, unbiased */
	double dependence; /* correlation of neighbouring means, in standard deviations of chance */
};

/*
 * Find the shortest batches of @values, which are in order of time, whose means look independent:
 * Fishman's procedure (1978). Beginning with 1 the length is doubled until von Neumann's ratio of
 * the means shows no positive correlation of neighbours, at a one-sided level of 10 %. The first
 * values are left out if the length does not divide their number. @scratch has room for @n values.
 * If no batches are found, length and dependence are the last attempt's, or 0 if there was
 * none.
 */
void stats_batches(const double *values, size_t n, double *scratch, struct stats_batches *batches);

/*
 * Take the means of @count blocks of equal length, 2 to @n, whether they look independent or not.
 * The first values are left out if @count does not divide their number.
 */
void stats_blocks(const double *values, size_t n, size_t count, double *scratch,
		  struct stats_batches *batches);

/* --- whether the means of two series differ --- */

/* The difference of two means. */
struct stats_welch {
	double difference;	/* the second mean minus the first */
	double low;	/* begin of its 95 % interval */
	double high;	/* end of its 95 % interval */
	double df; /* degrees of freedom, by Welch and Satterthwaite; 0: neither series varies */
	double p;	/* probability of such a difference, or a larger one, by chance */
};

/*
 * Compare the means of two series by Welch's t test on batch means; both have batches. This assumes
 * that each series is stationary, that batch means are independent and nearly normal, and that the
 * two series are independent of each other; their variances may differ. Two series that do not vary
 * at all differ if their means do.
 */
void stats_welch(const struct stats_batches *first, const struct stats_batches *second,
		 struct stats_welch *welch);

/*
 * Correct @n probabilities for the number of comparisons, by Holm's procedure, in place; NAN means
 * not compared. If all probabilities of at most 0.05 are called differences, the chance that any of
 * them is wrong is 5 %. @order is room for @n indices.
 */
void stats_holm(double *p, size_t n, size_t *order);

/* --- Pearson's chi-square test: whether counts of classes are as expected --- */

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

#endif /* STATS_H */
