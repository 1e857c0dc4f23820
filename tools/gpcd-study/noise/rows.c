// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/complain.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "noise.h"

/* --- values --- */

int values_add(struct values *values, double value)
{
	size_t room = values->room ? 2 * values->room : 64;
	double *each;

	if (values->count == values->room) {
		each = reallocarray(values->each, room, sizeof(*each));
		if (!each)
			return -ENOMEM;
		values->each = each;
		values->room = room;
	}
	values->each[values->count++] = value;
	return 0;
}

int value_group_begin(struct value_group *group, const char *name, size_t width)
{
	*group = (struct value_group){
		.name = strdup(name),
		.columns = calloc(width, sizeof(*group->columns)),
	};
	return group->name && group->columns ? 0 : -ENOMEM;
}

void value_group_free(struct value_group *group, size_t width)
{
	for (size_t i = 0; group->columns && i < width; i++)
		free(group->columns[i].each);
	free(group->columns);
	free(group->name);
}

/* --- rows --- */

/* Digits of numbers in text; other formats have all digits of a double. */
#define DIGITS 6

static const char *row_column(const struct noise_row *row)
{
	return row->file->names[row->column];
}

static const char *row_group(const struct noise_row *row)
{
	return row->file->groups[row->group].name;
}

static const struct values *row_values(const struct noise_row *row)
{
	return &row->file->groups[row->group].columns[row->column];
}

static size_t most_rows(const struct gathered *files, size_t count)
{
	size_t most = 0;

	for (size_t i = 0; i < count; i++)
		most += files[i].width * files[i].ngroups;
	return most;
}

/* Check if rows of a name have been added; all of a name are added together. */
static bool is_added(const struct noise_rows *rows, const char *name)
{
	for (size_t i = 0; i < rows->count; i++) {
		if (!strcmp(row_column(&rows->each[i]), name))
			return true;
	}
	return false;
}

static void add_column(struct noise_rows *rows, const struct gathered *file, size_t column)
{
	struct noise_row row = { .file = file, .column = column };

	for (; row.group < file->ngroups; row.group++) {
		const struct values *values = row_values(&row);

		if (!values->count)
			continue;
		stats_summarise(values->each, values->count, &row.summary);
		rows->each[rows->count++] = row;
	}
}

static void add_columns(struct noise_rows *rows, const struct gathered *files, size_t count,
			const char *name)
{
	for (size_t i = 0; i < count; i++) {
		for (size_t column = 0; column < files[i].width; column++) {
			if (!strcmp(files[i].names[column], name))
				add_column(rows, &files[i], column);
		}
	}
}

int rows_make(struct noise_rows *rows, const struct gathered *files, size_t count)
{
	rows->each = calloc(most_rows(files, count) + 1, sizeof(*rows->each));
	if (!rows->each)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++) {
		for (size_t column = 0; column < files[i].width; column++) {
			if (!is_added(rows, files[i].names[column]))
				add_columns(rows, files, count, files[i].names[column]);
		}
	}
	return 0;
}

void rows_free(struct noise_rows *rows)
{
	free(rows->each);
}

/* --- the table --- */

static void add_real(struct table *table, double value)
{
	if (isnan(value))
		table_skip(table);
	else
		table_add(table, "%.*g", format_chosen == &format_text ? DIGITS : DBL_DIG, value);
}

static void add_rank(struct table *table, size_t rank)
{
	if (rank)
		table_number(table, rank);
	else
		table_skip(table);
}

static void add_noise_row(struct table *table, const struct noise_row *row)
{
	const struct stats_summary *summary = &row->summary;
	bool several = summary->n > 1;

	table_add(table, "%s", row->file->name);
	table_add(table, "%s", row_column(row));
	table_add(table, "%s", row_group(row));
	table_number(table, summary->n);
	table_number(table, row->file->groups[row->group].lines - summary->n);
	add_real(table, summary->mean);
	add_real(table, summary->min);
	add_real(table, several ? summary->whisker_low : NAN);
	add_real(table, several ? summary->q1 : NAN);
	add_real(table, summary->median);
	add_real(table, several ? summary->q3 : NAN);
	add_real(table, several ? summary->whisker_high : NAN);
	add_real(table, summary->max);
	table_number(table, summary->outliers);
	add_real(table, summary->qcd);
	add_real(table, summary->low);
	add_real(table, summary->high);
	add_rank(table, summary->ranks.low);
	add_rank(table, summary->ranks.high);
	add_real(table, summary->ranks.low ? summary->ranks.coverage : NAN);
}

