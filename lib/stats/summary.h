/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Summary statistics of repeated measurements of one quantity. */
#ifndef STATS_SUMMARY_H
#define STATS_SUMMARY_H

#include <stddef.h>

#include "rank.h"

/* Maximum length of whiskers, in interquartile ranges. */
#define STATS_WHISKER	1.5

/* Largest absolute value whose sums cannot overflow. */
#define STATS_MOST	1e200

/* A summary of values. */
struct stats_summary {
	size_t n;
	double mean;
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

#endif /* STATS_SUMMARY_H */
