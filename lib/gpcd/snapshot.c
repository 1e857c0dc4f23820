// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Snapshots: their values, and differences and rates between two of them.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gpcd/group.h"

int gpcd_snapshot_create(struct gpcd_group *group, struct gpcd_snapshot **result)
{
	unsigned int count = group->list.count;
	struct gpcd_snapshot *snapshot;
	size_t words;

	if (!count)
		return -EINVAL;
	words = group->list.dev->nic ? 2 * count : count;
	snapshot = calloc(1, sizeof(*snapshot) + words * sizeof(*snapshot->values) +
			     count * sizeof(*snapshot->statuses));
	if (!snapshot)
		return -ENOMEM;
	if (words > count)
		snapshot->ns = &snapshot->values[count];
	snapshot->statuses = (uint8_t *)&snapshot->values[words];
	snapshot->group = group;
	group->sealed = 1;
	atomic_fetch_add(&group->users, 1);
	*result = snapshot;
	return 0;
}

void gpcd_snapshot_destroy(struct gpcd_snapshot *snapshot)
{
	if (!snapshot)
		return;
	gpcd_group_put(snapshot->group);
	free(snapshot);
}

uint64_t gpcd_snapshot_value(const struct gpcd_snapshot *snapshot, unsigned int i)
{
	return snapshot->values[i];
}

const uint64_t *gpcd_snapshot_values(const struct gpcd_snapshot *snapshot)
{
	return snapshot->values;
}

unsigned int gpcd_snapshot_status(const struct gpcd_snapshot *snapshot, unsigned int i)
{
	return snapshot->statuses[i];
}

const struct gpcd_times *gpcd_snapshot_times(const struct gpcd_snapshot *snapshot)
{
	return &snapshot->times;
}

static int fill_check(const struct gpcd_group *group, const uint64_t *values,
		      const uint8_t *statuses)
{
	unsigned int i;

	for (i = 0; i < group->list.count; i++) {
		if (statuses && statuses[i] > GPCD_STATUS_STALE)
			return -EINVAL;
		if (statuses && gpcd_status_error(statuses[i]))
			continue;
		if (values[i] & ~gpcd_width_mask(gpcd_group_width(group, i)))
			return -EINVAL;
	}
	return 0;
}

int gpcd_snapshot_fill(struct gpcd_snapshot *snapshot, const struct gpcd_times *times,
		       const uint64_t *values, const uint8_t *statuses)
{
	const struct gpcd_group *group = snapshot->group;
	unsigned int i;

	if (!times->sequence || fill_check(group, values, statuses))
		return -EINVAL;
	snapshot->times = *times;
	snapshot->times.failed = 0;
	for (i = 0; i < group->list.count; i++) {
		unsigned int status = statuses ? statuses[i] : GPCD_STATUS_OK;

		snapshot->statuses[i] = status;
		snapshot->values[i] = gpcd_status_error(status) ? 0 : values[i];
		snapshot->times.failed += status != GPCD_STATUS_OK;
	}
	return 0;
}

uint64_t gpcd_delta(uint64_t before, uint64_t now, unsigned int width)
{
	return (now - before) & gpcd_width_mask(width);
}

static int has_value(const struct gpcd_snapshot *snapshot, unsigned int i)
{
	const unsigned int status = snapshot->statuses[i];

	return snapshot->times.sequence && (status == GPCD_STATUS_OK || !gpcd_status_error(status));
}

/* Return the difference of any value, or why there is none. */
static int judged_delta(const struct gpcd_snapshot *before, const struct gpcd_snapshot *after,
			unsigned int i, uint64_t *delta)
{
	const struct gpcd_group *group = before->group;
	const struct gpcd_shape *shape = &group->shapes[i];
	const uint64_t mask = gpcd_width_mask(shape->width);

	if (group != after->group || !gpcd_kind_counts(shape->kind))
		return -EINVAL;
	if (!has_value(before, i) || !has_value(after, i))
		return -ENODATA;
	if (before->times.epoch != after->times.epoch)
		return -ESTALE;
	if (shape->kind == GPCD_KIND_SATURATING) {
		if (after->values[i] == mask)
			return -EOVERFLOW;
		if (after->values[i] < before->values[i])
			return -ESTALE;
	}
	*delta = (after->values[i] - before->values[i]) & mask;
	/* It did not wrap. It was reset, or is a gauge that nobody has described. */
	if (group->list.dev->chip >= GPCD_CHIPS_LEARNED && *delta >> 63)
		return -ESTALE;
	return 0;
}

