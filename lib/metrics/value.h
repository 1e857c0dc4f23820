/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The numbers of bound metrics, from two readings of their registers.
 */
#ifndef METRICS_VALUE_H
#define METRICS_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "bound.h"

/**
 * enum metrics_reason - why there is no number
 * @METRICS_GIVEN: there is one
 * @METRICS_FIRST: it takes two readings, and this is the first
 * @METRICS_DENIED: a register may not be read
 * @METRICS_ABSENT: the chip lacks a register
 * @METRICS_GONE: the chip is being lost
 * @METRICS_TORN: a register, or a whole reading, may mix two updates of the chip
 * @METRICS_EPOCH: counters were reset, cleared or written between the readings
 * @METRICS_WRAPPED: a counter may have wrapped more than once between the readings
 * @METRICS_NO_TIME: no time passed between the readings
 * @METRICS_ZERO: a divisor is 0
 * @METRICS_NO_PEAK: nobody says how much the object can carry
 * @METRICS_REASONS: how many there are
 */
enum metrics_reason {
	METRICS_GIVEN,
	METRICS_FIRST,
	METRICS_DENIED,
	METRICS_ABSENT,
	METRICS_GONE,
	METRICS_TORN,
	METRICS_EPOCH,
	METRICS_WRAPPED,
	METRICS_NO_TIME,
	METRICS_ZERO,
	METRICS_NO_PEAK,
	METRICS_REASONS,
};

/**
 * struct metrics_value - a number, or why there is none
 * @why: an &enum metrics_reason
 * @number: the number, if @why is METRICS_GIVEN; else 0
 * @slot: METRICS_DENIED, _ABSENT, _GONE, _TORN, _WRAPPED: index in the group of the register, if
 *	one is at fault; else GPCD_MAX_REGS
 */
struct metrics_value {
	enum metrics_reason why;
	double number;
	unsigned int slot;
};

/**
 * metrics_reason_name() - name a reason in one word
 * @why: an &enum metrics_reason
 *
 * Return: such as "denied"; "ok" if there is a number.
 */
const char *metrics_reason_name(enum metrics_reason why);

/**
 * metrics_status_reason() - find why a register has no value in a reading
 * @status: its status, GPCD_STATUS_OK or another one of gpcd/gpcd.h
 *
 * Return: the reason; METRICS_GIVEN if it has a value.
 */
enum metrics_reason metrics_status_reason(unsigned int status);

/**
 * metrics_value() - compute a number
 * @bound: the binding
 * @i: index of the number
 * @before: the earlier reading; NULL: there is none
 * @after: the later reading
 *
 * A counter that wrapped once in between gives its exact difference; one that may have wrapped
 * more often gives none. The sum of differences is
 * exact below 2^53. No formula is long enough for a number that a double cannot hold. This
 * allocates nothing.
 *
 * Return: the number, or why there is none.
 */
struct metrics_value metrics_value(const struct metrics_bound *bound, size_t i,
				   const struct gpcd_snapshot *before,
				   const struct gpcd_snapshot *after);

/**
 * metrics_wrap_ns() - find the longest time over which the difference of a counter is exact
 * @width: its bits
 *
 * No counter counts more than once a nanosecond: clocks of chips are slower.
 *
 * Return: the time, ns.
 */
uint64_t metrics_wrap_ns(unsigned int width);

/**
 * metrics_wrapped() - tell if a counter may have wrapped more than once between two readings
 * @before: the earlier reading
 * @after: the later reading, of the same group
 * @width: bits of the counter
 *
 * Return: true if more time passed than metrics_wrap_ns() says.
 */
bool metrics_wrapped(const struct gpcd_snapshot *before, const struct gpcd_snapshot *after,
		     unsigned int width);

#endif /* METRICS_VALUE_H */
