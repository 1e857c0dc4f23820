/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What we find, beside what a paper says.
 */
#ifndef CLAIM_H
#define CLAIM_H

#include "cli/out/table.h"

#define CLAIM_COLUMNS 5

/* quantity, ours, paper, verdict, remark */
extern const struct column claim_columns[CLAIM_COLUMNS];

/* A row of words, which are the same or not. */
void claim_words(struct table *table, const char *quantity, const char *ours, const char *paper,
		 const char *remark);

/* A row of numbers: the same if they differ by no more than @tolerance, a part of the paper's. */
void claim_number(struct table *table, const char *quantity, double ours, double paper,
		  double tolerance, const char *remark);

/* A row of a number: the same as the paper's words if it is in a range. */
void claim_range(struct table *table, const char *quantity, double ours, const char *paper,
		 double low, double high, const char *remark);

#endif /* CLAIM_H */
