/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Formulas over registers: read from text into steps that need no brackets.
 */
#ifndef METRICS_FORMULA_H
#define METRICS_FORMULA_H

#include <stdbool.h>

#include "problem.h"

/** METRICS_PATTERN: bytes of the longest pattern of registers, with its NUL */
#define METRICS_PATTERN	96

/** METRICS_STEPS: most steps of a formula */
#define METRICS_STEPS	32

/** METRICS_DEPTH: most numbers that a formula keeps at a time */
#define METRICS_DEPTH	16

/** METRICS_BRACKETS: most '(' that may be open at a time */
#define METRICS_BRACKETS	32

/**
 * enum metrics_op - what a step does
 * @METRICS_CONSTANT: push a number
 * @METRICS_DELTA: push how far the registers of a pattern counted, added up
 * @METRICS_RATE: push the same for each second
 * @METRICS_VALUE: push what the registers of a pattern are now, added up
 * @METRICS_SECONDS: push the time between the two readings, s
 * @METRICS_PEAK: push the bytes that the object can carry in a second, one way
 * @METRICS_TILES: push the number of tiles of the object
 * @METRICS_ADD: take two numbers, and push their sum
 * @METRICS_SUBTRACT: the same with the first less the second
 * @METRICS_MULTIPLY: the same with the product
 * @METRICS_DIVIDE: the same with the first over the second
 */
enum metrics_op {
	METRICS_CONSTANT,
	METRICS_DELTA,
	METRICS_RATE,
	METRICS_VALUE,
	METRICS_SECONDS,
	METRICS_PEAK,
	METRICS_TILES,
	METRICS_ADD,
	METRICS_SUBTRACT,
	METRICS_MULTIPLY,
	METRICS_DIVIDE,
};

/**
 * struct metrics_step - a step of a formula
 * @op: what it does
 * @number: METRICS_CONSTANT: the number
 * @pattern: METRICS_DELTA, _RATE, _VALUE: NAME or NAME:FIELD, where NAME may be a glob, and
 *	{row} and {column} stand for those of a tile
 * @at: where it stands in the text
 * @known: registers that the pattern was found to name; NULL: nobody remembers
 */
struct metrics_step {
	enum metrics_op op;
	double number;
	char pattern[METRICS_PATTERN];
	struct metrics_place at;
	struct metrics_known *known;
};

/**
 * struct metrics_formula - a formula
 * @steps: its steps, in the order in which they are taken
 * @count: how many
 */
struct metrics_formula {
	struct metrics_step steps[METRICS_STEPS];
	unsigned int count;
};

struct metrics_scanner;

/**
 * metrics_formula_read() - read a formula
 * @scanner: a scanner whose last word is the first of the formula; afterwards its last word is the
 *	first that does not belong to the formula
 * @formula: receives the formula
 * @problem: filled in if there is one
 *
 * Return: 0, -EINVAL.
 */
int metrics_formula_read(struct metrics_scanner *scanner, struct metrics_formula *formula,
			 struct metrics_problem *problem);

/**
 * metrics_op_has_pattern() - tell if a step reads registers
 * @op: what it does
 */
static inline int metrics_op_has_pattern(enum metrics_op op)
{
	return op == METRICS_DELTA || op == METRICS_RATE || op == METRICS_VALUE;
}

/**
 * metrics_formula_spans() - tell if a number takes two readings
 * @formula: its formula
 *
 * Return: false if the later reading is enough.
 */
bool metrics_formula_spans(const struct metrics_formula *formula);

#endif /* METRICS_FORMULA_H */
