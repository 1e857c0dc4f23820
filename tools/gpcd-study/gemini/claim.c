// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "claim.h"

#define NUMBER_TEXT 32

const struct column claim_columns[] = {
	{ "quantity", COLUMN_TEXT, false },
	{ "ours", COLUMN_TEXT, false },
	{ "paper", COLUMN_TEXT, false },
	{ "verdict", COLUMN_TEXT, false },
	{ "remark", COLUMN_TEXT, false },
};

static void judge(struct table *table, const char *quantity, const char *ours, const char *paper,
		  bool same, const char *remark)
{
	table_add(table, "%s", quantity);
	table_add(table, "%s", ours);
	table_add(table, "%s", paper);
	table_add(table, same ? "same" : "differs");
	table_add(table, "%s", remark);
}

void claim_words(struct table *table, const char *quantity, const char *ours, const char *paper,
		 const char *remark)
{
	judge(table, quantity, ours, paper, !strcmp(ours, paper), remark);
}

void claim_number(struct table *table, const char *quantity, double ours, double paper,
		  double tolerance, const char *remark)
{
	char is[NUMBER_TEXT], said[NUMBER_TEXT];

	snprintf(is, sizeof(is), "%.10g", ours);
	snprintf(said, sizeof(said), "%.10g", paper);
	judge(table, quantity, is, said, fabs(ours - paper) <= tolerance * paper, remark);
}

void claim_range(struct table *table, const char *quantity, double ours, const char *paper,
		 double low, double high, const char *remark)
{
	char is[NUMBER_TEXT];

	if (isfinite(ours))
		snprintf(is, sizeof(is), "%.3g", ours);
	else
		strcpy(is, "none");
	judge(table, quantity, is, paper, ours >= low && ours <= high, remark);
}
