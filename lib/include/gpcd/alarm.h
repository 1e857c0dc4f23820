/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Alarms: a watch on how fast the counters of a group count, whatever their source: a device, an
 * image file, a network interface. <gpcd/gpcd.h> includes this file.
 *
 *	struct gpcd_alarm_limits limits = {
 *		.raise = 1000000, .clear = 900000, .period_ns = 1000000000,
 *	};
 *	struct gpcd_alarm *alarm;
 *
 *	gpcd_alarm_open(group, &limits, &alarm);
 *	... and then, whenever gpcd_alarm_fd() can be read,
 *	if (gpcd_alarm_look(alarm) == 1)
 *		... gpcd_alarm_last(alarm)->state ...
 *
 * In each period an alarm sums how far all counters went, across a wrap, and divides by the elapsed
 * time: by the chip's own time if it has one, else by the host's. If a counter could wrap twice in
 * a period, it looks more often. Two thresholds keep a rate that stays near one of them from
 * raising the alarm again and again.
 *
 * A look without a rate leaves the state as it is. If a value is missing, torn or an earlier one,
 * or if time stands still, the next look measures from the last good one. If counters were reset,
 * may have wrapped twice, or have saturated, a new period begins.
 */
#ifndef GPCD_ALARM_H
#define GPCD_ALARM_H

#include <stdint.h>

struct gpcd_group;
struct gpcd_ring;

#ifdef __cplusplus
extern "C" {
#endif

/** GPCD_ALARM_PERIOD_MIN_NS: shortest period of an alarm: for shorter ones there are rings. */
#define GPCD_ALARM_PERIOD_MIN_NS	10000000ULL

/** GPCD_ALARM_PERIOD_MAX_NS: longest period of an alarm, an hour. */
#define GPCD_ALARM_PERIOD_MAX_NS	3600000000000ULL

/** struct gpcd_alarm - a watch on how fast a group counts */
struct gpcd_alarm;

/**
 * enum gpcd_alarm_state - state of an alarm
 * @GPCD_ALARM_CLEAR: all is well
 * @GPCD_ALARM_RAISED: the rate has crossed its threshold, and has not returned past the other one
 * @GPCD_ALARM_GONE: it has ended, because the chip is gone, or the program that drove it has died
 * @GPCD_ALARM_DENIED: it has ended, because a counter may no longer be read
 */
enum gpcd_alarm_state {
	GPCD_ALARM_CLEAR = 1,
	GPCD_ALARM_RAISED = 2,
	GPCD_ALARM_GONE = 3,
	GPCD_ALARM_DENIED = 4,
};

/**
 * struct gpcd_alarm_limits - when an alarm is raised and cleared
 * @raise: raised when the rate is above this, counts a second; with @below: below it
 * @clear: cleared when the rate is not above this, and this is not above @raise; with @below: not
 *	below, both times
 * @period_ns: time over which a rate is measured, GPCD_ALARM_PERIOD_MIN_NS to
 *	GPCD_ALARM_PERIOD_MAX_NS
 * @below: 1: raised below @raise; 0: above it
 * @ring: ring to freeze when the alarm is raised, so that it keeps what led to this; or NULL
 */
struct gpcd_alarm_limits {
	uint64_t raise;
	uint64_t clear;
	uint64_t period_ns;
	int below;
	struct gpcd_ring *ring;
};

/**
 * struct gpcd_alarm_change - a change of an alarm's state
 * @number: number of the change, from 1
 * @rate: the measured rate, whole counts a second, rounded down; 0 for the end of an alarm
 * @realtime_ns: CLOCK_REALTIME when it was measured
 * @chip_ns: the chip's own time then; 0: it has none, or the alarm has ended
 * @state: the new state, an &enum gpcd_alarm_state
 */
struct gpcd_alarm_change {
	uint64_t number;
	uint64_t rate;
	uint64_t realtime_ns;
	uint64_t chip_ns;
	unsigned int state;
};

/**
 * gpcd_alarm_open() - begin to watch a group
 * @group: the group, of counters only; it takes no more registers from now on, and must outlive the
 *	alarm
 * @limits: thresholds and period; a ring must outlive the alarm
 * @alarm: filled in; the caller closes it with gpcd_alarm_close()
 *
 * The group is read once, and the first period begins. Each look reads it: meanwhile no other
 * thread may use it.
 *
 * Return: 0; -EINVAL the group is empty, one of its values is no counter, or @clear is on the wrong
 * side of @raise; -ERANGE a period out of range; -EOVERFLOW a counter may wrap within two
 * milliseconds, so that no look could measure its rate; -EPERM a counter may not be read; -ENOENT
 * the chip has no such register; -EMFILE; or as gpcd_group_read().
 */
int gpcd_alarm_open(struct gpcd_group *group, const struct gpcd_alarm_limits *limits,
		    struct gpcd_alarm **alarm);

/**
 * gpcd_alarm_close() - end an alarm
 * @alarm: the alarm, or NULL
 */
void gpcd_alarm_close(struct gpcd_alarm *alarm);

/**
 * gpcd_alarm_fd() - return a descriptor to wait for with poll(2)
 * @alarm: the alarm, which owns the descriptor
 *
 * POLLIN: the next look is due. Once the alarm has ended there is nothing to wait for.
 */
int gpcd_alarm_fd(const struct gpcd_alarm *alarm);

/**
 * gpcd_alarm_look() - look, if a look is due; never waits for a period
 * @alarm: the alarm
 *
 * A look before its time does nothing. A late one measures over the longer time. The end of an
 * alarm is its last change.
 *
 * Return: 1 the state has changed: gpcd_alarm_last(); 0 it has not; -ENODEV or -EPERM after the
 * end; another negative errno of reading the group: the state stays as it is, and the next look may
 * succeed.
 */
int gpcd_alarm_look(struct gpcd_alarm *alarm);

/**
 * gpcd_alarm_last() - return the last change of an alarm's state
 * @alarm: the alarm, which owns the result
 *
 * Return: the change, until a look finds another one; NULL: there was none.
 */
const struct gpcd_alarm_change *gpcd_alarm_last(const struct gpcd_alarm *alarm);

/**
 * gpcd_alarm_blind() - return how many looks had no rate, without the first one
 * @alarm: the alarm
 */
uint64_t gpcd_alarm_blind(const struct gpcd_alarm *alarm);

#ifdef __cplusplus
}
#endif

#endif /* GPCD_ALARM_H */
