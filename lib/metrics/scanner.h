/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tokens of a file of metrics, and what is wrong there. */
#ifndef METRICS_SCANNER_H
#define METRICS_SCANNER_H

#include <stdbool.h>
#include <stddef.h>

#include "language.h"

/* --- errors --- */

/* checkpatch asks for __printf(), which user space has to define. */
#ifndef __printf
#define METRICS_FORMAT_OF(string, first) format(printf, string, first)
#define __printf(string, first) __attribute__((METRICS_FORMAT_OF(string, first)))
#endif

/* A place in a text. */
struct metrics_place {
	unsigned int line;	/* from 1 */
	unsigned int column;	/* bytes from the beginning of the line, from 1 */
};

/* The first error in a text. */
struct metrics_problem {
	struct metrics_place at;
	char text[160];	/* description, without the place */
};

/* Describe an error; the text is truncated if it is too long. Return -EINVAL. */
__printf(3, 4) int metrics_reject(struct metrics_problem *problem, struct metrics_place at,
				  const char *format, ...);

/* --- tokens --- */

/* The words of a file of metrics (gpcd-metrics(5)). */

/* Bytes of the longest word or quoted text, with its NUL. */
#define METRICS_TEXT	200

/* Kind of a word. */
enum metrics_token {
	METRICS_END,	/* end of the text */
	METRICS_NAME,	/* letters, digits and '_', beginning with no digit */
	METRICS_NUMBER,	/* digits, with an optional decimal point */
	METRICS_QUOTED,	/* text between two '"', on one line */
	METRICS_SIGN,	/* one of the language's signs: + - * / ( ) = ; */
};

/* Reads a text word by word. */
struct metrics_scanner {
	const char *next;	/* first byte that has not been read */
	const char *end;	/* of the text */
	const struct metrics_language *language;	/* of registers, unless it is changed */
	struct metrics_place here;	/* place of next */
	const char *begin;	/* first byte of the last word */
	enum metrics_token token;	/* kind of the last word */
	struct metrics_place at;	/* place of the last word */
	char text[METRICS_TEXT];	/* the last word; quoted text without its quotes */
	char sign;	/* the character, if it is a sign; else NUL */
	double number;	/* the value, if it is a number */
};

/* Begin to read a text of @length bytes, which must outlive the scanner. */
void metrics_scan_start(struct metrics_scanner *scanner, const char *text, size_t length);

/*
 * Read the next word. Words are separated by blanks, line ends and comments, from a '#' to the end
 * of the line. A number may have 15 digits; its value is the closest to them. Return 0, or -EINVAL
 * and fill in @problem, for a character that begins no word, a quoted text that does not end on its
 * line, or a word that is too long.
 */
int metrics_scan(struct metrics_scanner *scanner, struct metrics_problem *problem);

/*
 * Read the pattern of registers that begins at the next byte, after '('. It consists of letters,
 * digits and _ * ? [ ] { } : and '-', or of any bytes between two '"', where a backslash takes the
 * byte after it along; both stay. It becomes a word of kind METRICS_NAME. Return 0, or -EINVAL and
 * fill in @problem.
 */
int metrics_scan_pattern(struct metrics_scanner *scanner, struct metrics_problem *problem);

/* Return whether the last word is this sign. */
static inline bool metrics_scan_is(const struct metrics_scanner *scanner, char sign)
{
	return scanner->token == METRICS_SIGN && scanner->sign == sign;
}

#endif /* METRICS_SCANNER_H */
