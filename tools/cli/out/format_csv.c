// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "format.h"
#include "out.h"
#include "unicode.h"

static void csv_quoted(struct out *out, const char *text)
{
	char shown[UNICODE_SHOWN];

	out_byte(out, '"');
	while (*text) {
		text += unicode_next(text, shown);
		out_string(out, shown);
		if (*shown == '"')
			out_byte(out, '"');
	}
	out_byte(out, '"');
}

void csv_text(struct out *out, const char *text)
{
	size_t length = strlen(text);

	if (unicode_is_plain(text, length))
		out_bytes(out, text, length);
	else if (strpbrk(text, ",\""))
		csv_quoted(out, text);
	else
		out_text(out, text, 0);
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
	size_t left = table->ncolumns;

	for (size_t i = 0; i < table->count; i++) {
		if (table->cells[i])
			csv_text(out, table->cells[i]);
		out_byte(out, ',');
		if (--left)
			continue;
		out_string(out, CSV_NUMBER(FORMAT_SCHEMA) "\n");
		left = table->ncolumns;
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
