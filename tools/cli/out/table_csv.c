// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tables as comma-separated values.
 */
#include "csv.h"
#include "out.h"
#include "table.h"

static void add_names(struct out *out, const struct table *table)
{
	for (size_t i = 0; i < table->ncolumns; i++)
		out_add(out, "%s,", table->columns[i].name);
	out_add(out, CSV_SCHEMA "\n");
}

static void add_rows(struct out *out, const struct table *table)
{
	const char *cell;

	for (size_t i = 0; i < table->count; i++) {
		cell = table->cells[i];
		csv_text(out, cell ? cell : "");
		out_add(out, ",");
		if ((i + 1) % table->ncolumns == 0)
			out_add(out, "%d\n", FORMAT_SCHEMA);
	}
}

void csv_table(struct out *out, const struct table *table)
{
	add_names(out, table);
	add_rows(out, table);
}

void csv_tables(struct out *out, const struct table *tables, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (i)
			out_add(out, "\n");
		if (!tables[i].continued)
			add_names(out, &tables[i]);
		if (count == 1 && !tables[i].continued)
			out_header(out);
		add_rows(out, &tables[i]);
	}
}
