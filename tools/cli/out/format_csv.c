// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "format.h"
#include "out.h"
#include "unicode.h"

void csv_text(struct out *out, const char *text)
{
	char shown[UNICODE_SHOWN];

	if (!strpbrk(text, ",\"")) {
		out_text(out, text, 0);
		return;
	}
	out_string(out, "\"");
	while (*text) {
		text += unicode_next(text, shown);
		out_string(out, shown);
		if (*shown == '"')
			out_string(out, shown);
	}
	out_string(out, "\"");
}

static void add_names(struct out *out, const struct table *table)
{
	for (size_t i = 0; i < table->ncolumns; i++) {
		out_string(out, table->columns[i].name);
		out_string(out, ",");
	}
	out_string(out, CSV_SCHEMA "\n");
}

static void add_rows(struct out *out, const struct table *table)
{
	const char *cell;

	for (size_t i = 0; i < table->count; i++) {
		cell = table->cells[i];
		csv_text(out, cell ? cell : "");
		out_string(out, ",");
		if ((i + 1) % table->ncolumns == 0)
			out_string(out, CSV_NUMBER(FORMAT_SCHEMA) "\n");
	}
}

void csv_table(struct out *out, const struct table *table)
{
	add_names(out, table);
	add_rows(out, table);
}

static void csv_header(struct out *out, const struct table *table)
{
	add_names(out, table);
	out_header(out);
}

static void csv_tables(struct out *out, const struct table *tables, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (i)
			out_string(out, "\n");
		if (!tables[i].continued && count == 1)
			csv_header(out, &tables[i]);
		else if (!tables[i].continued)
			add_names(out, &tables[i]);
		add_rows(out, &tables[i]);
	}
}

const struct format format_csv = {
	.name = "csv",
	.help = "comma-separated values",
	.single = true,
	.tables = csv_tables,
	.header = csv_header,
	.rows = add_rows,
};

/* Samples have values and a schema of their own (sample_values.c); all else is as in CSV. */
const struct format format_long = {
	.name = "long",
	.help = "CSV, a line a value, with host, device and coordinate",
	.wider = &format_csv,
	.tables = csv_tables,
	.header = csv_header,
	.rows = add_rows,
};
