// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "scanner.h"

/* --- errors --- */

/* Descriptions of errors in a file of metrics. */

int metrics_reject(struct metrics_problem *problem, struct metrics_place at, const char *format,
		   ...)
{
	va_list words;

	problem->at = at;
	va_start(words, format);
	vsnprintf(problem->text, sizeof(problem->text), format, words);
	va_end(words);
	return -EINVAL;
}

/* --- tokens --- */

/* The words of a file of metrics. They are bytes: the locale does not decide what letters are. */

/* All integers of this many digits are exact as a double, and so are the powers of ten. */
#define NUMBER_DIGITS	15

void metrics_scan_start(struct metrics_scanner *scanner, const char *text, size_t length)
{
	memset(scanner, 0, sizeof(*scanner));
	scanner->next = text;
	scanner->end = text + length;
	scanner->language = &metrics_registers_language;
	scanner->here.line = 1;
	scanner->here.column = 1;
}

static bool is_one_of(const struct metrics_scanner *scanner, const char *set)
{
	return scanner->next < scanner->end && *scanner->next && strchr(set, *scanner->next);
}

static void step(struct metrics_scanner *scanner)
{
	if (*scanner->next++ == '\n') {
		scanner->here.line++;
		scanner->here.column = 1;
	} else {
		scanner->here.column++;
	}
}

static void skip_to_word(struct metrics_scanner *scanner)
{
	bool comment = false;

	while (scanner->next < scanner->end) {
		if (*scanner->next == '#')
			comment = true;
		else if (*scanner->next == '\n')
			comment = false;
		else if (!comment && !is_one_of(scanner, " \t\r"))
			return;
		step(scanner);
	}
}

/* Read as many consecutive bytes as are in the set. */
static int take(struct metrics_scanner *scanner, const char *set, struct metrics_problem *problem)
{
	size_t length = 0;

	while (is_one_of(scanner, set)) {
		if (length == sizeof(scanner->text) - 1)
			return metrics_reject(problem, scanner->at,
					      "a word of more than %zu characters", length);
		scanner->text[length++] = *scanner->next;
		step(scanner);
	}
	scanner->text[length] = '\0';
	return 0;
}

static int scan_number(struct metrics_scanner *scanner, struct metrics_problem *problem)
{
	unsigned int digits = 0, fraction = 0;
	bool point = false;
	uint64_t value = 0;
	double scale = 1;
	const char *c;
	int err;

	scanner->token = METRICS_NUMBER;
	err = take(scanner, METRICS_DIGITS ".", problem);
	if (err)
		return err;
	for (c = scanner->text; *c; c++) {
		if (*c == '.' && point)
			return metrics_reject(problem, scanner->at,
					      "number '%s' has two decimal points", scanner->text);
		if (*c == '.') {
			point = true;
			continue;
		}
		value = value * 10 + (*c - '0');
		fraction += point;
		if (++digits > NUMBER_DIGITS)
			return metrics_reject(problem, scanner->at,
					      "number '%.20s' has more than %d digits",
					      scanner->text, NUMBER_DIGITS);
	}
	while (fraction--)
		scale *= 10;
	scanner->number = value / scale;
	return 0;
}

/* Return whether a backslash and a byte follow, which belong together. */
static bool is_escape(const struct metrics_scanner *scanner)
{
	return scanner->next + 1 < scanner->end && scanner->next[0] == '\\' &&
	       scanner->next[1] != '\n' && scanner->next[1];
}

/* In a pattern, a backslash takes the byte after it along, which may be a quote. */
static int take_quoted(struct metrics_scanner *scanner, bool pattern,
		       struct metrics_problem *problem)
{
	bool escaped = false;
	size_t length = 0;

	step(scanner);
	while (scanner->next < scanner->end && (*scanner->next != '"' || escaped)) {
		if (*scanner->next == '\n' || !*scanner->next)
			break;
		escaped = pattern && !escaped && is_escape(scanner);
		if (length == sizeof(scanner->text) - 1)
			return metrics_reject(problem, scanner->at,
					      "text of more than %zu bytes", length);
		scanner->text[length++] = *scanner->next;
		step(scanner);
	}
	scanner->text[length] = '\0';
	if (scanner->next == scanner->end || *scanner->next != '"')
		return metrics_reject(problem, scanner->at, "no '\"' ends this text on its line");
	step(scanner);
	return 0;
}

int metrics_scan(struct metrics_scanner *scanner, struct metrics_problem *problem)
{
	skip_to_word(scanner);
	scanner->at = scanner->here;
	scanner->begin = scanner->next;
	scanner->sign = '\0';
	scanner->text[0] = '\0';
	if (scanner->next == scanner->end) {
		scanner->token = METRICS_END;
		return 0;
	}
	if (is_one_of(scanner, METRICS_LETTERS)) {
		scanner->token = METRICS_NAME;
		return take(scanner, METRICS_LETTERS METRICS_DIGITS, problem);
	}
	if (is_one_of(scanner, METRICS_DIGITS))
		return scan_number(scanner, problem);
	if (*scanner->next == '"') {
		scanner->token = METRICS_QUOTED;
		return take_quoted(scanner, false, problem);
	}
	if (!is_one_of(scanner, scanner->language->signs))
		return metrics_reject(problem, scanner->at, "no word begins with byte 0x%02x",
				      (unsigned char)*scanner->next);
	scanner->token = METRICS_SIGN;
	scanner->sign = *scanner->next;
	scanner->text[0] = scanner->sign;
	scanner->text[1] = '\0';
	step(scanner);
	return 0;
}

int metrics_scan_pattern(struct metrics_scanner *scanner, struct metrics_problem *problem)
{
	int err;

	skip_to_word(scanner);
	scanner->at = scanner->here;
	scanner->sign = '\0';
	scanner->token = METRICS_NAME;
	if (scanner->language->quoted && is_one_of(scanner, "\""))
		err = take_quoted(scanner, true, problem);
	else
		err = take(scanner, scanner->language->pattern, problem);
	if (!err && !scanner->text[0])
		return metrics_reject(problem, scanner->at, "%s belongs here",
				      scanner->language->what);
	return err;
}
