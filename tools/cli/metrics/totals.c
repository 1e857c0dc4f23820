// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
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
	for (unsigned int i = 0; i < totals->count; i++)
		totals->list[i].why = METRICS_FIRST;
}

/*
 * A torn value changes nothing: the next good one is compared with the last good one. If a counter
 * may have wrapped more than once since then, its growth is unknown, and counting resumes at this
 * value.
 */
static void add_reading(const struct totals *totals, struct total *total,
			enum metrics_reason why, uint64_t value, unsigned int width,
			uint64_t wrap_ns)
{
	bool counts = total->why == METRICS_GIVEN || total->why == METRICS_WRAPPED;

	if (why == METRICS_TORN && counts)
		return;
	if (!why) {
		if (counts && totals->step_ns > wrap_ns)
			why = METRICS_WRAPPED;
		else if (counts)
			total->sum += gpcd_delta(total->last, value, width);
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
			   enum metrics_reason why, uint64_t value, unsigned int width)
{
	if (!why && value == gpcd_width_mask(width))
		why = METRICS_SATURATED;
	else if (!why && value < total->last)
		total->why = METRICS_FIRST;
	add_reading(totals, total, why, value, 64, UINT64_MAX);
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

static void add_counter(struct totals *totals, const struct gpcd_group *group,
			const struct gpcd_snapshot *reading, unsigned int i)
{
	uint64_t value = gpcd_snapshot_value(reading, i);
	unsigned int status = gpcd_snapshot_status(reading, i);
	bool saturates = gpcd_group_kind(group, i) == GPCD_KIND_SATURATING;
	enum metrics_reason why;

	totals->list[i].before = totals->list[i].sum;
	if (!gpcd_status_error(status) && gpcd_snapshot_times(reading)->torn)
		status = GPCD_STATUS_TORN;
	why = metrics_status_reason(status);
	if (saturates)
		add_saturating(totals, &totals->list[i], why, value, gpcd_group_width(group, i));
	else
		add_reading(totals, &totals->list[i], why, value, gpcd_group_width(group, i),
			    gpcd_group_wrap_ns(group, i));
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
	add_time(totals, total_time(times));
	for (unsigned int i = 0; i < totals->count; i++)
		add_counter(totals, group, reading, i);
}

void totals_free(struct totals *totals)
{
	free(totals->list);
	memset(totals, 0, sizeof(*totals));
}
