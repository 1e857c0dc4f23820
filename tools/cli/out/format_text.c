// SPDX-License-Identifier: GPL-2.0-only
/* Tables as text for people: aligned, without the columns that only programs need. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "format.h"
#include "out.h"

static const char *shown(const char *cell)
{
	return cell && *cell ? cell : "-";
}

static const char *heading_of(const struct table *table, size_t column)
{
	const char *heading = table->headings ? table->headings[column] : NULL;

	return heading ? heading : table->columns[column].name;
}

static size_t column_width(const struct table *table, size_t column)
{
	size_t width = strlen(heading_of(table, column));
	size_t length;

	for (size_t row = 0; row < table_rows(table); row++) {
		length = out_text_width(shown(table_cell(table, row, column)));
		if (length > width)
			width = length;
	}
	return width;
}

static int is_number(const struct column *column)
{
	return column->type == COLUMN_NUMBER || column->type == COLUMN_WIDE ||
	       column->type == COLUMN_REAL;
}

static bool has_cell(const struct table *table, size_t row, size_t column)
{
	const char *cell = table_cell(table, row, column);

	return cell && *cell;
}

static bool is_spare(const struct table *table, size_t column)
{
	return table->spare && column >= table->spare;
}

static bool column_is_shown(const struct table *table, size_t column)
{
	bool has = !is_spare(table, column);

	for (size_t row = 0; !has && row < table_rows(table); row++)
		has = has_cell(table, row, column);
	return has && !table->columns[column].detail;
}

static size_t last_column(const struct table *table)
{
	size_t last = 0;

	for (size_t i = 0; i < table->ncolumns; i++) {
		if (column_is_shown(table, i))
			last = i;
	}
	return last;
}

/* Add one line; row -1 is the heading. A column of width 0 is not shown. */
static void add_line(struct out *out, const struct table *table, const size_t *widths,
		     ssize_t row, size_t last)
{
	const struct column *column;
	const char *text;
	int width;

	for (size_t i = 0; i <= last; i++) {
		column = &table->columns[i];
		if (!widths[i])
			continue;
		text = row < 0 ? heading_of(table, i) : shown(table_cell(table, row, i));
		width = is_number(column) ? -(int)widths[i] : i < last ? (int)widths[i] : 0;
		out_text(out, text, width);
		out_string(out, i < last ? "  " : "\n");
	}
}

static void add_lines(struct out *out, const struct table *table)
{
	size_t *widths = calloc(table->ncolumns, sizeof(*widths)), last = last_column(table);

	if (!widths) {
		out->error = -ENOMEM;
		return;
	}
	for (size_t i = 0; i < table->ncolumns; i++)
		widths[i] = column_is_shown(table, i) ? column_width(table, i) : 0;
	for (ssize_t row = table->bare ? 0 : -1; row < (ssize_t)table_rows(table); row++)
		add_line(out, table, widths, row, last);
	free(widths);
}

static void add_pair(struct out *out, const char *heading, int width, const char *cell)
{
	out_text(out, heading, width);
	out_string(out, "  ");
	out_text(out, cell, 0);
	out_string(out, "\n");
}

static void add_upright(struct out *out, const struct table *table)
{
	size_t width = 0;

	for (size_t i = 0; i < table->ncolumns; i++) {
		if (strlen(heading_of(table, i)) > width)
			width = strlen(heading_of(table, i));
	}
	for (size_t row = 0; row < table_rows(table); row++) {
		for (size_t i = 0; i < table->ncolumns; i++) {
			if (is_spare(table, i) && !has_cell(table, row, i))
				continue;
			add_pair(out, heading_of(table, i), (int)width,
				 shown(table_cell(table, row, i)));
		}
	}
}

static void text_tables(struct out *out, const struct table *tables, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (i)
			out_string(out, "\n");
		if (tables[i].title) {
			out_text(out, tables[i].title, 0);
			out_string(out, "\n");
		}
		if (tables[i].upright)
			add_upright(out, &tables[i]);
		else
			add_lines(out, &tables[i]);
	}
}

const struct format format_text = { .tables = text_tables };
