/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One line of an interconnect file. */
#ifndef TOPO_INTERCONNECT_LINE_H
#define TOPO_INTERCONNECT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "topo/grid.h"
#include "topo/interconnect.h"

/* A tile's name and coordinate. */
struct line_end {
	struct gemini_place place;
	unsigned int coord[3];
	unsigned int tile;	/* 0 to 47; GEMINI_TILES: the line names none */
	size_t tile_at;		/* offset of the tile's two digits in the line */
};

/* What a line says. */
struct line {
	struct line_end from, to;	/* the tile; the tile at the other end */
	unsigned int link;		/* direction, or colour */
	size_t link_at;			/* Gemini: offset of its two characters in the line */
	enum gemini_medium medium;	/* Gemini: what the cable is */
};

/* Whether a line has nothing but blanks. */
int line_is_blank(const char *text, size_t length);

/* Largest number of a cabinet in a file of Aries: a group may take two. */
#define ARIES_COLUMN	2047

/*
 * Return what kind of chip a line is about: 'g' for a Gemini, 'a' for an Aries, 0 where the line
 * does not say.
 */
char line_chip(const char *text, size_t length);

/*
 * Parse a line, without its line feed, about a Gemini. Returns 0, or -EBADMSG with the error's
 * reason filled in.
 */
int line_parse(struct line *line, const char *text, size_t length,
	       struct interconnect_error *error);

/*
 * Parse a line, without its line feed, about an Aries. Returns 0, or -EBADMSG with the error's
 * reason filled in.
 */
int line_parse_aries(struct line *line, const char *text, size_t length,
		     struct interconnect_error *error);

/* Return the tile that two digits, row and column, name; GEMINI_TILES for none. */
static inline unsigned int line_digits_tile(const char *digits)
{
	unsigned int row = (unsigned char)digits[0] - '0', column = (unsigned char)digits[1] - '0';

	return row < 6 && column < 8 ? 8 * row + column : GEMINI_TILES;
}

/* Whether a number is one of the 40 tiles that cables reach. */
static inline int line_tile_is_network(unsigned int tile)
{
	return tile < GEMINI_TILES && GEMINI_NETWORK_TILES >> tile & 1;
}

/* Return the port that two characters name, such as "X+"; GEMINI_HOST for none. */
static inline unsigned int line_link(const char *text)
{
	unsigned int dim = (unsigned char)text[0] - 'X';

	if (dim > 2 || (text[1] != '+' && text[1] != '-'))
		return GEMINI_HOST;
	return text[1] == '-' ? grid_down(dim) : grid_up(dim);
}

/* --- elements of lines; inline, because a file has lines by the hundred thousand --- */

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

#endif /* TOPO_INTERCONNECT_LINE_H */
