/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The logical links of a chip: its tiles, grouped by where they lead.
 *
 * A Gemini has seven, by direction: X+ X- Y+ Y- Z+ Z- and host. An Aries has one to each chip that
 * its tiles reach, named by colour and the part of that chip's coordinate in which chips of the
 * colour differ: "green 6" leads to blade 6 of the same chassis, "black 2" to the same blade of
 * chassis 2 of the group, "blue 17" to group 17. Its processor tiles are one more, "ptile".
 */
#ifndef TOPO_LINKS_H
#define TOPO_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "topo/interconnect.h"

/* Most links of a chip: an Aries, each of whose 40 network tiles leads elsewhere. */
#define LINKS_MOST	41

/* Bytes of the longest name of a link, with a NUL. */
#define LINKS_NAME	24

/* A logical link. Without a tile there is none: then only direction and lost are not 0. */
struct link {
	/*
	 * A Gemini's port, or GEMINI_HOST; an Aries's enum dragonfly_colour, or DRAGONFLY_COLOURS
	 * for the processor tiles.
	 */
	unsigned int direction;
	unsigned int far[3];	/* coordinate of the chip at the other end; host link: its own */
	uint64_t tiles;			/* working tiles, by bit */
	unsigned int count, lost; /* working; missing, because they failed or are not in the file */
	/*
	 * Gemini: a bit, 1 << enum gemini_medium, for each medium of these tiles, which differ in
	 * speed.
	 */
	unsigned int media;
	double speed;			/* GB/s one way, over all tiles: 9.375 for 8 cables */
};

/* A chip's links. */
struct links {
	bool aries;
	unsigned int count;
	unsigned int unknown;	/* tiles without a line in the file, beyond what is lost */
	/*
	 * A Gemini's seven in the order of their directions, with or without tiles; an Aries's that
	 * have tiles, sorted by direction and far chip, with the host's last.
	 */
	struct link link[LINKS_MOST];
};

/*
 * Find the links of a chip of the map; failed has the tiles, network or host, that are out of
 * order, by bit. Returns 0, -ENOENT if the file has no line about this chip, or -EBADMSG if tiles
 * of one direction of a Gemini lead to different chips.
 */
int links_find(struct links *links, const struct interconnect *map, unsigned int chip,
	       uint64_t failed);

/*
 * Find the other end of a link that has a tile, among the links of the chip at that end (far): the
 * link that leads back to coordinate own. It may have another number of tiles. Returns NULL if
 * there is none.
 */
const struct link *links_back(const struct links *far, const struct link *link,
			      const unsigned int own[3]);

/* Return the direction of the host link. */
unsigned int links_host(bool aries);

/*
 * Write and return the name of a link: "X+" to "Z-" or "HH"; for an Aries "green 6", "black 2",
 * "blue 17" or "ptile". The direction is as in struct link; far is the coordinate of the chip at
 * the other end.
 */
const char *links_name(bool aries, unsigned int direction, const unsigned int far[3],
		       char name[LINKS_NAME]);

/* --- as a table --- */

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

#endif /* TOPO_LINKS_H */
