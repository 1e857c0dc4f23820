// SPDX-License-Identifier: GPL-2.0-only
#include "format.h"
#include "out.h"
#include "table.h"

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

void format_tables(struct out *out, const struct table *tables, size_t count)
{
	format_chosen->tables(out, tables, count);
}

void format_header(struct out *out, const struct table *table)
{
	if (format_chosen->header)
		format_chosen->header(out, table);
}

void format_rows(struct out *out, const struct table *table)
{
	if (table->error)
		out->error = table->error;
	else if (format_chosen->rows)
		format_chosen->rows(out, table);
	else
		format_chosen->tables(out, table, 1);
}
