/* SPDX-License-Identifier: GPL-2.0-only */
/* The numbers of a study's formulas, and its texts. */
#ifndef VALUES_H
#define VALUES_H

#include "results.h"
#include "study.h"

/* A row of a table, for formulas over its own columns. */
struct row {
	const struct study_table *table; /* NULL: there is none */
	const struct result *result;
	size_t row;
	size_t columns; /* formulas see this many columns that are formulas themselves */
};

struct values {
	struct study *study;
	const struct results *results;
	struct metrics_problem problem; /* the first cell that does not exist; text is "" without one */
};

/* Compute a formula; NaN if a divisor is 0 or there is no such cell. */
double values_number(struct values *values, const struct metrics_formula *formula,
		     const struct row *row);

/* Write a text with its numbers. */
void values_text(struct values *values, const struct text *text, const struct row *row,
		 char *words, size_t size);

/* Return whether a row is among those that a condition selects: "case=a*&bytes<10". */
bool values_match(struct values *values, const struct row *row, const char *where);

/* Return the number or the text of a cell; @words is NULL for a number. */
double values_cell(struct values *values, const struct row *row, const char *column,
		   const char **words);

#endif /* VALUES_H */
