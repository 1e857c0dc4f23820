// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "layout.h"

static const struct description_column states[LAYOUT_STATES] = {
	[LAYOUT_REALTIME] = { "realtime_ns", "ns", DESCRIPTION_GAUGE, 64, false },
	[LAYOUT_MONOTONIC] = { "monotonic_ns", "ns", DESCRIPTION_GAUGE, 64, false },
	[LAYOUT_SWEEP] = { "sweep_ns", "ns", DESCRIPTION_GAUGE, 64, false },
	[LAYOUT_CHIP] = { "chip_ns", "ns", DESCRIPTION_GAUGE, 64, false },
	[LAYOUT_EPOCH] = { "epoch", "", DESCRIPTION_EPOCH, 64, false },
	[LAYOUT_SEQUENCE] = { "sequence", "", DESCRIPTION_GAUGE, 64, false },
	[LAYOUT_TORN] = { "torn", "", DESCRIPTION_TORN, 1, false },
	[LAYOUT_MISSED] = { "missed", "", DESCRIPTION_MISSED, 64, false },
};

static const uint8_t absences[] = {
	[GPCD_STATUS_OK] = DESCRIPTION_THERE,
	[GPCD_STATUS_DENIED] = DESCRIPTION_DENIED,
	[GPCD_STATUS_ABSENT] = DESCRIPTION_UNKNOWN,
	[GPCD_STATUS_GONE] = DESCRIPTION_GONE,
	[GPCD_STATUS_TORN] = DESCRIPTION_THERE,
};

struct description_column *layout_columns(const struct gpcd_group *group)
{
	unsigned int count = gpcd_group_count(group);
	struct description_column *columns = calloc(LAYOUT_STATES + count, sizeof(*columns));

	if (!columns)
		return NULL;
	memcpy(columns, states, sizeof(states));
	for (unsigned int i = 0; i < count; i++)
		columns[LAYOUT_STATES + i] = (struct description_column) {
			.name = gpcd_group_name(group, i),
			.unit = gpcd_unit_name(gpcd_group_reg(group, i)->rule->unit),
			.kind = gpcd_group_kind(group, i) == GPCD_KIND_COUNTER ?
				DESCRIPTION_COUNTER : DESCRIPTION_GAUGE,
			.bits = gpcd_group_width(group, i),
		};
	return columns;
}

static void states_put(const struct gpcd_times *times, uint64_t missed, uint64_t *values)
{
	values[LAYOUT_REALTIME] = times->realtime_ns;
	values[LAYOUT_MONOTONIC] = times->end_ns;
	values[LAYOUT_SWEEP] = times->end_ns - times->start_ns;
	values[LAYOUT_CHIP] = times->chip_ns;
	values[LAYOUT_EPOCH] = times->epoch;
	values[LAYOUT_SEQUENCE] = times->sequence;
	values[LAYOUT_TORN] = !!times->torn;
	values[LAYOUT_MISSED] = missed;
}

void layout_put(const struct gpcd_snapshot *snapshot, const struct gpcd_group *group,
		uint64_t missed, uint64_t *values, uint8_t *absent)
{
	unsigned int count = gpcd_group_count(group);

	if (!snapshot) {
		memset(values, 0, (LAYOUT_STATES + count) * sizeof(*values));
		memset(absent, DESCRIPTION_GONE, LAYOUT_STATES + count);
		return;
	}
	states_put(gpcd_snapshot_times(snapshot), missed, values);
	memset(absent, DESCRIPTION_THERE, LAYOUT_STATES);
	for (unsigned int i = 0; i < count; i++) {
		unsigned int status = gpcd_snapshot_status(snapshot, i);

		values[LAYOUT_STATES + i] = gpcd_snapshot_value(snapshot, i);
		absent[LAYOUT_STATES + i] = status < sizeof(absences) ? absences[status] :
					    DESCRIPTION_NOT_THERE;
	}
}

unsigned int layout_chip(const struct description_group *group)
{
	if (group->ncolumns <= LAYOUT_STATES)
		return GPCD_CHIP_NONE;
	for (unsigned int i = 0; i < LAYOUT_STATES; i++) {
		if (strcmp(group->columns[i].name, states[i].name) ||
		    group->columns[i].kind != states[i].kind)
			return GPCD_CHIP_NONE;
	}
	return gpcd_chip_by_name(group->name);
}

static uint8_t status_of(uint8_t absence, bool torn)
{
	switch (absence) {
	case DESCRIPTION_THERE:
		return torn ? GPCD_STATUS_TORN : GPCD_STATUS_OK;
	case DESCRIPTION_DENIED:
		return GPCD_STATUS_DENIED;
	case DESCRIPTION_GONE:
		return GPCD_STATUS_GONE;
	default:
		return GPCD_STATUS_ABSENT;
	}
}

/* A reading has all columns that describe it, or none if the device was gone. */
static int states_check(const uint8_t *absent)
{
	unsigned int there = 0;

	for (unsigned int i = 0; i < LAYOUT_STATES; i++)
		there += absent[i] == DESCRIPTION_THERE;
	return there == LAYOUT_STATES ? 0 : there ? -EBADMSG : -ENODATA;
}

int layout_get(struct gpcd_snapshot *snapshot, const struct gpcd_group *group,
	       const uint64_t *values, const uint8_t *absent, uint8_t *statuses,
	       uint64_t *missed)
{
	const struct gpcd_times times = {
		.realtime_ns = values[LAYOUT_REALTIME],
		.start_ns = values[LAYOUT_MONOTONIC] - values[LAYOUT_SWEEP],
		.end_ns = values[LAYOUT_MONOTONIC],
		.chip_ns = values[LAYOUT_CHIP],
		.epoch = values[LAYOUT_EPOCH],
		.sequence = values[LAYOUT_SEQUENCE],
		.torn = !!values[LAYOUT_TORN],
	};
	int err = states_check(absent);

	if (err)
		return err;
	for (unsigned int i = 0; i < gpcd_group_count(group); i++)
		statuses[i] = status_of(absent[LAYOUT_STATES + i], times.torn);
	*missed = values[LAYOUT_MISSED];
	err = gpcd_snapshot_fill(snapshot, &times, values + LAYOUT_STATES, statuses);
	return err ? -EBADMSG : 0;
}
