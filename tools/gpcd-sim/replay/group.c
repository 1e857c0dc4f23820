// SPDX-License-Identifier: GPL-2.0-only
/* One group of a recording's values. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/complain.h"
#include "replay.h"

/* --- its values, and their changes --- */

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

static void old_epochs_forget(struct replay *replay, const struct record *record)
{
	size_t columns = replay->group->ncolumns;

	for (size_t i = 0; i < replay->group->nsources; i++) {
		if (epoch_began(replay, record, i))
			memset(replay->seen + i * columns, 0, columns * sizeof(*replay->seen));
	}
}

void replay_record(struct replay *replay, const struct record *record)
{
	old_epochs_forget(replay, record);
	replay->from = replay->count++ ? replay->from : record->time;
	replay->before = replay->count > 1 ? replay->now : record->time;
	replay->now = record->time;
	for (size_t i = 0; i < replay->width; i++) {
		uint64_t value = record->values[replay->first + i];

		replay->change[i] = 0;
		replay->absent[i] = !description_has_value(record->absent[replay->first + i]);
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

/* --- sums, and their tables --- */

/* Besides the recording's own columns: the source before them, two loads after them. */
#define MORE_COLUMNS	3

int totals_begin(struct totals *totals, const struct replay *replay)
{
	const struct description_group *group = replay->group;

	*totals = (struct totals){
		.replay = replay,
		.sum = calloc(replay->width + 1, sizeof(*totals->sum)),
		.most = calloc(group->nsources + 1, sizeof(*totals->most)),
		.columns = calloc(group->ncolumns + MORE_COLUMNS, sizeof(*totals->columns)),
	};
	if (totals->sum && totals->most && totals->columns)
		return 0;
	return complain_error(replay->path, -ENOMEM);
}

void totals_end(struct totals *totals)
{
	free(totals->sum);
	free(totals->most);
	free(totals->columns);
}

void totals_record(struct totals *totals)
{
	const struct replay *replay = totals->replay;
	double load;

	for (size_t i = 0; i < replay->width; i++)
		totals->sum[i] += replay->change[i];
	for (size_t i = 0; i < replay->group->nsources; i++) {
		load = replay_load(replay, i);
		if (load > totals->most[i])
			totals->most[i] = load;
	}
}

/* --- the recording --- */

static const struct column recording_columns[] = {
	{ "file", COLUMN_TEXT, false },
	{ "program", COLUMN_TEXT, false },
	{ "title", COLUMN_TEXT, false },
	{ "group", COLUMN_TEXT, false },
	{ "sources", COLUMN_NUMBER, false },
	{ "columns", COLUMN_NUMBER, false },
	{ "records", COLUMN_NUMBER, false },
	{ "from_us", COLUMN_REAL, false },
	{ "to_us", COLUMN_REAL, false },
	{ "end", COLUMN_TEXT, false },
	{ "whole_bytes", COLUMN_NUMBER, false },
};

struct table totals_recording(const struct totals *totals, enum recording_end end, uint64_t whole)
{
	static const char *const ends[] = {
		[RECORDING_DONE] = "done", [RECORDING_OPEN] = "open", [RECORDING_CUT] = "cut",
	};
	const struct replay *replay = totals->replay;
	struct table table = {
		.name = "recording", .upright = true, .columns = recording_columns,
		.ncolumns = ARRAY_SIZE(recording_columns),
	};

	table_add(&table, "%s", replay->path);
	table_add(&table, "%s", replay->description->program);
	table_add(&table, "%s", replay->description->title);
	table_add(&table, "%s", replay->group->name);
	table_number(&table, replay->group->nsources);
	table_number(&table, replay->group->ncolumns);
	table_number(&table, replay->count);
	table_add(&table, "%.5f", replay_us(replay, replay->from));
	table_add(&table, "%.5f", replay_us(replay, replay->now));
	table_add(&table, "%s", ends[end]);
	table_number(&table, whole);
	return table;
}

/* --- its sources --- */

static double load_mean(const struct totals *totals, size_t source)
{
	const struct replay *replay = totals->replay;
	const struct description_group *group = replay->group;
	double ns = (replay->now - replay->from) * replay->description->tick;
	double room = group->sources[source].capacity * ns, sum = 0;

	for (size_t i = 0; i < group->ncolumns; i++) {
		if (group->columns[i].loads)
			sum += totals->sum[source * group->ncolumns + i];
	}
	return room > 0 ? sum / room : 0;
}

static void add_source(struct table *table, const struct totals *totals, size_t source)
{
	const struct replay *replay = totals->replay;
	const struct description_group *group = replay->group;

	table_add(table, "%s", group->sources[source].name);
	for (size_t i = 0; i < group->ncolumns; i++) {
		size_t value = source * group->ncolumns + i;

		if (!replay->seen[value])
			table_skip(table);
		else if (group->columns[i].kind == DESCRIPTION_COUNTER)
			table_number(table, totals->sum[value]);
		else
			table_number(table, replay->value[value]);
	}
	if (group->sources[source].capacity > 0) {
		table_add(table, "%.4f", load_mean(totals, source));
		table_add(table, "%.4f", totals->most[source]);
	} else {
		table_skip(table);
		table_skip(table);
	}
}

static void columns_fill(struct totals *totals)
{
	const struct description_group *group = totals->replay->group;
	struct column *column = totals->columns;

	*column++ = (struct column){ "source", COLUMN_TEXT, false };
	for (size_t i = 0; i < group->ncolumns; i++)
		*column++ = (struct column){
			group->columns[i].name,
			group->columns[i].bits > 53 ? COLUMN_WIDE : COLUMN_NUMBER, false,
		};
	*column++ = (struct column){ "load_mean", COLUMN_REAL, false };
	*column = (struct column){ "load_max", COLUMN_REAL, false };
}

struct table totals_sources(struct totals *totals)
{
	const struct description_group *group = totals->replay->group;
	struct table table = {
		.name = "sources", .columns = totals->columns,
		.ncolumns = group->ncolumns + MORE_COLUMNS,
		.title = "by how much counters grew; load: of the capacity, from record to record",
	};

	columns_fill(totals);
	for (size_t i = 0; i < group->nsources; i++)
		add_source(&table, totals, i);
	return table;
}
