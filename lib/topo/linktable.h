/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The table of a chip's logical links that Cray sites know of Geminis (Pedretti, Fig. 4): a
 * line with the chip's coordinate, then one for each of its links.
 *
 *	(0, 1, 1)
 *	X+ (1, 1, 1)     9.38   1626452284    304999266    101662806 ...
 *
 * Name and coordinate of the far chip stand left, numbers right in their
 * columns; what is too wide pushes the rest, and a blank always parts two columns.
 * The counters count what arrives: the chip of the block is where it went, the
 * other where it came from, and so the figure's heading calls them. The table of an Aries has
 * more room for names, "green 6", and other counters.
 */
#ifndef TOPO_LINKTABLE_H
#define TOPO_LINKTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** LINKTABLE_COUNTERS: columns of counters, in the order in which lib/router has them */
#define LINKTABLE_COUNTERS	6

/** LINKTABLE_LINE: bytes that hold any line, with its end and a NUL */
#define LINKTABLE_LINE		256

/**
 * linktable_head() - the heading: two lines of comment, often left out
 * @text: LINKTABLE_LINE bytes, filled in
 * @aries: the chips are Aries, not Geminis
 */
void linktable_head(char *text, bool aries);

/**
 * linktable_chip() - the line that begins a chip's block
 * @line: LINKTABLE_LINE bytes, filled in
 * @coord: its coordinate
 */
void linktable_chip(char *line, const unsigned int coord[3]);

/**
 * struct linktable_row - a link
 * @aries: it is an Aries's, not a Gemini's
 * @direction: which one, by enum dragonfly_colour or port, as struct link has it
 * @far: coordinate of the chip at the other end; of a host link its own
 * @speed: GB/s, one way
 * @counters: the six counters, summed over the link's tiles
 * @tiles: how many of the link's tiles the interconnect file has
 * @lost: how many it lacks
 */
struct linktable_row {
	bool aries;
	unsigned int direction;
	unsigned int far[3];
	double speed;
	const uint64_t *counters;
	unsigned int tiles, lost;
};

/**
 * linktable_link() - the line of a link
 * @line: LINKTABLE_LINE bytes, filled in
 * @row: the link, of which all but @lost is looked at
 */
void linktable_link(char *line, const struct linktable_row *row);

/**
 * linktable_lost() - a comment below the line of a link, or in its place if no tile is left
 * @line: LINKTABLE_LINE bytes, filled in
 * @coord: coordinate of the chip
 * @row: the link, whose speed and counters are not looked at
 */
void linktable_lost(char *line, const unsigned int coord[3], const struct linktable_row *row);

#endif /* TOPO_LINKTABLE_H */