/* Return whether differences of plain counters need no further look at the two snapshots. */
static inline int are_comparable(const struct gpcd_snapshot *before,
				 const struct gpcd_snapshot *after)
{
	return before->group == after->group && before->times.sequence && after->times.sequence &&
	       before->times.epoch == after->times.epoch &&
	       before->group->list.dev->chip < GPCD_CHIPS_LEARNED;
}

/* Return the difference of a plain counter that was read well both times, as nearly all are. */
static inline int plain_delta(const struct gpcd_snapshot *before,
			      const struct gpcd_snapshot *after, unsigned int i, uint64_t *delta)
{
	const struct gpcd_shape *shape = &before->group->shapes[i];

	*delta = (after->values[i] - before->values[i]) & gpcd_width_mask(shape->width);
	return shape->kind == GPCD_KIND_COUNTER && before->statuses[i] == GPCD_STATUS_OK &&
	       after->statuses[i] == GPCD_STATUS_OK;
}

int gpcd_snapshot_delta(const struct gpcd_snapshot *before, const struct gpcd_snapshot *after,
			unsigned int i, uint64_t *delta)
{
	uint64_t plain;

	if (!are_comparable(before, after) || !plain_delta(before, after, i, &plain))
		return judged_delta(before, after, i, delta);
	*delta = plain;
	return 0;
}

int gpcd_snapshot_sum(const struct gpcd_snapshot *before, const struct gpcd_snapshot *after,
		      const unsigned int *which, unsigned int count, uint64_t *sum,
		      uint64_t *wrap_ns)
{
	const struct gpcd_shape *shapes = before->group->shapes;
	const int comparable = are_comparable(before, after);
	uint64_t delta, ns, total = 0, least = UINT64_MAX;
	unsigned int i;
	int err;

	for (i = 0; i < count; i++) {
		if (!comparable || !plain_delta(before, after, which[i], &delta)) {
			err = judged_delta(before, after, which[i], &delta);
			if (err)
				return err;
		}
		total += delta;
		/* Counters that are added up are mostly alike. */
		if (i && !memcmp(&shapes[which[i]], &shapes[which[i - 1]], sizeof(*shapes)))
			continue;
		ns = gpcd_group_wrap_ns(before->group, which[i]);
		least = ns < least ? ns : least;
	}
	*sum = total;
	*wrap_ns = least;
	return 0;
}

static uint64_t middle(const struct gpcd_times *times)
{
	return times->start_ns + (times->end_ns - times->start_ns) / 2;
}

static int64_t elapsed(const struct gpcd_times *before, const struct gpcd_times *after)
{
	/*
	 * A later chip_ns of 0 means that there is no chip time; an earlier one is its beginning.
	 */
	if (after->chip_ns)
		return after->chip_ns - before->chip_ns;
	return middle(after) - middle(before);
}

int gpcd_snapshot_elapsed(const struct gpcd_snapshot *before, const struct gpcd_snapshot *after,
			  uint64_t *ns)
{
	int64_t passed = elapsed(&before->times, &after->times);

	if (before->group != after->group)
		return -EINVAL;
	if (!before->times.sequence || !after->times.sequence)
		return -ENODATA;
	if (before->times.epoch != after->times.epoch)
		return -ESTALE;
	if (passed <= 0)
		return -ENODATA;
	*ns = passed;
	return 0;
}

uint64_t gpcd_snapshot_value_ns(const struct gpcd_snapshot *snapshot, unsigned int i)
{
	if (!has_value(snapshot, i))
		return 0;
	return snapshot->ns ? snapshot->ns[i] : middle(&snapshot->times);
}

/* The time between two values. Values that were not read in one sweep have times of their own. */
static int value_elapsed(const struct gpcd_snapshot *before, const struct gpcd_snapshot *after,
			 unsigned int i, uint64_t *ns)
{
	if (!before->ns || !after->ns)
		return gpcd_snapshot_elapsed(before, after, ns);
	if (after->ns[i] <= before->ns[i])
		return -ENODATA;
	*ns = after->ns[i] - before->ns[i];
	return 0;
}

int gpcd_snapshot_rate(const struct gpcd_snapshot *before, const struct gpcd_snapshot *after,
		       unsigned int i, double *per_second)
{
	uint64_t delta, ns;
	int err = gpcd_snapshot_delta(before, after, i, &delta);

	if (!err)
		err = value_elapsed(before, after, i, &ns);
	if (!err)
		*per_second = delta * 1e9 / ns;
	return err;
}
