/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A metric as counters. Prometheus computes rates and means itself, over any time; for that it
 * needs totals that only grow. A formula that is linear in what registers count has one such total,
 * a mean has two: one above the line and one below it.
 */
#ifndef EXPOSE_PARTS_H
#define EXPOSE_PARTS_H

#include <stdbool.h>

#include "metrics/formula.h"

/**
 * enum parts_kind - what a metric is to Prometheus
 * @PARTS_COUNTER: a total
 * @PARTS_MEAN: two totals, of which one over the other is a mean
 * @PARTS_GAUGE: a number of the latest reading alone
 */
enum parts_kind {
	PARTS_COUNTER,
	PARTS_MEAN,
	PARTS_GAUGE,
};

/**
 * struct parts - the totals of a metric
 * @kind: an &enum parts_kind
 * @timed: PARTS_COUNTER: the metric is how far the total goes in a second; else how far it goes
 * @count: number of the formula's steps that read registers
 * @over: by such step, what each count of its registers adds to the total, or to the one above the
 *	line
 * @under: PARTS_MEAN: the same below the line, whole numbers
 */
struct parts {
	enum parts_kind kind;
	bool timed;
	unsigned int count;
	double over[METRICS_STEPS];
	double under[METRICS_STEPS];
};

/**
 * parts_find() - find the totals of a metric of an object
 * @formula: the formula
 * @peak: bytes that the object can carry in a second, one way; 0: unknown
 * @tiles: number of tiles of the object
 * @parts: receives the totals; PARTS_GAUGE has none
 *
 * Return: 0; -EDOM the formula is neither a total, nor a mean, nor of one reading alone; -ENODATA
 * it needs @peak, which is unknown.
 */
int parts_find(const struct metrics_formula *formula, double peak, unsigned int tiles,
	       struct parts *parts);

#endif /* EXPOSE_PARTS_H */
