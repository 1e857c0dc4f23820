/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The logical links of a chip: its tiles, taken together by where they lead.
 *
 * A Gemini has seven, by direction: X+ X- Y+ Y- Z+ Z- and host. An Aries has one to each chip that
 * its tiles reach, named by colour and, of that chip, what tells it from others of the colour:
 * "green 6" leads to blade 6 of the same chassis, "black 2" to the same blade of chassis 2 of the
 * group, "blue 17" to group 17. Its processor tiles are one more, "ptile".
 */
#ifndef TOPO_LINKS_H
#define TOPO_LINKS_H

#include <stdbool.h>
#include <stdint.h>

#include "topo/interconnect.h"

/** LINKS_MOST: most links of a chip: an Aries, each of whose 40 network tiles leads elsewhere */
#define LINKS_MOST	41

/** LINKS_NAME: bytes of the longest name of a link, with a NUL */
#define LINKS_NAME	24

/**
 * struct link - a logical link
 * @direction: a Gemini's port, or GEMINI_HOST; an Aries's enum dragonfly_colour, or
 *	DRAGONFLY_COLOURS of the processor tiles
 * @far: coordinate of the chip at the other end; of the host link its own
 * @tiles: a bit for each tile that works
 * @count: how many
 * @lost: how many fewer than such a link has, failed or not in the file
 * @media: of a Gemini a bit, 1 << enum gemini_medium, for each medium of these tiles; with several
 *	of them tiles differ in speed
 * @speed: GB/s one way: the sum of its tiles' rates, 9.375 for 8 cables
 *
 * Without a tile there is no link: @count is 0, and so are the others but @direction and @lost.
 */
struct link {
	unsigned int direction;
	unsigned int far[3];
	uint64_t tiles;
	unsigned int count, lost;
	unsigned int media;
	double speed;
};

/**
 * struct links - a chip's links
 * @aries: the chip is an Aries
 * @count: how many links
 * @unknown: tiles of which the file has no line, and which no link is known to lack
 * @link: the links: a Gemini's seven in the order of their directions, without tiles or not; an
 *	Aries's that have tiles, sorted by direction and far chip, the host's last
 */
struct links {
	bool aries;
	unsigned int count;
	unsigned int unknown;
	struct link link[LINKS_MOST];
};

/**
 * links_find() - find the links of a chip
 * @links: filled in
 * @map: what the interconnect file says
 * @chip: a number of the map's
 * @failed: a bit for each tile that is out of order, network or host
 *
 * Return: 0, -ENOENT: the file has no line about this chip, -EBADMSG: tiles of one
 * direction of a Gemini lead to different chips.
 */
int links_find(struct links *links, const struct interconnect *map, unsigned int chip,
	       uint64_t failed);

/**
 * links_back() - find the other end of a link
 * @far: links of the chip that it leads to
 * @link: the link, which has a tile
 * @own: coordinate of the chip that @link is of
 *
 * Return: the link of @far that leads back, which may have another number of tiles than @link;
 * NULL if none has a tile that does.
 */
const struct link *links_back(const struct links *far, const struct link *link,
			      const unsigned int own[3]);

/**
 * links_host() - find the direction of the host link
 * @aries: the chip is an Aries, not a Gemini
 *
 * Return: the direction.
 */
unsigned int links_host(bool aries);

/**
 * links_name() - name a link
 * @aries: it is a link of an Aries, not of a Gemini
 * @direction: as of struct link
 * @far: coordinate of the chip at the other end
 * @name: receives "X+" to "Z-" or "HH"; of an Aries "green 6", "black 2", "blue 17" or "ptile"
 *
 * Return: @name.
 */
const char *links_name(bool aries, unsigned int direction, const unsigned int far[3],
		       char name[LINKS_NAME]);

#endif /* TOPO_LINKS_H */
