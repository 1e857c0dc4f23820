// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "cli/out/complain.h"
#include "totals.h"

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
