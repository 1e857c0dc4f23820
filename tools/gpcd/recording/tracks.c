// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "device/names.h"
#include "metrics/set.h"
#include "metrics/value.h"
#include "tracks.h"

/* --- registers --- */

static unsigned int column_find(const struct gpcd_group *recorded, const char *name)
{
	for (unsigned int i = 0; i < gpcd_group_count(recorded); i++) {
		if (!strcmp(gpcd_group_name(recorded, i), name))
			return i;
	}
	return UINT_MAX;
}

static int columns_find(struct tracks *tracks, const struct gpcd_group *recorded)
{
	const struct gpcd_group *group = tracks->measured.series.group;
	unsigned int n = gpcd_group_count(group);

	tracks->columns = calloc(n, sizeof(*tracks->columns));
	tracks->values = calloc(n, sizeof(*tracks->values));
	tracks->statuses = calloc(n, sizeof(*tracks->statuses));
	if (!tracks->columns || !tracks->values || !tracks->statuses)
		return -ENOMEM;
	for (unsigned int i = 0; i < n; i++)
		tracks->columns[i] = column_find(recorded, gpcd_group_name(group, i));
	return 0;
}

static int registers_prepare(struct measured *measured, char **names)
{
	int err = gpcd_group_create(measured->series.device, 0, &measured->series.group), code;

	if (err)
		return complain_error(gpcd_path(measured->series.device), err);
	code = names_add_all(measured->series.group, gpcd_chip(measured->series.device), names);
	if (code)
		return code;
	err = gpcd_snapshot_create(measured->series.group, &measured->before);
	if (!err)
		err = gpcd_snapshot_create(measured->series.group, &measured->after);
	return err ? complain_error(gpcd_path(measured->series.device), err) : 0;
}

/* --- numbers --- */

static bool is_counter(const struct gpcd_group *group, unsigned int i)
{
	return gpcd_kind_counts(gpcd_group_kind(group, i));
}

static void register_describe(const struct gpcd_group *group, unsigned int i, struct track *track)
{
	track->per = "register";
	track->object = "";
	track->name = gpcd_group_name(group, i);
	snprintf(track->unit, sizeof(track->unit), "%s%s",
		 gpcd_unit_name(gpcd_group_reg(group, i)->rule->unit),
		 is_counter(group, i) ? "/s" : "");
}

static void metric_describe(const struct measured *measured, size_t i, struct track *track)
{
	const struct metrics_subject *subject = &measured->bound.subjects[i];
	const struct metric *metric = &measured->bound.metrics->list[subject->metric];

	track->per = metrics_per_name(metric->per);
	track->object = subject->object;
	track->name = metric->name;
	snprintf(track->unit, sizeof(track->unit), "%s", metric->unit);
}

static int tracks_describe(struct tracks *tracks)
{
	const struct measured *measured = &tracks->measured;
	bool metrics = measured->bound.count;

	tracks->count = metrics ? measured->bound.count : gpcd_group_count(measured->series.group);
	tracks->list = calloc(tracks->count, sizeof(*tracks->list));
	if (!tracks->list)
		return -ENOMEM;
	for (size_t i = 0; i < tracks->count; i++) {
		if (metrics)
			metric_describe(measured, i, &tracks->list[i]);
		else
			register_describe(measured->series.group, i, &tracks->list[i]);
		tracks->list[i].unrecorded = !metrics && tracks->columns[i] == UINT_MAX;
	}
	return 0;
}

static int metrics_prepare(struct measuring *measuring, struct measured *measured)
{
	int code = measured_place(measuring, measured);

	return code ? code : measured_prepare(measuring, measured);
}

