// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tables as JSON: several tables are one document.
 */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "table.h"

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
	if (type == COLUMN_NUMBER)
		return json_integer(strtoll(cell, NULL, 10));
	if (type == COLUMN_REAL)
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
