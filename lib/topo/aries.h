/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The tiles of an Aries, and which links of a dragonfly they belong to. Published is one line of an
 * interconnect file, c0-0c0s0a0l00 green to c0-0c0s6a0l10, and that the processor tiles are row 5;
 * the rest is ours: green tiles in columns 0 to 2, ordered to give that line; black in 3 to 5, a
 * row a peer, 3 tiles each; blue in 6 and 7.
 */
#ifndef TOPO_ARIES_H
#define TOPO_ARIES_H

#include "topo/family/dragonfly.h"
#include "topo/topo.h"

/** ARIES_ROW: tiles of a row; tile = ARIES_ROW * row + column */
#define ARIES_ROW	8

/** ARIES_NETWORK: network tiles, whose numbers come first; a row of processor tiles follows */
#define ARIES_NETWORK	40

/**
 * struct aries_tile - which link a network tile belongs to
 * @colour: of the link
 * @port: number of its port among those of that colour
 * @lane: of the link
 */
struct aries_tile {
	enum dragonfly_colour colour;
	unsigned int port, lane;
};

/** ARIES_CAGES: chassis of a cabinet */
#define ARIES_CAGES	3

/**
 * aries_cabinets() - count the cabinets of a group, which begins a new one
 * @topo: a dragonfly
 *
 * Return: how many.
 */
static inline unsigned int aries_cabinets(const struct topo *topo)
{
	return (topo->size[1] + ARIES_CAGES - 1) / ARIES_CAGES;
}

/**
 * aries_tile_link() - find the link of a tile
 * @tile: below ARIES_NETWORK
 *
 * Return: the link, which a topology need not have.
 */
struct aries_tile aries_tile_link(unsigned int tile);

/**
 * aries_tile_number() - find the tile of a link
 * @tile: the link
 *
 * Return: the tile, below ARIES_NETWORK, whose aries_tile_link() is @tile.
 */
unsigned int aries_tile_number(const struct aries_tile *tile);

/**
 * aries_tile() - find a tile of a chip's link
 * @topo: a dragonfly
 * @port: a port of a chip, or topo_ports(): the host link
 * @lane: of that link
 *
 * Return: the tile, the same for all chips; a processor tile of the host link.
 */
unsigned int aries_tile(const struct topo *topo, unsigned int port, unsigned int lane);

#endif /* TOPO_ARIES_H */
