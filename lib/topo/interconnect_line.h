/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * One line of an interconnect file.
 */
#ifndef TOPO_INTERCONNECT_LINE_H
#define TOPO_INTERCONNECT_LINE_H

#include <stddef.h>

#include "topo/grid.h"
#include "topo/interconnect.h"

/**
 * struct line_end - a tile's name and coordinate
 * @place: place of its chip
 * @coord: coordinate of its chip
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

/**
 * line_is_blank() - whether a line has nothing but blanks
 * @text: the line
 * @length: its characters
 *
 * Return: nonzero if so.
 */
int line_is_blank(const char *text, size_t length);

/** ARIES_COLUMN: largest number of a cabinet in a file of Aries: a group may take two */
#define ARIES_COLUMN	2047

/**
 * line_chip() - find what kind of chip a line is about
 * @text: the line
 * @length: its characters
 *
 * Return: 'g' for a Gemini, 'a' for an Aries, 0 where the line does not say.
 */
char line_chip(const char *text, size_t length);

/**
 * line_parse() - parse a line about a Gemini
 * @line: filled in
 * @text: the line, without its line feed
 * @length: its characters
 * @error: its reason is filled in where the result is negative
 *
 * Return: 0, -EBADMSG.
 */
int line_parse(struct line *line, const char *text, size_t length,
	       struct interconnect_error *error);

/**
 * line_parse_aries() - parse a line about an Aries
 * @line: filled in
 * @text: the line, without its line feed
 * @length: its characters
 * @error: its reason is filled in where the result is negative
 *
 * Return: 0, -EBADMSG.
 */
int line_parse_aries(struct line *line, const char *text, size_t length,
		     struct interconnect_error *error);

/**
 * line_digits_tile() - find the tile that two digits name
 * @digits: its row and column
 *
 * Return: the tile; GEMINI_TILES for none.
 */
static inline unsigned int line_digits_tile(const char *digits)
{
	unsigned int row = (unsigned char)digits[0] - '0', column = (unsigned char)digits[1] - '0';

	return row < 6 && column < 8 ? 8 * row + column : GEMINI_TILES;
}

/**
 * line_tile_is_network() - whether a tile is one of the 40 that cables reach
 * @tile: the tile, or any other number
 *
 * Return: nonzero if so.
 */
static inline int line_tile_is_network(unsigned int tile)
{
	return tile < GEMINI_TILES && GEMINI_NETWORK_TILES >> tile & 1;
}

/**
 * line_link() - find the direction that two characters name
 * @text: the characters
 *
 * Return: the port, or GEMINI_HOST for none.
 */
static inline unsigned int line_link(const char *text)
{
	unsigned int dim = (unsigned char)text[0] - 'X';

	if (dim > 2 || (text[1] != '+' && text[1] != '-'))
		return GEMINI_HOST;
	return text[1] == '-' ? grid_down(dim) : grid_up(dim);
}

#endif /* TOPO_INTERCONNECT_LINE_H */
