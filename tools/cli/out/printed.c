// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "printed.h"

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
