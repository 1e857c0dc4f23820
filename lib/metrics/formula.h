/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Formulas, parsed from text into steps of a stack machine. */
#ifndef METRICS_FORMULA_H
#define METRICS_FORMULA_H

#include <stdbool.h>

#include "language.h"
#include "scanner.h"

/* Bytes of the longest pattern, with its NUL. */
#define METRICS_PATTERN	96

/* Maximum number of steps of a formula. */
#define METRICS_STEPS	32

/* Maximum number of numbers on the stack. */
#define METRICS_DEPTH	16

/* Maximum number of open '('. */
#define METRICS_BRACKETS	32

/*
 * A step of a formula. A pattern of registers is NAME or NAME:FIELD, where NAME may be a glob, and
 * {row} and {column} stand for a tile's.
 */
struct metrics_step {
	enum metrics_op op;
	double number;	/* METRICS_CONSTANT */
	char pattern[METRICS_PATTERN];
	struct metrics_place at;	/* place in the text */
	struct metrics_known *known;	/* cache of the pattern's registers; NULL: no cache */
	bool tiled;	/* with a cache: the pattern has {row} or {column} */
};

/* A formula. */
struct metrics_formula {
	struct metrics_step steps[METRICS_STEPS];	/* in the order of execution */
	unsigned int count;
};

struct metrics_scanner;

/*
 * Parse a formula. The last word that @scanner has read is the first of the formula, and afterwards
 * the first after it. Return 0, or -EINVAL and fill in @problem.
 */
int metrics_formula_read(struct metrics_scanner *scanner, struct metrics_formula *formula,
			 struct metrics_problem *problem);

/* Return whether a formula needs two readings; if not, the later one is enough. */
bool metrics_formula_spans(const struct metrics_formula *formula);

#endif /* METRICS_FORMULA_H */
