/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A metric as counters. Prometheus computes rates and means itself, over any time; for that it
 * needs totals that only grow. A formula that is linear in the counts of registers has one such
 * total; a mean has two, numerator and denominator.
 */
#ifndef EXPOSE_PARTS_H
#define EXPOSE_PARTS_H

#include <stdbool.h>

#include "metrics/formula.h"

/* How a metric appears to Prometheus. */
enum parts_kind {
	PARTS_COUNTER,	/* a total */
	PARTS_MEAN,	/* two totals, whose quotient is a mean */
	PARTS_GAUGE,	/* a number of the latest reading alone */
};

/* The totals of a metric. */
struct parts {
	enum parts_kind kind;
	bool timed;			/* the metric is the total's rate, not its growth */
	unsigned int count;		/* steps of the formula that read registers */
	double over[METRICS_STEPS];	/* by such step: in the total, or the numerator */
	double under[METRICS_STEPS];	/* PARTS_MEAN: factors in the denominator, whole numbers */
};

/*
 * Find the totals of a metric of an object; PARTS_GAUGE has none. @peak is bytes per second that
 * the object can carry, one way, or 0 if unknown. Returns 0, -EDOM if the formula is neither a
 * total, nor a mean, nor of one reading alone, or -ENODATA if it needs the unknown peak.
 */
int parts_find(const struct metrics_formula *formula, double peak, unsigned int tiles,
	       struct parts *parts);

#endif /* EXPOSE_PARTS_H */
