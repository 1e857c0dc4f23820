/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What formulas are about: the names that they may use. Registers have one, tables another. */
#ifndef METRICS_LANGUAGE_H
#define METRICS_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>

#define METRICS_LETTERS	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
#define METRICS_DIGITS	"0123456789"

/* Operation of a step. Binary operations take two numbers from the stack and push the result. */
enum metrics_op {
	METRICS_CONSTANT,	/* push a number */
	METRICS_DELTA,	/* push the sum of how far a pattern's registers counted */
	METRICS_RATE,	/* push the same per second */
	METRICS_VALUE,	/* push the sum of the present values of what a pattern matches */
	METRICS_SECONDS,	/* push the time between the two readings, s */
	METRICS_PEAK,	/* push the bytes/s that the object can carry, one way */
	METRICS_TILES,	/* push the number of tiles of the object */
	METRICS_MEAN,	/* push the mean of what a pattern matches in tables */
	METRICS_LEAST,	/* likewise, the least */
	METRICS_MOST,	/* likewise, the most */
	METRICS_LARGEST,	/* likewise, the most without its sign */
	METRICS_COUNT,	/* likewise, how many there are */
	METRICS_FIRST_OF,
	METRICS_LAST_OF,
	METRICS_WORDS,	/* text: the last one that a pattern matches */
	METRICS_ADD,
	METRICS_SUBTRACT,	/* the first minus the second */
	METRICS_MULTIPLY,
	METRICS_DIVIDE,	/* the first divided by the second */
	METRICS_BELOW,	/* 1 if the first is less than the second, else 0 */
	METRICS_ABOVE,	/* 1 if the first is more than the second, else 0 */
};

/* A name in formulas. */
struct metrics_word {
	const char *name;
	enum metrics_op op;
};

struct metrics_language {
	const struct metrics_word *words;	/* ends with a NULL name */
	const char *all;	/* the same as a text, for a refusal */
	const char *what;	/* that belongs into a pattern, for a refusal */
	const char *pattern;	/* characters of patterns */
	const char *signs;	/* characters that are words by themselves */
	bool quoted;	/* patterns may be in quotes, and then have any characters */
};

/* Formulas over registers. */
extern const struct metrics_language metrics_registers_language;

/* Formulas over tables: comparisons, and several ways to reduce many cells to a number. */
extern const struct metrics_language metrics_tables_language;

/* Return whether a step has a pattern. */
static inline int metrics_op_has_pattern(enum metrics_op op)
{
	return (op >= METRICS_DELTA && op <= METRICS_VALUE) ||
	       (op >= METRICS_MEAN && op <= METRICS_WORDS);
}

#endif /* METRICS_LANGUAGE_H */
