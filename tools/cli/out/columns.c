// SPDX-License-Identifier: GPL-2.0-only
/* The columns that --columns asks for, of any table in any format. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "complain.h"
#include "out.h"

/* Names with commas between them; NULL: all columns, in the order of the table. */
static const char *wanted;

void columns_want(const char *names)
{
	wanted = names;
}

bool columns_are_wanted(void)
{
	return wanted;
}

/* Take the next name off a list that is not at its end. Return its length. */
static size_t next_column(const char **list, const char **name)
{
	size_t length = strcspn(*list, ",");

	*name = *list;
	*list += length + !!(*list)[length];
	return length;
}

static bool is_called(const char *text, const char *name, size_t length)
{
	return text && strlen(text) == length && !strncasecmp(text, name, length);
}

/* Find a column by its name or its heading. Return ncolumns if there is none. */
static size_t column_place(const struct table *table, const char *name, size_t length)
{
	size_t i = 0;

	while (i < table->ncolumns && !is_called(table->columns[i].name, name, length) &&
	       !(table->headings && is_called(table->headings[i], name, length)))
		i++;
	return i;
}

static bool some_have(const struct table *tables, size_t count, const char *name, size_t length)
{
	for (size_t i = 0; i < count; i++) {
		if (column_place(&tables[i], name, length) < tables[i].ncolumns)
			return true;
	}
	return false;
}

/* Write the names of the columns of all tables, each once. */
static void write_names(FILE *text, const struct table *tables, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < tables[i].ncolumns; j++) {
			const char *name = tables[i].columns[j].name;

			if (!some_have(tables, i, name, strlen(name)))
				fprintf(text, "%s%s", i || j ? ", " : "", name);
		}
	}
}

static int reject_name(const struct table *tables, size_t count, const char *name, size_t length)
{
	char *names = NULL;
	size_t size;
	FILE *text = open_memstream(&names, &size);

	if (!text)
		return -ENOMEM;
	write_names(text, tables, count);
	if (fclose(text)) {
		free(names);
		return -ENOMEM;
	}
	complain("no column '%.*s', all are printed: %s", (int)length, name, names);
	free(names);
	return 0;
}

void columns_check(struct out *out, const struct table *tables, size_t count)
{
	const char *list = wanted, *name;
	size_t length;

	while (list && *list) {
		length = next_column(&list, &name);
		if (some_have(tables, count, name, length))
			continue;
		out->error = reject_name(tables, count, name, length);
		out->wrong = EXIT_USAGE;
		wanted = NULL;
		return;
	}
}

/* Find the wanted columns. Return their number. */
static size_t find_columns(size_t *found, const struct table *table)
{
	const char *list = wanted, *name;
	size_t length, count = 0;

	while (*list) {
		length = next_column(&list, &name);
		found[count] = column_place(table, name, length);
		count += found[count] < table->ncolumns;
	}
	return count;
}

/* Columns of @chosen are @table's at the places @found. */
static void copy_columns(struct columns *chosen, const struct table *table, const size_t *found)
{
	struct table *to = &chosen->table;
	size_t rows = table_rows(table);

	for (size_t i = 0; i < to->ncolumns; i++) {
		chosen->list[i] = table->columns[found[i]];
		chosen->list[i].detail = false;
		chosen->headings[i] = table->headings ? table->headings[found[i]] : NULL;
		for (size_t row = 0; row < rows; row++)
			to->cells[row * to->ncolumns + i] =
				table->cells[row * table->ncolumns + found[i]];
	}
	to->columns = chosen->list;
	to->headings = chosen->headings;
	to->count = rows * to->ncolumns;
	to->room = to->count;
	to->spare = 0;
}

int columns_cut(struct columns *chosen, const struct table *table)
{
	size_t most = strlen(wanted) / 2 + 1;
	size_t *found = calloc(most, sizeof(*found));

	*chosen = (struct columns) { .table = *table };
	chosen->list = calloc(most, sizeof(*chosen->list));
	chosen->headings = calloc(most, sizeof(*chosen->headings));
	chosen->table.cells = calloc(table_rows(table) * most + 1, sizeof(char *));
	if (!found || !chosen->list || !chosen->headings || !chosen->table.cells) {
		free(found);
		columns_free(chosen);
		return -ENOMEM;
	}
	chosen->table.ncolumns = find_columns(found, table);
	copy_columns(chosen, table, found);
	free(found);
	return 0;
}

