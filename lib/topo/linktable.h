/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The table of a Gemini's logical links that Cray sites know (Pedretti, Fig. 4): a
 * line with the Gemini's coordinate, then one for each of its links.
 *
 *	(0, 1, 1)
 *	X+ (1, 1, 1)     9.38   1626452284    304999266    101662806 ...
 *
 * Direction and coordinate of the far Gemini stand left, numbers right in their
 * columns; what is too wide pushes the rest, and a blank always parts two columns.
 * The counters count what arrives: the Gemini of the block is where it went, the
 * other where it came from, and so the figure's heading calls them.
 */
#ifndef TOPO_LINKTABLE_H
#define TOPO_LINKTABLE_H

#include <stddef.h>
#include <stdint.h>

/** LINKTABLE_COUNTERS: columns of counters, in the order of a tile's static ones */
#define LINKTABLE_COUNTERS	6

/** LINKTABLE_LINE: bytes that hold any line, with its end and a NUL */
#define LINKTABLE_LINE		256

/**
 * linktable_head() - the heading: two lines of comment, often left out
 * @text: LINKTABLE_LINE bytes, filled in
 */
void linktable_head(char *text);

/**
 * linktable_chip() - the line that begins a Gemini's block
 * @line: LINKTABLE_LINE bytes, filled in
 * @coord: its coordinate
 */
void linktable_chip(char *line, const unsigned int coord[3]);

/**
 * linktable_link() - the line of a link
 * @line: LINKTABLE_LINE bytes, filled in
 * @direction: "X+" to "Z-", or "HH"
 * @far: coordinate of the Gemini at the other end; of HH its own
 * @speed: GB/s, one way
 * @counters: the six counters, summed over the link's tiles
 */
void linktable_link(char *line, const char *direction, const unsigned int far[3], double speed,
		    const uint64_t counters[LINKTABLE_COUNTERS]);

/**
 * linktable_lost() - a comment below the line of a link, or in its place if no tile is left
 * @line: LINKTABLE_LINE bytes, filled in
 * @coord: coordinate of the Gemini
 * @direction: as of linktable_link()
 * @tiles: how many of the link's tiles the interconnect file has
 * @lost: how many it lacks
 */
void linktable_lost(char *line, const unsigned int coord[3], const char *direction,
		    unsigned int tiles, unsigned int lost);

#endif /* TOPO_LINKTABLE_H */
