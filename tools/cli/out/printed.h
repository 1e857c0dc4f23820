/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tables of what we find beside what a paper prints, with a verdict on each.
 */
#ifndef CLI_PRINTED_H
#define CLI_PRINTED_H

#include "table.h"

/** PRINTED_COLUMNS - number of columns of such a table */
#define PRINTED_COLUMNS 5

/** printed_columns - the columns: quantity, ours, paper, verdict, remark */
extern const struct column printed_columns[PRINTED_COLUMNS];

/**
 * struct printed - a number as a paper prints it
 * @value: the number
 * @step: what it is rounded to: 10 of a 480 that stands for 475 to 485
 * @unit: its unit, "ns", or ""
 */
struct printed {
	double value;
	double step;
	const char *unit;
};

/**
 * printed_number() - add a row of numbers
 * @table: the table
 * @quantity: what is compared
 * @ours: what we find
 * @paper: what the paper prints; the verdict is "same" if ours, rounded like it, is that, otherwise
 *	"differs by" so many percent of it, or so much if it is 0
 * @remark: a remark
 */
void printed_number(struct table *table, const char *quantity, double ours,
		    const struct printed *paper, const char *remark);

/**
 * printed_words() - add a row of words
 * @table: the table
 * @quantity: what is compared
 * @ours: what we find
 * @paper: what the paper prints
 * @follows: whether that is so; the verdict is "same", or "does not follow"
 * @remark: a remark
 */
void printed_words(struct table *table, const char *quantity, const char *ours, const char *paper,
		   bool follows, const char *remark);

#endif /* CLI_PRINTED_H */