static bool has_groups(const struct noise_rows *rows)
{
	for (size_t i = 0; i < rows->count; i++) {
		if (*row_group(&rows->each[i]))
			return true;
	}
	return false;
}

static void tell_few(const struct noise_rows *rows)
{
	size_t few = 0;

	for (size_t i = 0; i < rows->count; i++)
		few += !rows->each[i].summary.ranks.low;
	if (few)
		complain("%zu of %zu rows: below %d values a median has no 95 %% interval", few,
			 rows->count, STATS_MEDIAN_LEAST);
}

int rows_print(const struct noise_rows *rows, size_t files)
{
	const struct column columns[] = {
		{ "file", COLUMN_TEXT, files < 2 },
		{ "column", COLUMN_TEXT, false },
		{ "group", COLUMN_TEXT, !has_groups(rows) },
		{ "n", COLUMN_NUMBER, false },
		{ "missing", COLUMN_NUMBER, true },
		{ "mean", COLUMN_REAL, true },
		{ "min", COLUMN_REAL, true },
		{ "whisker_low", COLUMN_REAL, false },
		{ "q1", COLUMN_REAL, false },
		{ "median", COLUMN_REAL, false },
		{ "q3", COLUMN_REAL, false },
		{ "whisker_high", COLUMN_REAL, false },
		{ "max", COLUMN_REAL, true },
		{ "outliers", COLUMN_NUMBER, false },
		{ "qcd", COLUMN_REAL, false },
		{ "median_low", COLUMN_REAL, false },
		{ "median_high", COLUMN_REAL, false },
		{ "low_rank", COLUMN_NUMBER, true },
		{ "high_rank", COLUMN_NUMBER, true },
		{ "coverage", COLUMN_REAL, true },
	};
	struct table table = {
		.name = "noise", .columns = columns, .ncolumns = ARRAY_SIZE(columns),
	};
	int code;

	for (size_t i = 0; i < rows->count; i++)
		add_noise_row(&table, &rows->each[i]);
	code = table_print(&table);
	if (!code)
		tell_few(rows);
	return code;
}

/* --- box plots --- */

static const char *row_quantity(const struct noise_row *row)
{
	return row->file->names[row->column];
}

/*
 * Name a box after its file, its group or both, as far as these differ between boxes; otherwise
 * after its column.
 */
static struct box box_of(const struct noise_row *row, size_t files)
{
	const char *group = row->file->groups[row->group].name;
	const char *file = strrchr(row->file->name, '/');

	file = file ? file + 1 : row->file->name;
	if (files < 2)
		file = *group ? "" : row_quantity(row);
	return (struct box){ .name = file, .part = group, .summary = row->summary };
}

/* Adjacent rows of one column share a panel. */
static bool begins_panel(const struct noise_rows *rows, size_t i)
{
	return !i || strcmp(row_quantity(&rows->each[i - 1]), row_quantity(&rows->each[i]));
}

int plot_make(struct noise_plot *plot, const struct noise_rows *rows, size_t files)
{
	struct boxes *panel;

	plot->boxes = calloc(rows->count, sizeof(*plot->boxes));
	plot->panels = calloc(rows->count, sizeof(*plot->panels));
	if (!plot->boxes || !plot->panels)
		return -ENOMEM;
	panel = plot->panels;
	for (size_t i = 0; i < rows->count; i++) {
		if (begins_panel(rows, i)) {
			panel = &plot->panels[plot->count++];
			panel->quantity = row_quantity(&rows->each[i]);
			panel->each = &plot->boxes[i];
		}
		plot->boxes[i] = box_of(&rows->each[i], files);
		panel->count++;
	}
	return 0;
}

int plot_print(const struct noise_plot *plot)
{
	struct out out = { 0 };
	int code, broken;

	for (size_t i = 0; i < plot->count; i++) {
		out_add(&out, "\n");
		boxes_text(&out, &plot->panels[i]);
	}
	out_add(&out, "\n| whisker, [ ] quartile, M median, < > its 95 %% interval, +n outliers\n");
	code = out_record(&out) == -EINTR ? EXIT_RUNTIME : 0;
	broken = out_end(&out);
	return broken ? broken : code;
}

void plot_free(struct noise_plot *plot)
{
	free(plot->boxes);
	free(plot->panels);
}
