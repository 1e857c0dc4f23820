// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "complain.h"
#include "format.h"
#include "out.h"

/* --- tables --- */

/*
 * Text of many cells, which stays where it is as the table grows: a cell costs no allocation of its
 * own, and the next one's text begins after the last one's.
 */
struct table_texts {
	struct table_texts *before;
	size_t used;
	size_t room;
	char text[];
};

#define TEXTS_ROOM	1000
#define TEXTS_MOST	64000

static int table_reserve(struct table *table)
{
	size_t room = table->room ? 2 * table->room : 64;
	const char **cells;

	if (table->count < table->room)
		return 0;
	cells = realloc(table->cells, room * sizeof(*cells));
	if (!cells)
		return -ENOMEM;
	table->cells = cells;
	table->room = room;
	return 0;
}

/* Add a cell whose text the table has, or an empty one. */
static void table_put(struct table *table, const char *cell)
{
	if (table_reserve(table))
		table->error = -ENOMEM;
	else
		table->cells[table->count++] = cell;
}

/* Find room for a text of @size bytes, which the caller writes and then adds to @used. */
static char *texts_reserve(struct table *table, size_t size)
{
	struct table_texts *texts = table->texts;
	size_t room = texts ? 2 * texts->room : TEXTS_ROOM;

	if (texts && texts->room - texts->used >= size)
		return texts->text + texts->used;
	if (room > TEXTS_MOST)
		room = TEXTS_MOST;
	if (room < size)
		room = size;
	texts = malloc(sizeof(*texts) + room);
	if (!texts) {
		table->error = -ENOMEM;
		return NULL;
	}
	*texts = (struct table_texts) { .before = table->texts, .room = room };
	table->texts = texts;
	return texts->text;
}

/* Add the text of @size bytes with its NUL that was written to @text; NULL: there was no room. */
static void table_take(struct table *table, const char *text, size_t size)
{
	if (text)
		table->texts->used += size;
	table_put(table, text);
}

/* Most text fits into the room that is left: it is formatted once. */
static void table_vadd(struct table *table, const char *fmt, va_list args)
{
	struct table_texts *texts = table->texts;
	char *text = texts ? texts->text + texts->used : NULL;
	size_t room = texts ? texts->room - texts->used : 0;
	va_list again;
	int length;

	va_copy(again, args);
	length = vsnprintf(text, room, fmt, again);
	va_end(again);
	if (length < 0)
		table->error = -ENOMEM;
	text = length < 0 ? NULL : texts_reserve(table, length + 1);
	if (text && (size_t)length >= room)
		vsnprintf(text, length + 1, fmt, args);
	table_take(table, text, length + 1);
}

void table_add(struct table *table, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	table_vadd(table, fmt, args);
	va_end(args);
}

void table_text(struct table *table, const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = texts_reserve(table, size);

	table_take(table, copy ? memcpy(copy, text, size) : NULL, size);
}

void table_number(struct table *table, uint64_t number)
{
	char *text = texts_reserve(table, OUT_DIGITS);

	table_take(table, text, text ? out_digits(text, number) + 1 : 0);
}

void table_skip(struct table *table)
{
	table_put(table, NULL);
}

void table_free(struct table *table)
{
	struct table_texts *texts = table->texts, *before;

	for (; texts; texts = before) {
		before = texts->before;
		free(texts);
	}
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
