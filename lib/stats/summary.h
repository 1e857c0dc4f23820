/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What repeated measurements of one quantity say about its noise.
 */
#ifndef STATS_SUMMARY_H
#define STATS_SUMMARY_H

#include <stddef.h>

#include "rank.h"

/** STATS_WHISKER - how far whiskers reach beyond the quartiles at most, in their distance */
#define STATS_WHISKER	1.5

/** STATS_MOST - largest value, and its negative the smallest, that no sum overflows by */
#define STATS_MOST	1e200

/**
 * struct stats_summary - a summary of values
 * @n: number of values
 * @mean: arithmetic mean, of all values
 * @min: the smallest value
 * @max: the largest value
 * @q1: first quartile
 * @median: second quartile
 * @q3: third quartile
 * @whisker_low: the smallest value that is not further below @q1 than STATS_WHISKER times
 *	@q3 - @q1; @q1 if that value lies above it
 * @whisker_high: likewise above @q3
 * @outliers: number of values beyond the whiskers
 * @qcd: quartile coefficient of dispersion, (@q3 - @q1) / (@q3 + @q1), 0 to 1; NAN if there is no
 *	such number: of a single value, and where @q1 is negative or both quartiles are 0
 * @ranks: the 95 % interval of the median, by ranks
 * @low: value at @ranks.low; NAN without an interval
 * @high: value at @ranks.high; likewise
 */
struct stats_summary {
	size_t n;
	double mean;
	double min;
	double max;
	double q1;
	double median;
	double q3;
	double whisker_low;
	double whisker_high;
	size_t outliers;
	double qcd;
	struct stats_ranks ranks;
	double low;
	double high;
};

/**
 * stats_sort() - sort values in ascending order
 * @values: the values, none of them NAN
 * @n: number of @values
 */
void stats_sort(double *values, size_t n);

/**
 * stats_quantile() - find a quantile, linearly between two neighbours
 * @values: the values, in ascending order
 * @n: number of @values, 1 or more
 * @part: part of the values that lies below it, 0 to 1
 *
 * That is definition 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages" (1996): the
 * value at rank 1 + (@n - 1) * @part. R, NumPy and QUARTILE.INC of spreadsheets use it unless told
 * otherwise.
 *
 * Return: the quantile.
 */
double stats_quantile(const double *values, size_t n, double part);

/**
 * stats_summarise() - summarise values
 * @values: the values, each from -STATS_MOST to STATS_MOST; they are sorted
 * @n: number of @values, 1 or more
 * @summary: filled in
 */
void stats_summarise(double *values, size_t n, struct stats_summary *summary);

#endif /* STATS_SUMMARY_H */
