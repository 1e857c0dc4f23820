/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Whether the means of two series differ.
 */
#ifndef STATS_WELCH_H
#define STATS_WELCH_H

#include "batches.h"

/**
 * struct stats_welch - the difference of two means
 * @difference: the second mean less the first
 * @low: the 95 % interval of the difference begins here
 * @high: it ends here
 * @df: degrees of freedom, by Welch and Satterthwaite; 0: neither series varies
 * @p: how often a difference as large comes by chance if there is none, 0 to 1
 */
struct stats_welch {
	double difference;
	double low;
	double high;
	double df;
	double p;
};

/**
 * stats_welch() - compare the means of two series by Welch's t test on batch means
 * @first: batches of the first series, which has some
 * @second: likewise, of the second
 * @welch: filled in
 *
 * This assumes that each series is stationary, that batch means are independent and nearly normal,
 * and that the two series are independent of each other; their variances may differ. Two series
 * that do not vary at all differ if their means do.
 */
void stats_welch(const struct stats_batches *first, const struct stats_batches *second,
		 struct stats_welch *welch);

/**
 * stats_holm() - correct probabilities for the number of comparisons, by Holm's procedure
 * @p: the probabilities; NAN: this was not compared. They are replaced by corrected ones: if those
 *	at or below 0.05 are called differences, then any of them is a wrong one in 5 % of cases
 * @n: number of @p
 * @order: room for @n indices
 */
void stats_holm(double *p, size_t n, size_t *order);

#endif /* STATS_WELCH_H */
