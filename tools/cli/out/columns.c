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

/* Columns of @chosen are those of @table at the places @found. */
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
