// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "columns.h"
#include "complain.h"
#include "format.h"
#include "out.h"

/* --- tables --- */

static int table_reserve(struct table *table)
{
	size_t room = table->room ? 2 * table->room : 64;
	char **cells;

	if (table->count < table->room)
		return 0;
	cells = realloc(table->cells, room * sizeof(*cells));
	if (!cells)
		return -ENOMEM;
	table->cells = cells;
	table->room = room;
	return 0;
}

static void table_put(struct table *table, char *cell)
{
	if (table_reserve(table)) {
		table->error = -ENOMEM;
		free(cell);
		return;
	}
	table->cells[table->count++] = cell;
}

void table_add(struct table *table, const char *fmt, ...)
{
	va_list args;
	char *cell;

	va_start(args, fmt);
	if (vasprintf(&cell, fmt, args) < 0) {
		table->error = -ENOMEM;
		cell = NULL;
	}
	va_end(args);
	table_put(table, cell);
}

void table_number(struct table *table, uint64_t number)
{
	table_add(table, "%ju", (uintmax_t)number);
}

void table_skip(struct table *table)
{
	table_put(table, NULL);
}

void table_free(struct table *table)
{
	for (size_t i = 0; i < table->count; i++)
		free(table->cells[i]);
	free(table->cells);
}

int table_print(struct table *table)
{
	return tables_print(table, 1);
}

int tables_print(struct table *tables, size_t count)
{
	struct out out = { 0 };
	int code, broken;

	for (size_t i = 0; i < count && !out.error; i++)
		out.error = tables[i].error;
	if (!out.error)
		format_tables(&out, tables, count);
	code = out_record(&out) == -EINTR ? EXIT_RUNTIME : 0;
	for (size_t i = 0; i < count; i++)
		table_free(&tables[i]);
	broken = out_end(&out);
	return broken ? broken : code;
}

/* --- formats --- */

const struct format *const formats[FORMATS_MOST] = { &format_csv, &format_json, &format_long };

const struct format *format_chosen = &format_text;

static bool agree(const struct format *one, const struct format *other)
{
	return one == other || one == &format_text || one->wider == other || other->wider == one;
}

bool format_choose(const struct format *format)
{
	if (!agree(format_chosen, format))
		return false;
	if (format_chosen->wider != format)
		format_chosen = format;
	return true;
}

/* Add the wanted columns of tables that have any; the rest has no cells. */
static void chosen_tables(struct out *out, const struct table *tables, size_t count)
{
	struct columns *chosen = calloc(count + 1, sizeof(*chosen));
	struct table *shown = calloc(count + 1, sizeof(*shown));
	size_t kept = 0;

	if (!chosen || !shown)
		out->error = -ENOMEM;
	for (size_t i = 0; i < count && !out->error; i++) {
		out->error = columns_cut(&chosen[i], &tables[i]);
		if (!out->error && chosen[i].table.ncolumns)
			shown[kept++] = chosen[i].table;
	}
	if (!out->error)
		format_chosen->tables(out, shown, kept);
	for (size_t i = 0; chosen && i < count; i++)
		columns_free(&chosen[i]);
	free(chosen);
	free(shown);
}

void format_tables(struct out *out, const struct table *tables, size_t count)
{
	columns_check(out, tables, count);
	if (columns_are_wanted())
		chosen_tables(out, tables, count);
	else
		format_chosen->tables(out, tables, count);
}

/* Call a function of streams with the wanted columns of a table. */
static void stream(struct out *out, const struct table *table,
		   void (*add)(struct out *out, const struct table *table))
{
	struct columns chosen;

	columns_check(out, table, 1);
	if (!columns_are_wanted()) {
		add(out, table);
		return;
	}
	out->error = columns_cut(&chosen, table);
	if (out->error)
		return;
	add(out, &chosen.table);
	columns_free(&chosen);
}

void format_header(struct out *out, const struct table *table)
{
	if (format_chosen->header)
		stream(out, table, format_chosen->header);
}

void format_rows(struct out *out, const struct table *table)
{
	if (table->error)
		out->error = table->error;
	else if (format_chosen->rows)
		stream(out, table, format_chosen->rows);
	else
		format_tables(out, table, 1);
}
