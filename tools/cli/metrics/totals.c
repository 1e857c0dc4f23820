// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "totals.h"

int totals_make(struct totals *totals, unsigned int count, bool whole)
{
	memset(totals, 0, sizeof(*totals));
	totals->sums = calloc(count, 3 * sizeof(*totals->sums) + sizeof(*totals->list));
	if (!totals->sums)
		return -ENOMEM;
	totals->before = totals->sums + count;
	totals->last = totals->before + count;
	totals->list = (struct total *)(totals->last + count);
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
static void add_reading(const struct totals *totals, unsigned int i, enum metrics_reason why,
			uint64_t value)
{
	struct total *total = &totals->list[i];
	bool counts = total->why == METRICS_GIVEN || total->why == METRICS_WRAPPED;

	if (why == METRICS_TORN && counts)
		return;
	if (!why) {
		if (counts && (double)totals->step_ns > total->wrap_ns)
			why = METRICS_WRAPPED;
		else if (counts)
			totals->sums[i] += (value - totals->last[i]) &
					   gpcd_width_mask(total->width);
		else if (totals->whole && !totals->sums[i])
			totals->sums[i] = value;
		totals->last[i] = value;
	}
	total->why = why;
}

/*
 * A saturating counter never wraps. At its maximum it has no growth that is known, and a fall means
 * that it was cleared, as in a new epoch.
 */
static void add_saturating(const struct totals *totals, unsigned int i, enum metrics_reason why,
			   uint64_t value)
{
	struct total *total = &totals->list[i];

	if (!why && value == gpcd_width_mask(total->width))
		why = METRICS_SATURATED;
	else if (!why && value < totals->last[i])
		total->why = METRICS_FIRST;
	add_reading(totals, i, why, value);
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

/* Find out how many counters from each one on have its width. */
static void count_alike(struct totals *totals)
{
	for (unsigned int i = totals->count; i-- > 0;) {
		struct total *total = &totals->list[i];
		const struct total *next = i + 1 < totals->count ? total + 1 : NULL;

		total->alike = 1;
		if (next && next->width == total->width && next->alike < UINT8_MAX)
			total->alike += next->alike;
	}
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
	count_alike(totals);
}

static void add_counter(struct totals *totals, const struct gpcd_snapshot *reading, unsigned int i,
			bool torn)
{
	uint64_t value = gpcd_snapshot_value(reading, i);
	unsigned int status = gpcd_snapshot_status(reading, i);
	enum metrics_reason why = METRICS_GIVEN;

	totals->before[i] = totals->sums[i];
	if (torn && !gpcd_status_error(status))
		status = GPCD_STATUS_TORN;
	if (status != GPCD_STATUS_OK)
		why = metrics_status_reason(status);
	if (totals->list[i].saturates)
		add_saturating(totals, i, why, value);
	else
		add_reading(totals, i, why, value);
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

/* Numbers of two counters, which most processors add at once. */
typedef uint64_t two __attribute__((vector_size(16)));

static inline two get_two(const uint64_t *from)
{
	two both;

	memcpy(&both, from, sizeof(both));
	return both;
}

static inline void put_two(uint64_t *to, two both)
{
	memcpy(to, &both, sizeof(both));
}

/* Add values of counters that have the same width, of which @mask has the bits. */
static void add_alike(const struct totals *totals, const uint64_t *values, size_t first,
		      size_t end, uint64_t mask)
{
	uint64_t *sums = totals->sums, *before = totals->before, *last = totals->last;
	const two both = { mask, mask };
	size_t i = first;

#pragma GCC unroll 4
	for (; i + 1 < end; i += 2) {
		const two value = get_two(&values[i]), sum = get_two(&sums[i]);

		put_two(&before[i], sum);
		put_two(&sums[i], sum + ((value - get_two(&last[i])) & both));
		put_two(&last[i], value);
	}
	if (i < end) {
		before[i] = sums[i];
		sums[i] += (values[i] - last[i]) & mask;
		last[i] = values[i];
	}
}

/* Nearly all readings find all counters as they were before, only further. */
static bool add_steadily(struct totals *totals, const struct gpcd_snapshot *reading)
{
	const struct gpcd_times *times = gpcd_snapshot_times(reading);
	const uint64_t *values = gpcd_snapshot_values(reading);

	if (!totals->steady || times->torn || times->failed ||
	    (double)totals->step_ns > totals->wrap_ns)
		return false;
	for (size_t i = 0; i < totals->count; i += totals->list[i].alike)
		add_alike(totals, values, i, i + totals->list[i].alike,
			  gpcd_width_mask(totals->list[i].width));
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

void totals_add_growth(const struct totals *totals, uint64_t *sums)
{
	const uint64_t *now = totals->sums, *before = totals->before;
	const size_t count = totals->count;
	size_t i = 0;

#pragma GCC unroll 4
	for (; i + 1 < count; i += 2)
		put_two(&sums[i], get_two(&sums[i]) + get_two(&now[i]) - get_two(&before[i]));
	if (i < count)
		sums[i] += now[i] - before[i];
}

void totals_free(struct totals *totals)
{
	free(totals->sums);
	memset(totals, 0, sizeof(*totals));
}
