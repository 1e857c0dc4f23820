/* SPDX-License-Identifier: GPL-2.0-only */
/* Tables that compare our results with those printed in a paper, with a verdict on each. */
#ifndef CLI_PRINTED_H
#define CLI_PRINTED_H

#include "table.h"

#define PRINTED_COLUMNS 5

/* The columns: quantity, ours, paper, verdict, remark. */
extern const struct column printed_columns[PRINTED_COLUMNS];

/* A number as printed in a paper. */
struct printed {
	double value;
	double step; /* what it is rounded to: 10 if 480 stands for 475 to 485 */
	const char *unit; /* "ns", or "" */
};

/*
 * Add a row of numbers. The verdict is "same" if our value, rounded like the paper's, is equal;
 * otherwise "differs by" the percentage, or by the difference if the paper's value is 0.
 */
void printed_number(struct table *table, const char *quantity, double ours,
		    const struct printed *paper, const char *remark);

/* Add a row of words. The verdict is "same" if @follows, otherwise "does not follow". */
void printed_words(struct table *table, const char *quantity, const char *ours, const char *paper,
		   bool follows, const char *remark);

#endif /* CLI_PRINTED_H */
