/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The words of a file of metrics (gpcd-metrics(5)).
 */
#ifndef METRICS_SCANNER_H
#define METRICS_SCANNER_H

#include <stdbool.h>
#include <stddef.h>

#include "problem.h"

/** METRICS_TEXT: bytes of the longest word or quoted text, with its NUL */
#define METRICS_TEXT	200

/**
 * enum metrics_token - a kind of word
 * @METRICS_END: the text ends here
 * @METRICS_NAME: letters, digits and '_', the first of them no digit
 * @METRICS_NUMBER: digits, of which some may follow a decimal point
 * @METRICS_QUOTED: text between two '"', on one line
 * @METRICS_SIGN: one of the characters + - * / ( ) = ;
 */
enum metrics_token {
	METRICS_END,
	METRICS_NAME,
	METRICS_NUMBER,
	METRICS_QUOTED,
	METRICS_SIGN,
};

/**
 * struct metrics_scanner - reads a text word by word
 * @next: the first byte that has not been read
 * @end: the end of the text
 * @here: place of @next
 * @begin: the first byte of the word that was read last
 * @token: kind of the word that was read last
 * @at: place of that word
 * @text: the word; of quoted text, what is between the quotes
 * @sign: the character, if it is a sign; else NUL
 * @number: the value, if it is a number
 */
struct metrics_scanner {
	const char *next;
	const char *end;
	struct metrics_place here;
	const char *begin;
	enum metrics_token token;
	struct metrics_place at;
	char text[METRICS_TEXT];
	char sign;
	double number;
};

/**
 * metrics_scan_start() - begin to read a text
 * @scanner: filled in
 * @text: the text, which outlives the scanner
 * @length: its bytes
 */
void metrics_scan_start(struct metrics_scanner *scanner, const char *text, size_t length);

/**
 * metrics_scan() - read the next word
 * @scanner: the scanner
 * @problem: filled in if there is one
 *
 * Blanks, ends of lines, and all from a '#' to the end of its line stand between words. The value
 * of a number is the closest to its digits; there may be 15 of them.
 *
 * Return: 0, -EINVAL for a character that begins no word, a quoted text that does not end on its
 * line, or a word that is too long.
 */
int metrics_scan(struct metrics_scanner *scanner, struct metrics_problem *problem);

/**
 * metrics_scan_pattern() - read the pattern of registers that begins at the next byte
 * @scanner: a scanner that has just read '('
 * @problem: filled in if there is one
 *
 * A pattern consists of letters, digits and the characters _ * ? [ ] { } : and '-'. It becomes the
 * text of the scanner, whose kind is METRICS_NAME.
 *
 * Return: 0, -EINVAL.
 */
int metrics_scan_pattern(struct metrics_scanner *scanner, struct metrics_problem *problem);

/**
 * metrics_scan_is() - tell if the last word is a certain sign
 * @scanner: the scanner
 * @sign: the character
 */
static inline bool metrics_scan_is(const struct metrics_scanner *scanner, char sign)
{
	return scanner->token == METRICS_SIGN && scanner->sign == sign;
}

#endif /* METRICS_SCANNER_H */
