// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "out.h"
#include "format.h"
#include "unicode.h"

void document_put(struct out *out, json_t *object, const char *name, json_t *value)
{
	if (json_object_set_new(object, name, value))
		out->error = -ENOMEM;
}

void document_put_named(struct out *out, json_t *object, const char *name, json_t *value)
{
	char *text = unicode_escape(name);

	if (text)
		document_put(out, object, text, value);
	else
		json_decref(value);
	if (!text)
		out->error = -ENOMEM;
	free(text);
}

void document_put_wide(struct out *out, json_t *object, const char *name, uint64_t value)
{
	document_put(out, object, name, json_sprintf("%ju", (uintmax_t)value));
}

void document_append(struct out *out, json_t *array, json_t *value)
{
	if (json_array_append_new(array, value))
		out->error = -ENOMEM;
}

json_t *document_new(struct out *out)
{
	json_t *document = json_object();

	document_put(out, document, "schema", json_integer(FORMAT_SCHEMA));
	return document;
}

json_t *document_text(const char *bytes)
{
	char *text = unicode_clean(bytes);
	json_t *string = json_string(text);

	free(text);
	return string;
}

static int add_bytes(const char *bytes, size_t length, void *out)
{
	out_bytes(out, bytes, length);
	return 0;
}

void document_end(struct out *out, json_t *document, size_t flags)
{
	if (!out->error && json_dump_callback(document, add_bytes, out, flags))
		out->error = -ENOMEM;
	out_string(out, "\n");
	json_decref(document);
}

static json_t *new_list(struct out *out, const char *words)
{
	json_t *list = json_array();
	size_t length;

	for (; *words; words += length + strspn(words + length, " ")) {
		length = strcspn(words, " ");
		document_append(out, list, json_stringn(words, length));
	}
	return list;
}

/* "x,y,z" as an array of numbers. */
static json_t *coord_array(struct out *out, const char *cell)
{
	json_t *array = json_array();
	char *end;

	for (; *cell; cell = end + (*end == ',')) {
		document_append(out, array, json_integer(strtoll(cell, &end, 10)));
		if (end == cell)
			break;
	}
	return array;
}

static json_t *new_cell(struct out *out, enum column_type type, const char *cell)
{
	if (type == COLUMN_LIST)
		return new_list(out, cell ? cell : "");
	if (type == COLUMN_COORD && cell)
		return coord_array(out, cell);
	if (!cell)
		return json_null();
	if (type == COLUMN_NUMBER || type == COLUMN_NS)
		return json_integer(strtoll(cell, NULL, 10));
	if (type == COLUMN_REAL || type == COLUMN_VALUE)
		return json_real(strtod(cell, NULL));
	if (type == COLUMN_BOOL)
		return json_boolean(!strcmp(cell, "yes"));
	return document_text(cell);
}

static void put_row(struct out *out, json_t *object, const struct table *table, size_t row)
{
	const char *cell;

	for (size_t i = 0; i < table->ncolumns; i++) {
		cell = table_cell(table, row, i);
		if (cell || !table->sparse)
			document_put(out, object, table->columns[i].name,
				     new_cell(out, table->columns[i].type, cell));
	}
}

static json_t *new_row(struct out *out, const struct table *table, size_t row)
{
	json_t *object = json_object();

	put_row(out, object, table, row);
	return object;
}

static json_t *new_rows(struct out *out, const struct table *table)
{
	json_t *rows = json_array();

	for (size_t row = 0; row < table_rows(table); row++)
		document_append(out, rows, new_row(out, table, row));
	return rows;
}

static void json_tables(struct out *out, const struct table *tables, size_t count)
{
	json_t *document = document_new(out);

	for (size_t i = 0; i < count; i++)
		document_put(out, document, tables[i].name, new_rows(out, &tables[i]));
	document_end(out, document, JSON_INDENT(2) | JSON_REAL_PRECISION(DBL_DIG));
}

static void json_rows(struct out *out, const struct table *table)
{
	json_t *document;

	for (size_t row = 0; row < table_rows(table); row++) {
		document = document_new(out);
		put_row(out, document, table, row);
		document_end(out, document, JSON_COMPACT | JSON_REAL_PRECISION(DBL_DIG));
	}
}

const struct format format_json = {
	.name = "json",
	.help = "JSON",
	.tables = json_tables,
	.rows = json_rows,
};
