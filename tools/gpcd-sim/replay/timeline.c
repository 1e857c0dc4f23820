// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/draw/draw.h"
#include "cli/out/complain.h"
#include "replay.h"

/* --- the quantity --- */

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

/* Return the column of failed lanes, which `gpcd-sim run' records, or ncolumns if there is none. */
static size_t dead_find(const struct description_group *group)
{
	size_t i = 0;

	while (i < group->ncolumns && (group->columns[i].kind != DESCRIPTION_GAUGE ||
				       strcmp(group->columns[i].name, "failed_lanes")))
		i++;
	return i;
}

static bool is_load(const struct timeline *timeline)
{
	return timeline->column == timeline->replay->group->ncolumns;
}

static int scale_check(const struct timeline *timeline, const struct picture *picture)
{
	if (is_load(timeline) || picture->scale == SCALE_MOST)
		return 0;
	complain("--scale %s: nobody says what is the most of a counter: it is for the load",
		 scale_words.name(picture->scale));
	return EXIT_USAGE;
}

int timeline_begin(struct timeline *timeline, const struct replay *replay, const char *column,
		   const struct picture *picture)
{
	int code;

	*timeline = (struct timeline){ .replay = replay };
	code = column_choose(timeline, column);
	if (!code)
		code = scale_check(timeline, picture);
	if (code)
		return code;
	timeline->dead = dead_find(replay->group);
	if (!replay->group->nsources) {
		complain("%s: the group '%s' has no source", replay->path, replay->group->name);
		return EXIT_RUNTIME;
	}
	return timebins_open(&timeline->bins, replay->group->nsources) ?
	       complain_error(replay->path, -ENOMEM) : 0;
}

void timeline_end(struct timeline *timeline)
{
	timebins_close(&timeline->bins);
}

/* --- records --- */

static bool has_failed(const struct timeline *timeline, size_t source)
{
	const struct replay *replay = timeline->replay;
	size_t value = source * replay->group->ncolumns + timeline->dead;

	return timeline->dead < replay->group->ncolumns && !replay->absent[value] &&
	       replay->value[value];
}

static double number_of(const struct timeline *timeline, size_t source)
{
	const struct replay *replay = timeline->replay;

	if (is_load(timeline))
		return replay_load(replay, source);
	return replay->change[source * replay->group->ncolumns + timeline->column] /
	       replay_us(replay, replay->now - replay->before);
}

void timeline_record(struct timeline *timeline)
{
	const struct replay *replay = timeline->replay;

	timebins_reach(&timeline->bins, replay->now);
	if (replay->now == replay->before)
		return;
	for (size_t i = 0; i < replay->group->nsources; i++) {
		timebins_add(&timeline->bins, i, replay->before, replay->now,
			     number_of(timeline, i));
		if (has_failed(timeline, i))
			timebins_mark(&timeline->bins, i, replay->before, replay->now,
				      TIMEBINS_FAILED);
	}
}

/* --- the picture --- */

static const char **names_of(const struct description_group *group)
{
	const char **names = calloc(group->nsources, sizeof(*names));

	for (size_t i = 0; names && i < group->nsources; i++)
		names[i] = group->sources[i].name;
	return names;
}

static int timeline_write(const struct timeline *timeline, const char **names,
			  const struct picture *picture)
{
	const struct replay *replay = timeline->replay;
	const struct description_group *group = replay->group;
	char quantity[256] = "load: of each source's capacity, in use", unit[64] = "share";
	const struct timemap map = {
		.title = replay->description->title, .quantity = quantity, .unit = unit,
		.full = is_load(timeline), .names = names, .bins = &timeline->bins,
		.tick = replay->description->tick,
	};

	if (!is_load(timeline)) {
		const struct description_column *column = &group->columns[timeline->column];

		snprintf(quantity, sizeof(quantity), "%s", column->name);
		snprintf(unit, sizeof(unit), "%s/us", column->unit);
	}
	return timemap_write(&map, picture);
}

int timeline_draw(const struct timeline *timeline, const struct picture *picture)
{
	const struct replay *replay = timeline->replay;
	const char **names;
	int code;

	if (!timebins_count(&timeline->bins)) {
		complain("%s: a picture takes two records", replay->path);
		return EXIT_RUNTIME;
	}
	names = names_of(replay->group);
	code = names ? timeline_write(timeline, names, picture) :
		       complain_output(picture->path, -ENOMEM);
	free(names);
	return code;
}
