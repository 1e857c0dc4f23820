/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tables of what we find beside what a paper says.
 */
#ifndef CLAIM_H
#define CLAIM_H

#include "cli/out/table.h"

/** CLAIM_COLUMNS - number of columns of such a table */
#define CLAIM_COLUMNS 5

/** claim_columns - the columns: quantity, ours, paper, verdict, remark */
extern const struct column claim_columns[CLAIM_COLUMNS];

/**
 * claim_words() - add a row of words
 * @table: the table
 * @quantity: what is compared
 * @ours: what we find
 * @paper: what the paper says; the verdict is whether both are equal
 * @remark: a remark
 */
void claim_words(struct table *table, const char *quantity, const char *ours, const char *paper,
		 const char *remark);

/**
 * claim_number() - add a row of numbers
 * @table: the table
 * @quantity: what is compared
 * @ours: what we find
 * @paper: what the paper says
 * @tolerance: largest difference for which both are the same, as a part of @paper
 * @remark: a remark
 */
void claim_number(struct table *table, const char *quantity, double ours, double paper,
		  double tolerance, const char *remark);

/**
 * claim_range() - add a row of a number, where the paper has words
 * @table: the table
 * @quantity: what is compared
 * @ours: what we find; NaN or infinity: nothing, which is never the same
 * @paper: what the paper says
 * @low: lowest number that these words may mean
 * @high: highest number that they may mean
 * @remark: a remark
 */
void claim_range(struct table *table, const char *quantity, double ours, const char *paper,
		 double low, double high, const char *remark);

#endif /* CLAIM_H */