void columns_free(struct columns *chosen)
{
	free(chosen->table.cells);
	free(chosen->headings);
	free(chosen->list);
	*chosen = (struct columns) { 0 };
}

/* --- lines of CSV that are no table --- */

#define NAMES_MOST	500	/* bytes of a message */

/* Columns of the lines, in the order in which they are printed. */
static struct {
	size_t *places;
	size_t count;
} lines_chosen;

/* Return the end of a cell: quotes that are a part of it are doubled. */
static const char *cell_end(const char *cell, const char *end)
{
	bool quoted = false;

	for (; cell < end && *cell != '\n' && (quoted || *cell != ','); cell++)
		quoted ^= *cell == '"';
	return cell;
}

/* Find a cell of a line that ends at @end. Return NULL if there are fewer. */
static const char *cell_at(const char *line, const char *end, size_t place, size_t *length)
{
	const char *next;

	for (;; line = next + 1) {
		next = cell_end(line, end);
		*length = next - line;
		if (!place--)
			return line;
		if (next == end || *next == '\n')
			return NULL;
	}
}

static bool is_schema_cell(const char *cell)
{
	return !strncmp(cell, "schema_", strlen("schema_")) ||
	       !strncmp(cell, "long_schema_", strlen("long_schema_"));
}

static bool is_cell(const char *cell, size_t size, const char *name, size_t length)
{
	bool quoted = *cell == '"';

	return size == length + 2 * quoted && !strncasecmp(cell + quoted, name, length);
}

/* Find a column, or the schema's for NULL. Return -1 if there is none. */
static ssize_t header_place(const struct out *line, const char *name, size_t length)
{
	const char *end = line->text + line->length, *cell;
	size_t place = 0, size;

	for (; (cell = cell_at(line->text, end, place, &size)); place++) {
		if (is_schema_cell(cell) ? !name : name && is_cell(cell, size, name, length))
			return place;
	}
	return -1;
}

static void reject_cell(const struct out *line, const char *name, size_t length)
{
	const char *end = line->text + line->length, *cell;
	char names[NAMES_MOST + 64] = "";
	size_t place = 0, size, shown = 0, more = 0;

	for (; (cell = cell_at(line->text, end, place, &size)); place++) {
		if (is_schema_cell(cell))
			continue;
		if (more || shown + size > NAMES_MOST)
			more++;
		else
			shown += sprintf(names + shown, "%s%.*s", shown ? ", " : "", (int)size,
					 cell);
	}
	if (more)
		sprintf(names + shown, " and %zu more", more);
	complain("no column '%.*s': take from %s", (int)length, name, names);
}

void columns_header(struct out *out, const struct out *line)
{
	const char *list = wanted, *name;
	ssize_t place;
	size_t length;

	/* Each name is a byte at least, and so is what divides two. */
	free(lines_chosen.places);
	lines_chosen.places = calloc(strlen(wanted) + 1, sizeof(*lines_chosen.places));
	lines_chosen.count = 0;
	if (!lines_chosen.places) {
		out->error = -ENOMEM;
		return;
	}
	while (*list) {
		length = next_column(&list, &name);
		place = header_place(line, name, length);
		if (place < 0) {
			reject_cell(line, name, length);
			out->wrong = EXIT_USAGE;
			out->error = -ECANCELED;
			return;
		}
		lines_chosen.places[lines_chosen.count++] = place;
	}
	lines_chosen.places[lines_chosen.count++] = header_place(line, NULL, 0);
	columns_lines(out, line);
}

void columns_lines(struct out *out, const struct out *lines)
{
	const char *line, *end, *cell;
	size_t size;

	for (size_t at = 0; at < lines->length && !out->error; at += end + 1 - line) {
		line = lines->text + at;
		end = memchr(line, '\n', lines->length - at);
		for (size_t i = 0; i < lines_chosen.count; i++) {
			cell = cell_at(line, end, lines_chosen.places[i], &size);
			if (i)
				out_string(out, ",");
			out_bytes(out, cell, size);
		}
		out_string(out, "\n");
	}
}
