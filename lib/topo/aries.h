/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The tiles of an Aries, and which links of a dragonfly they belong to. Published are only one line
 * of an interconnect file, c0-0c0s0a0l00 green to c0-0c0s6a0l10, and that the processor tiles are
 * row 5. The rest is ours: green tiles in columns 0 to 2, ordered to give that line; black ones in
 * 3 to 5, a row for each peer, 3 tiles each; blue ones in 6 and 7.
 */
#ifndef TOPO_ARIES_H
#define TOPO_ARIES_H

#include "topo/family/dragonfly.h"
#include "topo/topo.h"

/* Tiles of a row; tile = ARIES_ROW * row + column. */
#define ARIES_ROW	8

/* Network tiles, whose numbers come first; a row of processor tiles follows. */
#define ARIES_NETWORK	40

/* Which link a network tile belongs to. */
struct aries_tile {
	enum dragonfly_colour colour;
	unsigned int port, lane;	/* port: its number among ports of that colour */
};

/* Chassis of a cabinet. */
#define ARIES_CAGES	3

/* Return the number of cabinets of a group, which begins a new one. */
static inline unsigned int aries_cabinets(const struct topo *topo)
{
	return (topo->size[1] + ARIES_CAGES - 1) / ARIES_CAGES;
}

/* Return the link of a tile below ARIES_NETWORK, which a topology need not have. */
struct aries_tile aries_tile_link(unsigned int tile);

/* Return the tile, below ARIES_NETWORK, of a link; the inverse of aries_tile_link(). */
unsigned int aries_tile_number(const struct aries_tile *tile);

/*
 * Return the tile of a lane of a port, the same for all chips; of the host link (port topo_ports())
 * a processor tile.
 */
unsigned int aries_tile(const struct topo *topo, unsigned int port, unsigned int lane);

#endif /* TOPO_ARIES_H */
