// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bars.h"
#include "cli/draw/curves.h"
#include "cli/out/complain.h"
#include "plot.h"

static int no_column(const struct plot *plot, const char *column)
{
	complain("figure '%s': table '%s' has no column '%s'", plot->name, plot->table, column);
	return EXIT_INPUT;
}

/* --- curves --- */

static void read_column(const struct table *table, size_t column, double *values)
{
	for (size_t row = 0; row < table_rows(table); row++) {
		const char *cell = table_cell(table, row, column);

		values[row] = cell ? strtod(cell, NULL) : 0;
	}
}

static size_t find_column(const struct table *table, const char *name)
{
	size_t i = 0;

	while (i < table->ncolumns && strcmp(table->columns[i].name, name))
		i++;
	return i;
}

static int draw_curves(const struct plot *plot, const struct table *table, double *values,
		       const struct picture *picture)
{
	size_t points = table_rows(table);
	struct curve each[STUDY_CURVES];
	const struct curves curves = {
		.title = table->title, .below = table->columns[0].name, .beside = plot->beside,
		.x = values, .points = points, .count = plot->ncolumns, .each = each,
	};

	read_column(table, 0, values);
	for (size_t i = 0; i < plot->ncolumns; i++) {
		size_t column = find_column(table, plot->columns[i]);
		double *y = values + (i + 1) * points;

		if (column == table->ncolumns)
			return no_column(plot, plot->columns[i]);
		read_column(table, column, y);
		each[i] = (struct curve){ .name = plot->columns[i], .y = y };
	}
	return curves_draw(&curves, picture);
}

int plot_curves(const struct plot *plot, const struct table *table, const struct picture *picture)
{
	double *values;
	int code;

	if (table->error)
		return 0;
	values = calloc((plot->ncolumns + 1) * table_rows(table), sizeof(*values));
	if (!values)
		return complain_output(picture->path, -ENOMEM);
	code = draw_curves(plot, table, values, picture);
	free(values);
	return code;
}

/* --- bars --- */

/* Find a name in a list, or add it; return its index, or @most if there is no room. */
static unsigned int take_name(const char **names, unsigned int most, const char *name)
{
	unsigned int i = 0;

	while (i < most && names[i] && strcmp(names[i], name))
		i++;
	if (i < most)
		names[i] = name;
	return i;
}

static void take_bar(struct values *values, const struct plot *plot, const struct row *row,
		     struct bars *bars)
{
	const char *series, *words, *group = plot->group;
	unsigned int i, j;

	values_cell(values, row, plot->series, &series);
	if (!plot->one_group)
		values_cell(values, row, plot->group, &group);
	if (!series || !group)
		return;
	i = take_name(bars->groups, BARS_GROUPS, group);
	j = take_name(bars->series, BARS_SERIES, series);
	if (i < BARS_GROUPS && j < BARS_SERIES)
		bars->bar[i][j] = (struct bar){
			values_cell(values, row, plot->columns[0], &words),
			values_cell(values, row, plot->columns[1], &words),
		};
}

int plot_bars(struct values *values, const struct plot *plot, const char *path)
{
	struct bars bars = { .title = plot->title, .axis = plot->beside };
	struct row row = {
		.table = study_find(values->study, plot->table, strlen(plot->table)),
	};
	int err;

	row.result = results_find(values->results, row.table->result);
	row.columns = row.table->ncolumns;
	for (; row.result && row.row < result_rows(row.result); row.row++)
		take_bar(values, plot, &row, &bars);
	if (values->problem.text[0])
		return no_column(plot, plot->columns[0]);
	err = bars_write(&bars, path);
	return err ? complain_output(path, err) : 0;
}
