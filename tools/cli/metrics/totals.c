// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "totals.h"

int totals_make(struct totals *totals, unsigned int count, bool whole)
{
	memset(totals, 0, sizeof(*totals));
	totals->list = calloc(count, sizeof(*totals->list));
	if (!totals->list)
		return -ENOMEM;
	totals->count = count;
	totals->whole = whole;
	totals_restart(totals);
	return 0;
}

void totals_restart(struct totals *totals)
{
	totals->read = false;
	totals->steady = false;
	for (unsigned int i = 0; i < totals->count; i++)
		totals->list[i].why = METRICS_FIRST;
}

/*
 * A torn value changes nothing: the next good one is compared with the last good one. If a counter
 * may have wrapped more than once since then, its growth is unknown, and counting resumes at this
 * value.
 */
static void add_reading(const struct totals *totals, struct total *total,
			enum metrics_reason why, uint64_t value)
{
	bool counts = total->why == METRICS_GIVEN || total->why == METRICS_WRAPPED;

	if (why == METRICS_TORN && counts)
		return;
	if (!why) {
		if (counts && (double)totals->step_ns > total->wrap_ns)
			why = METRICS_WRAPPED;
		else if (counts)
			total->sum += (value - total->last) & gpcd_width_mask(total->width);
		else if (totals->whole && !total->sum)
			total->sum = value;
		total->last = value;
	}
	total->why = why;
}

/*
 * A saturating counter never wraps. At its maximum it has no growth that is known, and a fall means
 * that it was cleared, as in a new epoch.
 */
static void add_saturating(const struct totals *totals, struct total *total,
			   enum metrics_reason why, uint64_t value)
{
	if (!why && value == gpcd_width_mask(total->width))
		why = METRICS_SATURATED;
	else if (!why && value < total->last)
		total->why = METRICS_FIRST;
	add_reading(totals, total, why, value);
}

/* As in gpcd_snapshot_elapsed(), a sweep has the time of its middle. */
static uint64_t total_time(const struct gpcd_times *times)
{
	return times->chip_ns ? times->chip_ns : times->start_ns / 2 + times->end_ns / 2;
}

static void add_time(struct totals *totals, uint64_t now)
{
	totals->step_ns = totals->read && now > totals->last_ns ? now - totals->last_ns : 0;
	if (totals->step_ns)
		totals->elapsed_ns += totals->step_ns;
	else if (totals->whole && !totals->elapsed_ns)
		totals->elapsed_ns = now;
	totals->last_ns = now;
	totals->read = true;
}

/*
 * What a counter is never changes, and when it wraps does only with the speed of a link, which the
 * interfaces of a host may change.
 */
static void describe_counters(struct totals *totals, const struct gpcd_group *group)
{
	if (totals->read && gpcd_group_reg(group, 0)->chip < GPCD_CHIPS_LEARNED)
		return;
	for (unsigned int i = 0; i < totals->count; i++) {
		struct total *total = &totals->list[i];

		total->saturates = gpcd_group_kind(group, i) == GPCD_KIND_SATURATING;
		total->width = gpcd_group_width(group, i);
		total->wrap_ns = gpcd_group_wrap_ns(group, i);
	}
}

static void add_counter(struct totals *totals, const struct gpcd_snapshot *reading, unsigned int i,
			bool torn)
{
	struct total *total = &totals->list[i];
	uint64_t value = gpcd_snapshot_value(reading, i);
	unsigned int status = gpcd_snapshot_status(reading, i);
	enum metrics_reason why = METRICS_GIVEN;

	total->before = total->sum;
	if (torn && !gpcd_status_error(status))
		status = GPCD_STATUS_TORN;
	if (status != GPCD_STATUS_OK)
		why = metrics_status_reason(status);
	if (total->saturates)
		add_saturating(totals, total, why, value);
	else
		add_reading(totals, total, why, value);
}

/* Find out if the next reading may be added without looking at each counter's state. */
static void judge_steady(struct totals *totals, const struct gpcd_group *group)
{
	totals->wrap_ns = INFINITY;
	totals->steady = gpcd_group_reg(group, 0)->chip < GPCD_CHIPS_LEARNED;
	for (unsigned int i = 0; i < totals->count && totals->steady; i++) {
		const struct total *total = &totals->list[i];

		totals->steady = total->why == METRICS_GIVEN && !total->saturates;
		totals->wrap_ns = fminf(totals->wrap_ns, total->wrap_ns);
	}
}

static void add_to_each(struct totals *totals, const struct gpcd_group *group,
			const struct gpcd_snapshot *reading)
{
	const bool torn = gpcd_snapshot_times(reading)->torn;

	for (unsigned int i = 0; i < totals->count; i++)
		add_counter(totals, reading, i, torn);
	judge_steady(totals, group);
}

/* Nearly all readings find all counters as they were before, only further. */
static bool add_steadily(struct totals *totals, const struct gpcd_snapshot *reading)
{
	const struct gpcd_times *times = gpcd_snapshot_times(reading);
	const uint64_t *values = gpcd_snapshot_values(reading);
	const struct total *end = totals->list + totals->count;

	if (!totals->steady || times->torn || times->failed ||
	    (double)totals->step_ns > totals->wrap_ns)
		return false;
	for (struct total *total = totals->list; total < end; total++, values++) {
		total->before = total->sum;
		total->sum += (*values - total->last) & gpcd_width_mask(total->width);
		total->last = *values;
	}
	return true;
}

void totals_add(struct totals *totals, const struct gpcd_group *group,
		const struct gpcd_snapshot *reading)
{
	const struct gpcd_times *times = gpcd_snapshot_times(reading);

	if (totals->known && times->epoch != totals->epoch) {
		totals->epochs++;
		totals_restart(totals);
	}
	totals->epoch = times->epoch;
	totals->known = true;
	describe_counters(totals, group);
	add_time(totals, total_time(times));
	if (!add_steadily(totals, reading))
		add_to_each(totals, group, reading);
}

void totals_free(struct totals *totals)
{
	free(totals->list);
	memset(totals, 0, sizeof(*totals));
}
