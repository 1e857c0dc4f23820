/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One line of an interconnect file. */
#ifndef TOPO_INTERCONNECT_LINE_H
#define TOPO_INTERCONNECT_LINE_H

#include <stddef.h>

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

#endif /* TOPO_INTERCONNECT_LINE_H */
