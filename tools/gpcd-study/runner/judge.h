/* SPDX-License-Identifier: GPL-2.0-only */
/* The verdict on a claim. */
#ifndef JUDGE_H
#define JUDGE_H

#include "cli/out/table.h"
#include "values.h"

#define JUDGE_COLUMNS 5

/* quantity, ours, paper, verdict, remark */
extern const struct column judge_columns[JUDGE_COLUMNS];

/* A claim in words. */
struct judged {
	char ours[256];
	char paper[256];
	char verdict[64];
	char remark[256];
};

/* Judge a claim; @row is the row that it is about, if it is in a table of results, or NULL. */
void judge(struct values *values, const struct claim *claim, const struct row *row,
	   struct judged *judged);

#endif /* JUDGE_H */
