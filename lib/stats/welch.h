/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Test whether the means of two series differ. */
#ifndef STATS_WELCH_H
#define STATS_WELCH_H

#include "batches.h"

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

#endif /* STATS_WELCH_H */
