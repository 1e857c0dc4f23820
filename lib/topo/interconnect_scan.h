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
 * struct scan - a line that is being parsed
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

/**
 * is_blank() - whether a character is a blank
 * @c: the character
 *
 * Return: whether it is.
 */
static inline bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/**
 * skip_blanks() - go on behind any blanks
 * @scan: the line
 *
 * Return: true, so that it fits into a chain of scan_*().
 */
static inline bool skip_blanks(struct scan *scan)
{
	while (scan->at < scan->end && is_blank(*scan->at))
		scan->at++;
	return true;
}

/**
 * scan_text() - expect a text
 * @scan: the line
 * @text: the text
 *
 * Return: whether it was there; the line then goes on behind it.
 */
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

/**
 * scan_char() - expect a character
 * @scan: the line
 * @one: a text of this character
 *
 * Return: as scan_text().
 */
static inline bool scan_char(struct scan *scan, const char *one)
{
	if (scan->at < scan->end && *scan->at == *one) {
		scan->at++;
		return true;
	}
	scan->wanted = one;
	return false;
}

/**
 * scan_number() - expect a number
 * @scan: the line
 * @most: the largest number allowed
 * @number: filled in
 *
 * Return: as scan_text().
 */
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

/**
 * scan_slot() - expect a place, down to the slot, in any form of the file
 * @scan: the line
 * @columns: largest number of a cabinet in its row
 * @slots: largest number of a slot
 * @place: filled in, but for the Gemini
 *
 * Return: as scan_text().
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

/**
 * scan_axis() - expect a number of a coordinate, between blanks or without
 * @scan: the line
 * @most: the largest number allowed
 * @number: filled in
 *
 * Return: as scan_text().
 */
static inline bool scan_axis(struct scan *scan, unsigned int most, unsigned int *number)
{
	return skip_blanks(scan) && scan_number(scan, most, number) &&
	       skip_blanks(scan);
}

/**
 * scan_nothing() - expect the end of the line
 * @scan: the line
 *
 * Return: whether nothing but blanks was left.
 */
static inline bool scan_nothing(struct scan *scan)
{
	skip_blanks(scan);
	scan->wanted = "the end of the line";
	return scan->at == scan->end;
}

/**
 * scan_refuse() - write what was expected, and where
 * @scan: the line, where something else was
 * @error: its reason is filled in
 *
 * Return: -EBADMSG.
 */
int scan_refuse(const struct scan *scan, struct interconnect_error *error);

#endif /* TOPO_INTERCONNECT_SCAN_H */
