/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * One line of an interconnect file.
 */
#ifndef TOPO_INTERCONNECT_LINE_H
#define TOPO_INTERCONNECT_LINE_H

#include <stddef.h>

#include "topo/interconnect.h"

/**
 * struct line_end - a tile's name and coordinate
 * @place: its chip
 * @coord: likewise
 * @tile: 0 to 47; GEMINI_TILES: the line names none
 * @tile_at: where in the line the tile's two digits are
 */
struct line_end {
	struct gemini_place place;
	unsigned int coord[3];
	unsigned int tile;
	size_t tile_at;
};

/**
 * struct line - what a line says
 * @from: the tile
 * @to: the tile at the other end
 * @link: direction, or colour
 * @link_at: where in a Gemini's line its two characters are
 * @medium: of a Gemini's cable
 */
struct line {
	struct line_end from, to;
	unsigned int link;
	size_t link_at;
	enum gemini_medium medium;
};

/** line_is_blank() - whether a line says nothing */
int line_is_blank(const char *text, size_t length);

/** ARIES_COLUMN: largest cabinet in an Aries's file: a group may take two */
#define ARIES_COLUMN	2047

/** line_chip() - what a line is about: 'g' a Gemini, 'a' an Aries; 0: it does not say */
char line_chip(const char *text, size_t length);

/** line_parse() - 0, or -EBADMSG, then @reason says why; @text is without its line feed */
int line_parse(struct line *line, const char *text, size_t length,
	       struct interconnect_error *error);

/** line_parse_aries() - likewise, of the Aries form */
int line_parse_aries(struct line *line, const char *text, size_t length,
		     struct interconnect_error *error);

/** line_digits_tile() - the tile that two digits name, or GEMINI_TILES and more for none */
static inline unsigned int line_digits_tile(const char *digits)
{
	unsigned int row = (unsigned char)digits[0] - '0', column = (unsigned char)digits[1] - '0';

	return row < 6 && column < 8 ? 8 * row + column : GEMINI_TILES;
}

/** line_tile_is_network() - whether it is one of the 40 that cables reach */
static inline int line_tile_is_network(unsigned int tile)
{
	return tile < GEMINI_TILES && GEMINI_NETWORK_TILES >> tile & 1;
}

/** line_link() - the direction that two characters name, or GEMINI_HOST for none */
static inline unsigned int line_link(const char *text)
{
	unsigned int dim = (unsigned char)text[0] - 'X';

	if (dim > 2 || (text[1] != '+' && text[1] != '-'))
		return GEMINI_HOST;
	return 2 * dim + (text[1] == '-');
}

#endif /* TOPO_INTERCONNECT_LINE_H */
