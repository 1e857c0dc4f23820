/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Counters that go round: a difference is exact if the counter has wrapped at most once, which
 * nobody can see.
 */
#ifndef METRICS_WRAP_H
#define METRICS_WRAP_H

#include <stdbool.h>
#include <stdint.h>

#include <gpcd/gpcd.h>

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

#endif /* METRICS_WRAP_H */
