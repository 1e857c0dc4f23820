/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What the lines of all forms of an interconnect file are made of. Inline: a file has lines
 * by the hundred thousand.
 */
#ifndef TOPO_INTERCONNECT_SCAN_H
#define TOPO_INTERCONNECT_SCAN_H

#include <stdbool.h>
#include <string.h>

#include "topo/interconnect_line.h"

/**
 * struct scan - a line on its way through the grammar
 * @at: what comes next
 * @begin: of the line
 * @end: of the line
 * @wanted: what should have been at @at; NULL: a number up to @most
 * @most: see @wanted
 */
struct scan {
	const char *at, *begin, *end;
	const char *wanted;
	unsigned int most;
};

static inline bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static inline bool skip_blanks(struct scan *scan)
{
	while (scan->at < scan->end && is_blank(*scan->at))
		scan->at++;
	return true;
}

static inline bool scan_text(struct scan *scan, const char *text)
{
	size_t length = strlen(text);

	if ((size_t)(scan->end - scan->at) >= length && !memcmp(scan->at, text, length)) {
		scan->at += length;
		return true;
	}
	scan->wanted = text;
	return false;
}

static inline bool scan_char(struct scan *scan, const char *one)
{
	if (scan->at < scan->end && *scan->at == *one) {
		scan->at++;
		return true;
	}
	scan->wanted = one;
	return false;
}

static inline bool scan_number(struct scan *scan, unsigned int most, unsigned int *number)
{
	const char *at = scan->at;
	unsigned int value = 0, digit;

	for (; at < scan->end; at++) {
		digit = (unsigned char)*at - '0';
		if (digit > 9 || value > most)
			break;
		value = value * 10 + digit;
	}
	if (at == scan->at || value > most) {
		scan->wanted = NULL;
		scan->most = most;
		return false;
	}
	*number = value;
	scan->at = at;
	return true;
}

/* A place down to the slot, in any form of the file. */
static inline bool scan_slot(struct scan *scan, unsigned int columns, unsigned int slots,
			     struct gemini_place *place)
{
	return skip_blanks(scan) &&
	       scan_char(scan, "c") && scan_number(scan, columns, &place->column) &&
	       scan_char(scan, "-") && scan_number(scan, INTERCONNECT_COORD, &place->row) &&
	       scan_char(scan, "c") && scan_number(scan, 2, &place->cage) &&
	       scan_char(scan, "s") && scan_number(scan, slots, &place->slot);
}

static inline bool scan_axis(struct scan *scan, unsigned int most, unsigned int *number)
{
	return skip_blanks(scan) && scan_number(scan, most, number) &&
	       skip_blanks(scan);
}

static inline bool scan_nothing(struct scan *scan)
{
	skip_blanks(scan);
	scan->wanted = "the end of the line";
	return scan->at == scan->end;
}

/** scan_refuse() - say what was wanted where; -EBADMSG */
int scan_refuse(const struct scan *scan, struct interconnect_error *error);

#endif /* TOPO_INTERCONNECT_SCAN_H */
