// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "complain.h"
#include "format.h"
#include "out.h"
#include "table.h"

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

/* --- numbers beside a paper's --- */

/* Relative tolerance, so that the last bit does not decide if a difference exceeds half a step. */
#define EXACT	(1 / 1e9)

const struct column printed_columns[] = {
	{ "quantity", COLUMN_TEXT, false },
	{ "ours", COLUMN_TEXT, false },
	{ "paper", COLUMN_TEXT, false },
	{ "verdict", COLUMN_TEXT, false },
	{ "remark", COLUMN_TEXT, false },
};

static void add_quantity(struct table *table, double value, const char *unit)
{
	table_add(table, "%.6g%s%s", value, *unit ? " " : "", unit);
}

static void add_difference(struct table *table, double ours, const struct printed *paper)
{
	double off = ours - paper->value;

	if (fabs(off) <= paper->step / 2 + EXACT * fabs(paper->value))
		table_add(table, "same");
	else if (paper->value == 0)
		table_add(table, "differs by %.3g", off);
	else
		table_add(table, "differs by %+.3g %%", 100 * off / fabs(paper->value));
}

void printed_number(struct table *table, const char *quantity, double ours,
		    const struct printed *paper, const char *remark)
{
	table_add(table, "%s", quantity);
	add_quantity(table, ours, paper->unit);
	add_quantity(table, paper->value, paper->unit);
	add_difference(table, ours, paper);
	table_add(table, "%s", remark);
}

void printed_words(struct table *table, const char *quantity, const char *ours, const char *paper,
		   bool follows, const char *remark)
{
	table_add(table, "%s", quantity);
	table_add(table, "%s", ours);
	table_add(table, "%s", paper);
	table_add(table, follows ? "same" : "does not follow");
	table_add(table, "%s", remark);
}
