/* SPDX-License-Identifier: GPL-2.0-only */
/* Tables of our results beside the results of a paper. */
#ifndef CLAIM_H
#define CLAIM_H

#include "cli/out/table.h"

/* Columns of such a table: quantity, ours, paper, verdict, remark. */
#define CLAIM_COLUMNS 5

extern const struct column claim_columns[CLAIM_COLUMNS];

/* Add a row of words; the verdict is whether both are equal. */
void claim_words(struct table *table, const char *quantity, const char *ours, const char *paper,
		 const char *remark);

/* Add a row of numbers. They count as the same if they differ by at most tolerance * paper. */
void claim_number(struct table *table, const char *quantity, double ours, double paper,
		  double tolerance, const char *remark);

/*
 * Add a row with a number of ours where the paper has words, which may mean any number from low to
 * high. NaN or infinity (nothing was found) is never the same.
 */
void claim_range(struct table *table, const char *quantity, double ours, const char *paper,
		 double low, double high, const char *remark);

#endif /* CLAIM_H */
