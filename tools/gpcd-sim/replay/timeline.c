// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/draw/timemap.h"
#include "cli/out/complain.h"
#include "timeline.h"

/* --- what is shown --- */

static bool load_is_known(const struct description_group *group)
{
	size_t loads = 0, i;

	for (i = 0; i < group->ncolumns; i++)
		loads += group->columns[i].loads;
	for (i = 0; i < group->nsources && loads; i++)
		if (group->sources[i].capacity > 0)
			return true;
	return false;
}

static bool is_wanted(const struct description_column *column, const char *name)
{
	return column->kind == DESCRIPTION_COUNTER && (!name || !strcmp(name, column->name));
}

static int column_choose(struct timeline *timeline, const char *name)
{
	const struct description_group *group = timeline->replay->group;
	bool load = !name || !strcmp(name, "load");

	timeline->column = group->ncolumns;
	if (load && load_is_known(group))
		return 0;
	for (size_t i = group->ncolumns; i-- > 0;)
		if (is_wanted(&group->columns[i], name))
			timeline->column = i;
	if (timeline->column < group->ncolumns)
		return 0;
	complain("--column: the group '%s' of %s has no counter '%s'", group->name,
		 timeline->replay->path, name ? name : "");
	return EXIT_USAGE;
}

/* The column of lanes that have failed, which `gpcd-sim run' records; behind all: there is none. */
static size_t dead_find(const struct description_group *group)
{
	size_t i = 0;

	while (i < group->ncolumns && (group->columns[i].kind != DESCRIPTION_GAUGE ||
				       strcmp(group->columns[i].name, "failed_lanes")))
		i++;
	return i;
}

int timeline_begin(struct timeline *timeline, const struct replay *replay, const char *column)
{
	int code;

	*timeline = (struct timeline){ .replay = replay, .each = 1, .left = 0 };
	code = column_choose(timeline, column);
	if (code)
		return code;
	timeline->ns = calloc(TIMELINE_BINS, sizeof(*timeline->ns));
	timeline->grown = calloc(replay->group->nsources * TIMELINE_BINS,
				 sizeof(*timeline->grown));
	timeline->dead = dead_find(replay->group);
	timeline->failed = calloc(replay->group->nsources * TIMELINE_BINS,
				  sizeof(*timeline->failed));
	return timeline->ns && timeline->grown && timeline->failed ?
	       0 : complain_error(replay->path, -ENOMEM);
}

void timeline_end(struct timeline *timeline)
{
	free(timeline->ns);
	free(timeline->grown);
	free(timeline->failed);
}

/* --- records --- */

static bool is_load(const struct timeline *timeline)
{
	return timeline->column == timeline->replay->group->ncolumns;
}

static void pairs_join(double *values)
{
	for (size_t i = 0; i < TIMELINE_BINS / 2; i++)
		values[i] = values[2 * i] + values[2 * i + 1];
	memset(values + TIMELINE_BINS / 2, 0, TIMELINE_BINS / 2 * sizeof(*values));
}

static void failed_join(bool *failed)
{
	for (size_t i = 0; i < TIMELINE_BINS / 2; i++)
		failed[i] = failed[2 * i] || failed[2 * i + 1];
	memset(failed + TIMELINE_BINS / 2, 0, TIMELINE_BINS / 2 * sizeof(*failed));
}

/* Begin an interval. If there is no room for it, two become one. */
static void bin_begin(struct timeline *timeline)
{
	size_t sources = timeline->replay->group->nsources;

	if (timeline->bins == TIMELINE_BINS) {
		pairs_join(timeline->ns);
		for (size_t i = 0; i < sources; i++) {
			pairs_join(timeline->grown + i * TIMELINE_BINS);
			failed_join(timeline->failed + i * TIMELINE_BINS);
		}
		timeline->bins /= 2;
		timeline->each *= 2;
	}
	timeline->bins++;
	timeline->left = timeline->each;
}

/* Note which sources have lanes that have failed by the end of the record. */
static void failed_note(struct timeline *timeline)
{
	const struct replay *replay = timeline->replay;
	const struct description_group *group = replay->group;
	size_t value = timeline->dead;

	if (value == group->ncolumns)
		return;
	for (size_t i = 0; i < group->nsources; i++, value += group->ncolumns)
		if (!replay->absent[value] && replay->value[value])
			timeline->failed[i * TIMELINE_BINS + timeline->bins - 1] = true;
}

void timeline_record(struct timeline *timeline)
{
	const struct replay *replay = timeline->replay;
	const struct description_group *group = replay->group;
	double ns = (replay->now - replay->before) * replay->description->tick;
	double *grown = timeline->grown;

	if (replay->count < 2)
		return;
	if (!timeline->left)
		bin_begin(timeline);
	timeline->left--;
	timeline->ns[timeline->bins - 1] += ns;
	grown += timeline->bins - 1;
	for (size_t i = 0; i < group->nsources; i++, grown += TIMELINE_BINS)
		*grown += is_load(timeline) ? replay_load(replay, i) * ns :
			  replay->change[i * group->ncolumns + timeline->column];
	failed_note(timeline);
}

/* --- the picture --- */

/* Rates of all intervals; the last one may be shorter than it is drawn. */
static double *values_of(const struct timeline *timeline)
{
	size_t sources = timeline->replay->group->nsources, bins = timeline->bins;
	double *values = calloc(sources * bins + 1, sizeof(*values));

	if (!values)
		return NULL;
	for (size_t i = 0; i < sources; i++)
		for (size_t bin = 0; bin < bins; bin++)
			if (timeline->ns[bin] > 0)
				values[i * bins + bin] =
					timeline->grown[i * TIMELINE_BINS + bin] /
					timeline->ns[bin];
	return values;
}

static const char **names_of(const struct description_group *group)
{
	const char **names = calloc(group->nsources, sizeof(*names));

	for (size_t i = 0; names && i < group->nsources; i++)
		names[i] = group->sources[i].name;
	return names;
}

static int timeline_write(const struct timeline *timeline, const double *values,
			  const char **names, const char *path)
{
	const struct replay *replay = timeline->replay;
	const struct description_group *group = replay->group;
	const struct description_column *column = &group->columns[timeline->column];
	char quantity[256] = "load: of each source's capacity, in use", unit[64] = "%";
	struct timemap map = {
		.title = replay->description->title, .quantity = quantity, .scale = 100,
		.unit = unit, .full = is_load(timeline), .names = names,
		.lines = group->nsources, .bins = timeline->bins,
		.values = values, .failed = timeline->failed, .stride = TIMELINE_BINS,
		.from = replay_us(replay, replay->from),
		.to = replay_us(replay, replay->now),
	};

	if (!is_load(timeline)) {
		snprintf(quantity, sizeof(quantity), "%s", column->name);
		snprintf(unit, sizeof(unit), "%s/us", column->unit);
		map.scale = 1e3;
	}
	return timemap_write(&map, path);
}

int timeline_draw(const struct timeline *timeline, const char *path)
{
	const struct replay *replay = timeline->replay;
	double *values = values_of(timeline);
	const char **names = names_of(replay->group);
	int err = -ENOMEM;

	if (!timeline->bins) {
		complain("%s: a picture takes two records", replay->path);
		free(values);
		free(names);
		return EXIT_RUNTIME;
	}
	if (values && names)
		err = timeline_write(timeline, values, names, path);
	free(values);
	free(names);
	return err ? complain_output(path, err) : 0;
}
