// SPDX-License-Identifier: GPL-2.0-only
/* Tables as text for people: aligned, without the columns that only programs need. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

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

/* How the lines of a table are laid out. */
struct layout {
	const size_t *widths; /* of its columns; 0: not shown */
	size_t last; /* the last column that is shown */
	size_t room; /* characters of the last column's lines; 0: it has one, however long */
	size_t indent; /* blanks before its further lines */
	bool below; /* its first line is a further one, too */
	size_t padded; /* columns from here on need no blanks at their ends */
};

/* The last column's least room beside the others; with less, it goes below them. */
#define BESIDE_LEAST 30
#define BELOW_INDENT 4

static struct layout lay_out(const struct table *table, const size_t *widths)
{
	struct layout layout = { .widths = widths, .last = last_column(table) };
	size_t terminal = table->fit ? out_columns(STDOUT_FILENO) : 0;

	for (size_t i = 0; i < layout.last; i++)
		layout.indent += widths[i] ? widths[i] + 2 : 0;
	layout.padded = layout.last;
	if (!terminal || layout.indent + widths[layout.last] <= terminal)
		return layout;
	layout.below = layout.indent + BESIDE_LEAST > terminal;
	if (layout.below) {
		layout.indent = BELOW_INDENT;
		while (layout.padded && !widths[--layout.padded])
			;
	}
	layout.room = terminal > layout.indent ? terminal - layout.indent : 1;
	return layout;
}

/* Return the bytes of a text that fit into a line: up to a blank, or one word of any length. */
static size_t line_length(const char *text, size_t room)
{
	size_t length = strcspn(text, " "), more;

	while (text[length]) {
		more = length + 1 + strcspn(text + length + 1, " ");
		if (more > room)
			break;
		length = more;
	}
	return length;
}

/* Add a text in lines of a column. */
static void add_broken(struct out *out, const struct layout *layout, const char *text)
{
	bool first = !layout->below;
	size_t length;
	char *line;

	for (; *text; text += length, text += strspn(text, " ")) {
		if (!first)
			out_add(out, "\n%*s", (int)layout->indent, "");
		first = false;
		length = line_length(text, layout->room);
		line = strndup(text, length);
		if (!line)
			out->error = -ENOMEM;
		else
			out_text(out, line, 0);
		free(line);
	}
}

/* Add one line; row -1 is the heading. */
static void add_line(struct out *out, const struct table *table, const struct layout *layout,
		     ssize_t row)
{
	const char *text, *gap = "";
	int width;

	for (size_t i = 0; i <= layout->last; i++) {
		width = layout->widths[i];
		if (!width)
			continue;
		text = row < 0 ? heading_of(table, i) : shown(table_cell(table, row, i));
		if (i < layout->last || !layout->below)
			out_string(out, gap);
		gap = "  ";
		if (i == layout->last && layout->room)
			add_broken(out, layout, text);
		else if (is_number(&table->columns[i]))
			out_text(out, text, -width);
		else
			out_text(out, text, i < layout->padded ? width : 0);
	}
	out_string(out, "\n");
}

static void add_lines(struct out *out, const struct table *table)
{
	size_t *widths = calloc(table->ncolumns, sizeof(*widths));
	struct layout layout;

	if (!widths) {
		out->error = -ENOMEM;
		return;
	}
	for (size_t i = 0; i < table->ncolumns; i++)
		widths[i] = column_is_shown(table, i) ? column_width(table, i) : 0;
	layout = lay_out(table, widths);
	for (ssize_t row = table->bare ? 0 : -1; row < (ssize_t)table_rows(table); row++)
		add_line(out, table, &layout, row);
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
