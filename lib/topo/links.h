/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The seven logical links of a Gemini: its tiles, taken together by direction.
 */
#ifndef TOPO_LINKS_H
#define TOPO_LINKS_H

#include <stdbool.h>
#include <stdint.h>

#include "topo/interconnect.h"

/**
 * struct link - a logical link
 * @far: coordinate of the chip at the other end; of the host link its own
 * @tiles: a bit for each tile that works
 * @count: how many
 * @lost: how many fewer than such a link has, failed or not in the file
 * @media: a bit, 1 << enum gemini_medium, for each medium of these tiles; with several
 *	of them tiles differ in speed
 * @speed: GB/s one way: the sum of gemini_tile_rate(), 9.375 for 8 cables
 *
 * Without a tile there is no link: @count is 0, and so are the others but @lost.
 */
struct link {
	unsigned int far[3];
	uint64_t tiles;
	unsigned int count, lost;
	unsigned int media;
	double speed;
};

/**
 * struct links - a chip's links
 * @link: X+ X- Y+ Y- Z+ Z- and host
 */
struct links {
	struct link link[GEMINI_LINKS];
};

/**
 * links_find() - find the links of a chip
 * @links: filled in
 * @map: what the interconnect file says
 * @chip: a number of the map's
 * @failed: a bit for each tile that is out of order, network or host
 *
 * Return: 0, -ENOENT: the file has no line about this chip, -EBADMSG: tiles of one
 * direction lead to different chips, -EINVAL: the chips are Aries.
 */
int links_find(struct links *links, const struct interconnect *map, unsigned int chip,
	       uint64_t failed);

/**
 * links_name() - the name of a link
 * @link: a port or GEMINI_HOST
 *
 * Return: "X+" to "Z-", "HH".
 */
const char *links_name(unsigned int link);

#endif /* TOPO_LINKS_H */
