/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Evaluate formulas, whatever their names stand for. */
#ifndef METRICS_EVALUATE_H
#define METRICS_EVALUATE_H

#include "formula.h"

/* Why there is no number. */
enum metrics_reason {
	METRICS_GIVEN,	/* there is one */
	METRICS_FIRST,	/* two readings are needed, and this is the first */
	METRICS_DENIED,	/* a register may not be read */
	METRICS_ABSENT,	/* the chip lacks a register */
	METRICS_GONE,	/* the chip is being lost */
	METRICS_TORN,	/* a register, or a whole reading, may mix two updates of the chip */
	METRICS_REFUSED,	/* a register's driver does not give it now */
	METRICS_EPOCH,	/* counters were reset, cleared or written between the readings */
	METRICS_WRAPPED,	/* a counter may have wrapped more than once between the readings */
	METRICS_SATURATED,	/* a counter that stays at its maximum has reached it */
	METRICS_NO_TIME,	/* no time passed between the readings */
	METRICS_ZERO,	/* a divisor is 0 */
	METRICS_NO_PEAK,	/* it is unknown how much the object can carry */
	METRICS_REASONS,
};

/* What the names of a formula stand for. */
struct metrics_binding {
	/* Find the number of a step that is neither a constant nor an operator. */
	enum metrics_reason (*read)(void *data, const struct metrics_step *step, double *number);
	void *data;
};

/* Compute a formula. The first step without a number ends this, and gives the reason. */
enum metrics_reason metrics_evaluate(const struct metrics_formula *formula,
				     const struct metrics_binding *binding, double *number);

#endif /* METRICS_EVALUATE_H */