int tracks_open(struct tracks *tracks, const struct played *played, struct measuring *measuring,
		char **names)
{
	struct gpcd *device = played->series.device;
	struct gpcd_info info = { .size = sizeof(info) };
	int err, code;

	*tracks = (struct tracks) { 0 };
	err = gpcd_get_info(device, &info);
	if (!err)
		err = gpcd_open_recorded(gpcd_path(device), &info, &tracks->measured.series.device);
	if (err)
		return complain_error(gpcd_path(device), err);
	if (names && *names)
		code = linkmap_unused(&measuring->map, LINKMAP_REGISTERS);
	else
		code = metrics_prepare(measuring, &tracks->measured);
	if (!code && names && *names)
		code = registers_prepare(&tracks->measured, names);
	if (code)
		return code;
	err = columns_find(tracks, played->series.group);
	if (!err)
		err = tracks_describe(tracks);
	return err ? complain_error(gpcd_path(device), err) : 0;
}

/* --- values --- */

void tracks_take(struct tracks *tracks, const struct played *played)
{
	struct measured *measured = &tracks->measured;
	struct gpcd_snapshot *next = measured->before;

	for (unsigned int i = 0; i < gpcd_group_count(measured->series.group); i++) {
		unsigned int column = tracks->columns[i];

		tracks->statuses[i] = GPCD_STATUS_ABSENT;
		if (column == UINT_MAX)
			continue;
		tracks->statuses[i] = gpcd_snapshot_status(played->now, column);
		tracks->values[i] = gpcd_snapshot_value(played->now, column);
	}
	measured->before = measured->after;
	measured->after = next;
	gpcd_snapshot_fill(next, gpcd_snapshot_times(played->now), tracks->values,
			   tracks->statuses);
}

bool tracks_recorded(const struct tracks *tracks)
{
	for (unsigned int i = 0; i < gpcd_group_count(tracks->measured.series.group); i++) {
		if (tracks->columns[i] != UINT_MAX)
			return true;
	}
	return false;
}

static bool was_read(const struct gpcd_snapshot *snapshot)
{
	return gpcd_snapshot_times(snapshot)->sequence;
}

static enum metrics_reason rate_value(const struct measured *measured, unsigned int i,
				      double *value)
{
	const struct gpcd_snapshot *before = measured->before, *after = measured->after;
	enum metrics_reason why;

	if (!was_read(before))
		return METRICS_FIRST;
	why = metrics_status_reason(gpcd_snapshot_status(before, i));
	if (why)
		return why;
	switch (gpcd_snapshot_rate(before, after, i, value)) {
	case 0:
		return metrics_wrapped(measured->series.group, i, before, after) ?
			       METRICS_WRAPPED : METRICS_GIVEN;
	case -ESTALE:
		return METRICS_EPOCH;
	case -EOVERFLOW:
		return METRICS_SATURATED;
	default:
		return METRICS_NO_TIME;
	}
}

/* Torn registers have no value: they may mix two updates. */
static enum metrics_reason register_value(const struct measured *measured, unsigned int i,
					  double *value)
{
	enum metrics_reason why =
		metrics_status_reason(gpcd_snapshot_status(measured->after, i));

	if (!why && is_counter(measured->series.group, i))
		return rate_value(measured, i, value);
	*value = gpcd_snapshot_value(measured->after, i);
	return why;
}

enum metrics_reason tracks_value(const struct tracks *tracks, size_t i, double *value)
{
	const struct measured *measured = &tracks->measured;
	struct metrics_value number;

	if (!measured->bound.count)
		return register_value(measured, i, value);
	number = metrics_value(&measured->bound, i,
			       was_read(measured->before) ? measured->before : NULL,
			       measured->after);
	*value = number.number;
	return number.why;
}

int tracks_add(struct tracks *tracks, const struct played *played)
{
	double value;
	int err = 0;

	tracks_take(tracks, played);
	for (size_t i = 0; i < tracks->count && !err; i++) {
		if (tracks_value(tracks, i, &value) == METRICS_GIVEN)
			err = track_add(&tracks->list[i], value);
		else
			tracks->list[i].missing++;
	}
	return err;
}

void tracks_close(struct tracks *tracks)
{
	for (size_t i = 0; i < tracks->count && tracks->list; i++)
		track_free(&tracks->list[i]);
	free(tracks->list);
	free(tracks->columns);
	free(tracks->values);
	free(tracks->statuses);
	measured_close(&tracks->measured);
}
