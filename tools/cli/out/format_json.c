// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "format.h"
#include "out.h"

static void json_list(struct document *document, const char *name, const char *words)
{
	size_t length;

	document_array(document, name);
	for (; *words; words += length + strspn(words + length, " ")) {
		length = strcspn(words, " ");
		document_part(document, NULL, words, length);
	}
	document_close(document);
}

/* "x,y,z" as an array of numbers. */
static void json_coord(struct document *document, const char *name, const char *cell)
{
	char *end;

	document_array(document, name);
	for (; *cell; cell = end + (*end == ',')) {
		document_number(document, NULL, strtoll(cell, &end, 10));
		if (end == cell)
			break;
	}
	document_close(document);
}

static void json_cell(struct document *document, const struct column *column, const char *cell)
{
	if (!cell && column->type != COLUMN_LIST) {
		document_null(document, column->name);
		return;
	}
	switch (column->type) {
	case COLUMN_LIST:
		json_list(document, column->name, cell ? cell : "");
		break;
	case COLUMN_COORD:
		json_coord(document, column->name, cell);
		break;
	case COLUMN_NUMBER:
	case COLUMN_NS:
		document_digits(document, column->name, cell);
		break;
	case COLUMN_REAL:
	case COLUMN_VALUE:
		document_decimal(document, column->name, cell);
		break;
	case COLUMN_BOOL:
		document_bool(document, column->name, !strcmp(cell, "yes"));
		break;
	default:
		document_text(document, column->name, cell);
	}
}

/* An object has each name once; --columns may ask for a column several times. */
static bool comes_again(const struct table *table, size_t column)
{
	size_t i = 0;

	while (table->columns[i].name != table->columns[column].name)
		i++;
	return i < column;
}

static void json_cells(struct document *document, const struct table *table, size_t row)
{
	const char *cell;

	for (size_t i = 0; i < table->ncolumns; i++) {
		cell = table_cell(table, row, i);
		if ((cell || !table->sparse) && !comes_again(table, i))
			json_cell(document, &table->columns[i], cell);
	}
}

static void json_table(struct document *document, const struct table *table)
{
	document_array(document, table->name);
	for (size_t row = 0; row < table_rows(table); row++) {
		document_object(document, NULL);
		json_cells(document, table, row);
		document_close(document);
	}
	document_close(document);
}

static void json_tables(struct out *out, const struct table *tables, size_t count)
{
	struct document document;

	document_begin(&document, out, true);
	for (size_t i = 0; i < count; i++)
		json_table(&document, &tables[i]);
	document_end(&document);
}

static void json_rows(struct out *out, const struct table *table)
{
	struct document document;

	for (size_t row = 0; row < table_rows(table); row++) {
		document_begin(&document, out, false);
		json_cells(&document, table, row);
		document_end(&document);
	}
}

const struct format format_json = {
	.name = "json",
	.help = "JSON",
	.tables = json_tables,
	.rows = json_rows,
};
