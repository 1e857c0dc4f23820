/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The table of a chip's logical links that Cray sites know for Geminis (Pedretti, Fig. 4): a line
 * with the chip's coordinate, then one for each of its links.
 *
 *	(0, 1, 1)
 *	X+ (1, 1, 1)     9.38   1626452284    304999266    101662806 ...
 *
 * Name and coordinate of the far chip are left-aligned, numbers right-aligned in their columns;
 * what is too wide shifts the rest, and a blank always separates two columns. The counters count
 * what arrives: the chip of the block is where it went, the other where it came from, as in the
 * figure's heading. The table of an Aries has wider names, "green 6", and other counters.
 */
#ifndef TOPO_LINKTABLE_H
#define TOPO_LINKTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Columns of counters, in the order of lib/router. */
#define LINKTABLE_COUNTERS	6

/* Bytes that hold any line, with its end and a NUL. */
#define LINKTABLE_LINE		256

/*
 * Write the heading, two lines of comment that are often omitted, to text, of LINKTABLE_LINE bytes.
 */
void linktable_head(char *text, bool aries);

/* Write the first line of a chip's block to line, of LINKTABLE_LINE bytes. */
void linktable_chip(char *line, const unsigned int coord[3]);

/* A link. */
struct linktable_row {
	bool aries;
	unsigned int direction;		/* as in struct link */
	unsigned int far[3];		/* of the chip at the other end; host link: its own */
	double speed;			/* GB/s, one way */
	const uint64_t *counters;	/* LINKTABLE_COUNTERS, summed over the tiles */
	unsigned int tiles, lost;	/* in the interconnect file; missing there */
};

/* Write the line of a link, without row->lost, to line, of LINKTABLE_LINE bytes. */
void linktable_link(char *line, const struct linktable_row *row);

/*
 * Write a comment to line, of LINKTABLE_LINE bytes, that follows the line of a link, or replaces it
 * if no tile is left. Speed and counters of the row are not used; coord is the chip's.
 */
void linktable_lost(char *line, const unsigned int coord[3], const struct linktable_row *row);

#endif /* TOPO_LINKTABLE_H */
