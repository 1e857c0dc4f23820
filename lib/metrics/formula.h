/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Formulas over registers, parsed from text into steps of a stack machine. */
#ifndef METRICS_FORMULA_H
#define METRICS_FORMULA_H

#include <stdbool.h>

#include "scanner.h"

/* Bytes of the longest pattern of registers, with its NUL. */
#define METRICS_PATTERN	96

/* Maximum number of steps of a formula. */
#define METRICS_STEPS	32

/* Maximum number of numbers on the stack. */
#define METRICS_DEPTH	16

/* Maximum number of open '('. */
#define METRICS_BRACKETS	32

/* Operation of a step. Binary operations take two numbers from the stack and push the result. */
enum metrics_op {
	METRICS_CONSTANT,	/* push a number */
	METRICS_DELTA,	/* push the sum of how far a pattern's registers counted */
	METRICS_RATE,	/* push the same per second */
	METRICS_VALUE,	/* push the sum of the present values of a pattern's registers */
	METRICS_SECONDS,	/* push the time between the two readings, s */
	METRICS_PEAK,	/* push the bytes/s that the object can carry, one way */
	METRICS_TILES,	/* push the number of tiles of the object */
	METRICS_ADD,
	METRICS_SUBTRACT,	/* the first minus the second */
	METRICS_MULTIPLY,
	METRICS_DIVIDE,	/* the first divided by the second */
};

/*
 * A step of a formula. The pattern of METRICS_DELTA, _RATE and _VALUE is NAME or NAME:FIELD, where
 * NAME may be a glob, and {row} and {column} stand for a tile's.
 */
struct metrics_step {
	enum metrics_op op;
	double number;	/* METRICS_CONSTANT */
	char pattern[METRICS_PATTERN];
	struct metrics_place at;	/* place in the text */
	struct metrics_known *known;	/* cache of the pattern's registers; NULL: no cache */
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

/* Return whether a step reads registers. */
static inline int metrics_op_has_pattern(enum metrics_op op)
{
	return op == METRICS_DELTA || op == METRICS_RATE || op == METRICS_VALUE;
}

/* Return whether a formula needs two readings; if not, the later one is enough. */
bool metrics_formula_spans(const struct metrics_formula *formula);

#endif /* METRICS_FORMULA_H */
