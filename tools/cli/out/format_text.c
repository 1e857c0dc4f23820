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
#include "people.h"

/* Size of a cell or a heading that was made for people, with its NUL. */
#define CELL_ROOM 128

/* Do people read the tables that are being added? */
static bool people_see;

/* A number and its unit, which have one column or two. */
static const char *joined(const char *cell, const char *unit, char room[CELL_ROOM])
{
	struct people people;

	people_value(&people, cell, unit);
	snprintf(room, CELL_ROOM, "%s %s", people.number, *people.unit ? people.unit : " ");
	return room;
}

static const char *one_part(const char *value, const char *unit, bool is_unit, char room[CELL_ROOM])
{
	struct people people;

	people_value(&people, value, unit);
	snprintf(room, CELL_ROOM, "%s", is_unit ? people.unit : people.number);
	return room;
}

static bool is_type(const struct table *table, size_t column, enum column_type type)
{
	return column < table->ncolumns && table->columns[column].type == type;
}

/* Write a cell as people read it, or return it as it is. */
static const char *people_cell(const struct table *table, size_t row, size_t column,
			       char room[CELL_ROOM])
{
	const char *cell = table_cell(table, row, column);

	switch (table->columns[column].type) {
	case COLUMN_COUNT:
		return joined(cell, "", room);
	case COLUMN_NS:
		return joined(cell, "ns", room);
	case COLUMN_MBIT:
		return joined(cell, "Mbit/s", room);
	case COLUMN_VALUE:
		if (is_type(table, column + 1, COLUMN_UNIT) && table_cell(table, row, column + 1))
			return one_part(cell, table_cell(table, row, column + 1), false, room);
		return cell;
	case COLUMN_UNIT:
		if (column && is_type(table, column - 1, COLUMN_VALUE) &&
		    table_cell(table, row, column - 1))
			return one_part(table_cell(table, row, column - 1), cell, true, room);
		return cell;
	default:
		return cell;
	}
}

/* Return the text of a cell; @room may receive it. */
static const char *shown_cell(const struct table *table, size_t row, size_t column,
			      char room[CELL_ROOM])
{
	const char *cell = table_cell(table, row, column);

	if (!cell || !*cell)
		return "-";
	return people_see ? people_cell(table, row, column, room) : cell;
}

/* What people see has its unit in the cell, not in the heading. */
static size_t heading_length(const struct column *column)
{
	const char *unit = column->type == COLUMN_NS ? "_ns" :
			   column->type == COLUMN_MBIT ? "_mbit" : "";
	size_t length = strlen(column->name), cut = strlen(unit);

	return people_see && length > cut && !strcmp(column->name + length - cut, unit) ?
	       length - cut : length;
}

static const char *heading_of(const struct table *table, size_t column, char room[CELL_ROOM])
{
	const char *heading = table->headings ? table->headings[column] : NULL;

	if (heading)
		return heading;
	snprintf(room, CELL_ROOM, "%.*s", (int)heading_length(&table->columns[column]),
		 table->columns[column].name);
	return room;
}

static size_t column_width(const struct table *table, size_t column)
{
	char room[CELL_ROOM];
	size_t width = strlen(heading_of(table, column, room));
	size_t length;

	for (size_t row = 0; row < table_rows(table); row++) {
		length = out_text_width(shown_cell(table, row, column, room));
		if (length > width)
			width = length;
	}
	return width;
}

static bool is_number(const struct column *column)
{
	switch (column->type) {
	case COLUMN_NUMBER:
	case COLUMN_WIDE:
	case COLUMN_REAL:
	case COLUMN_VALUE:
	case COLUMN_COUNT:
	case COLUMN_NS:
	case COLUMN_MBIT:
		return true;
	default:
		return false;
	}
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
	char room[CELL_ROOM];
	int width;

	for (size_t i = 0; i <= layout->last; i++) {
		width = layout->widths[i];
		if (!width)
			continue;
		text = row < 0 ? heading_of(table, i, room) : shown_cell(table, row, i, room);
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
	char heading[CELL_ROOM], cell[CELL_ROOM];
	size_t width = 0;

	for (size_t i = 0; i < table->ncolumns; i++) {
		if (strlen(heading_of(table, i, heading)) > width)
			width = strlen(heading_of(table, i, heading));
	}
	for (size_t row = 0; row < table_rows(table); row++) {
		for (size_t i = 0; i < table->ncolumns; i++) {
			if (is_spare(table, i) && !has_cell(table, row, i))
				continue;
			add_pair(out, heading_of(table, i, heading), (int)width,
				 shown_cell(table, row, i, cell));
		}
	}
}

static void text_tables(struct out *out, const struct table *tables, size_t count)
{
	people_see = people_read();
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
