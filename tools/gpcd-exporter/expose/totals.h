/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Totals of a device's counters, which only grow: how far each went since it was first read. Wraps
 * go in; what happened while nobody can tell does not.
 */
#ifndef EXPOSE_TOTALS_H
#define EXPOSE_TOTALS_H

#include <gpcd/gpcd.h>

#include "metrics/value.h"

/**
 * struct total - a counter of a group
 * @sum: how far it went
 * @before: how far it had gone before the latest reading
 * @last: its last good value
 * @why: METRICS_GIVEN: @last is good, and the counter could be read at the last reading or will be
 *	at the next one; METRICS_WRAPPED: @last is good, but the growth up to it is unknown; else
 *	why there is no value
 */
struct total {
	uint64_t sum;
	uint64_t before;
	uint64_t last;
	enum metrics_reason why;
};

/**
 * struct totals - all values of a group
 * @list: the counters, by index in the group; values of other kinds are not counted
 * @count: how many
 * @epoch: epoch of the last reading
 * @epochs: how often the epoch changed, also while nobody read
 * @last_ns: time of the last reading, by the chip's clock if it has one, else CLOCK_MONOTONIC
 * @elapsed_ns: how far that time went
 * @step_ns: how far between the last two readings; 0: there are none
 * @known: @epoch is known
 * @read: there has been a reading since totals_restart()
 * @whole: the first values go in as they are: what was counted since the chip began. When one of
 *	several counters wraps between two programs, their sum falls
 */
struct totals {
	struct total *list;
	unsigned int count;
	uint64_t epoch;
	uint64_t epochs;
	uint64_t last_ns;
	uint64_t elapsed_ns;
	uint64_t step_ns;
	bool known;
	bool read;
	bool whole;
};

/**
 * totals_make() - make totals of a group, all 0
 * @totals: receives the totals, for totals_free()
 * @count: number of values of the group
 * @whole: the first values go in as they are
 *
 * Return: 0, -ENOMEM.
 */
int totals_make(struct totals *totals, unsigned int count, bool whole);

/**
 * totals_restart() - begin anew from the next reading on, without losing the sums
 * @totals: the totals
 *
 * What was counted from the last reading to the next one is lost: the chip may be another.
 */
void totals_restart(struct totals *totals);

/**
 * totals_add() - add a reading
 * @totals: the totals
 * @group: the group
 * @reading: the reading
 *
 * After a change of the epoch counts begin at this reading. A value that is torn is left out, and
 * the next good one counts for both. A counter that wrapped once since its last good value is
 * exact; the growth of one that may have wrapped more often (metrics_wrap_ns()) is left out.
 */
void totals_add(struct totals *totals, const struct gpcd_group *group,
		const struct gpcd_snapshot *reading);

/**
 * totals_free() - free what totals hold
 * @totals: the totals, empty after this
 */
void totals_free(struct totals *totals);

#endif /* EXPOSE_TOTALS_H */
