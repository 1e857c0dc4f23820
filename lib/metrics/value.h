/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The numbers of bound metrics, computed from two readings of their registers. */
#ifndef METRICS_VALUE_H
#define METRICS_VALUE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "bound.h"
#include "evaluate.h"

/* No register of a group. */
#define METRICS_NO_SLOT	UINT_MAX

/* A number, or the reason why there is none. */
struct metrics_value {
	double number;	/* if why is METRICS_GIVEN; else 0 */
	enum metrics_reason why;
	unsigned int slot;	/* index in the group of the faulty register, or METRICS_NO_SLOT */
};

/* Return the name of a reason, such as "denied"; "ok" if there is a number. */
const char *metrics_reason_name(enum metrics_reason why);

/*
 * Return why a register with this enum gpcd_status has no value in a reading; METRICS_GIVEN if it
 * has.
 */
enum metrics_reason metrics_status_reason(unsigned int status);

/*
 * Compute number @i of a binding; @before is NULL if there is no earlier reading. The difference of
 * a counter that wrapped once in between is exact; if it may have wrapped more often, or has
 * reached a maximum at which it stays, there is no number. Sums of differences are exact below
 * 2^53. No formula is long enough for a number that a double cannot hold. Allocates nothing.
 */
struct metrics_value metrics_value(const struct metrics_bound *bound, size_t i,
				   const struct gpcd_snapshot *before,
				   const struct gpcd_snapshot *after);

/*
 * As metrics_value(), but what was counted between the readings in all, not in a second: rate() is
 * taken for delta(). So a metric whose unit is "B/s" gives bytes.
 */
struct metrics_value metrics_count(const struct metrics_bound *bound, size_t i,
				   const struct gpcd_snapshot *before,
				   const struct gpcd_snapshot *after);

/*
 * Return whether counter @i of a group may have wrapped more than once between two readings, that
 * is, more than gpcd_group_wrap_ns() has passed.
 */
bool metrics_wrapped(const struct gpcd_group *group, unsigned int i,
		     const struct gpcd_snapshot *before, const struct gpcd_snapshot *after);

#endif /* METRICS_VALUE_H */
