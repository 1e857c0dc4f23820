// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/complain.h"
#include "group.h"

static int group_find(struct replay *replay, const char *name)
{
	const struct description *description = replay->description;
	size_t i;

	for (i = 0; i < description->ngroups; i++) {
		replay->group = &description->groups[i];
		replay->width = replay->group->ncolumns * replay->group->nsources;
		if (!name || !strcmp(name, replay->group->name))
			return 0;
		replay->first += replay->width;
	}
	complain("--group: %s has no group '%s': the first one is '%s'", replay->path, name,
		 description->groups[0].name);
	return EXIT_USAGE;
}

int replay_begin(struct replay *replay, const char *path, const struct description *description,
		 const char *name)
{
	int code;

	*replay = (struct replay){ .path = path, .description = description };
	code = group_find(replay, name);
	if (code)
		return code;
	replay->value = calloc(replay->width + 1, sizeof(*replay->value));
	replay->absent = calloc(replay->width + 1, sizeof(*replay->absent));
	replay->change = calloc(replay->width + 1, sizeof(*replay->change));
	replay->seen = calloc(replay->width + 1, sizeof(*replay->seen));
	if (replay->value && replay->absent && replay->change && replay->seen)
		return 0;
	return complain_error(path, -ENOMEM);
}

void replay_end(struct replay *replay)
{
	free(replay->value);
	free(replay->absent);
	free(replay->change);
	free(replay->seen);
}

static uint64_t mask_of(const struct description_column *column)
{
	return ~0ull >> (64 - column->bits);
}

/* Has a new epoch of a source begun? Its counters cannot be compared with older values then. */
static bool epoch_began(const struct replay *replay, const struct record *record, size_t source)
{
	size_t first = source * replay->group->ncolumns;

	for (size_t i = first; i < first + replay->group->ncolumns; i++) {
		if (replay_column(replay, i)->kind == DESCRIPTION_EPOCH && replay->seen[i] &&
		    !record->absent[replay->first + i] &&
		    record->values[replay->first + i] != replay->value[i])
			return true;
	}
	return false;
}

static void epochs_heed(struct replay *replay, const struct record *record)
{
	size_t columns = replay->group->ncolumns;

	for (size_t i = 0; i < replay->group->nsources; i++) {
		if (epoch_began(replay, record, i))
			memset(replay->seen + i * columns, 0, columns * sizeof(*replay->seen));
	}
}

void replay_record(struct replay *replay, const struct record *record)
{
	epochs_heed(replay, record);
	replay->from = replay->count++ ? replay->from : record->time;
	replay->before = replay->count > 1 ? replay->now : record->time;
	replay->now = record->time;
	for (size_t i = 0; i < replay->width; i++) {
		uint64_t value = record->values[replay->first + i];

		replay->change[i] = 0;
		replay->absent[i] = record->absent[replay->first + i];
		if (replay->absent[i])
			continue;
		if (replay->seen[i])
			replay->change[i] = (value - replay->value[i]) &
					    mask_of(replay_column(replay, i));
		replay->value[i] = value;
		replay->seen[i] = true;
	}
}

double replay_load(const struct replay *replay, size_t source)
{
	const struct description_group *group = replay->group;
	double ns = (replay->now - replay->before) * replay->description->tick;
	double room = group->sources[source].capacity * ns, sum = 0;

	for (size_t i = 0; i < group->ncolumns; i++) {
		if (group->columns[i].loads)
			sum += replay->change[source * group->ncolumns + i];
	}
	return room > 0 ? sum / room : 0;
}
