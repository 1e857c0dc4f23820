/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Elements of lines in all forms of an interconnect file. Inline, because a file has lines by the
 * hundred thousand.
 */
#ifndef TOPO_INTERCONNECT_SCAN_H
#define TOPO_INTERCONNECT_SCAN_H

#include <stdbool.h>
#include <string.h>

#include "topo/interconnect_line.h"

/* A line that is being parsed. */
struct scan {
	/* What comes next, and the line's ends. */
	const char *at, *begin, *end;
	const char *wanted;	/* expected there; NULL: a number up to most */
	unsigned int most;
};

static inline bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Skip blanks, if any. Returns true, so that it fits into a chain of scan_*(). */
static inline bool skip_blanks(struct scan *scan)
{
	while (scan->at < scan->end && is_blank(*scan->at))
		scan->at++;
	return true;
}

/* Expect a text. Returns whether it was there, and has been skipped. */
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

/* Expect a character, given as a text. Returns as scan_text(). */
static inline bool scan_char(struct scan *scan, const char *one)
{
	if (scan->at < scan->end && *scan->at == *one) {
		scan->at++;
		return true;
	}
	scan->wanted = one;
	return false;
}

/* Expect a number, up to most. Returns as scan_text(). */
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

/*
 * Expect a place, down to the slot, in any form of the file, with the largest cabinet in its row
 * and the largest slot; place->gemini is not filled in. Returns as scan_text().
 */
static inline bool scan_slot(struct scan *scan, unsigned int columns, unsigned int slots,
			     struct gemini_place *place)
{
	return skip_blanks(scan) &&
	       scan_char(scan, "c") && scan_number(scan, columns, &place->column) &&
	       scan_char(scan, "-") && scan_number(scan, INTERCONNECT_COORD, &place->row) &&
	       scan_char(scan, "c") && scan_number(scan, 2, &place->cage) &&
	       scan_char(scan, "s") && scan_number(scan, slots, &place->slot);
}

/*
 * Expect a number of a coordinate, up to most, between blanks or without. Returns as scan_text().
 */
static inline bool scan_axis(struct scan *scan, unsigned int most, unsigned int *number)
{
	return skip_blanks(scan) && scan_number(scan, most, number) &&
	       skip_blanks(scan);
}

/* Expect the end of the line, maybe after blanks. Returns whether it was there. */
static inline bool scan_nothing(struct scan *scan)
{
	skip_blanks(scan);
	scan->wanted = "the end of the line";
	return scan->at == scan->end;
}

/* Fill in the error's reason: what was expected, and where. Returns -EBADMSG. */
int scan_refuse(const struct scan *scan, struct interconnect_error *error);

#endif /* TOPO_INTERCONNECT_SCAN_H */
