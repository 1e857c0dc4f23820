/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The map that a reader fills in.
 */
#ifndef TOPO_INTERCONNECT_MAP_H
#define TOPO_INTERCONNECT_MAP_H

#include <stdbool.h>

#include "topo/interconnect.h"

/*
 * What is known of a tile in 32 bits: 16 of the far chip, 6 of its tile or GEMINI_TILES for
 * none, 3 of the direction or colour, 2 of the medium, and one that anything is known at all.
 */
#define KNOWN		(1u << 31)
#define FAR_TILE_SHIFT	16
#define LINK_SHIFT	22
#define MEDIUM_SHIFT	25

/**
 * struct map_chip - a chip
 * @tiles: what is known of each, or 0
 * @key: its coordinate, 10 bits a dimension
 * @column: as struct gemini_place
 * @row: as struct gemini_place
 * @cage: as struct gemini_place
 * @slot: as struct gemini_place
 * @gemini: as struct gemini_place
 */
struct map_chip {
	uint32_t tiles[GEMINI_TILES];
	uint32_t key;
	uint16_t column, row;
	uint8_t cage, slot, gemini;
};

/**
 * struct interconnect - the map
 * @chips: in the order of the file
 * @count: how many
 * @room: how many there is room for
 * @slots: twice @room, a hash table of coordinates: chip + 1, or 0
 * @aries: they are Aries
 */
struct interconnect {
	struct map_chip *chips;
	unsigned int count, room;
	uint32_t *slots;
	bool aries;
};

/**
 * map_new() - make an empty map
 *
 * Return: the map, for interconnect_free(), or NULL.
 */
struct interconnect *map_new(void);

/**
 * map_chip() - find a chip, or add it
 * @map: the map
 * @coord: its coordinate
 * @place: its place
 *
 * Return: its number, or -ENOMEM, -E2BIG, -EEXIST: it is known by another name.
 */
int map_chip(struct interconnect *map, const unsigned int *coord,
	     const struct gemini_place *place);

/**
 * map_tile() - pack what is known of a tile
 * @far: number of the chip at the other end
 * @far_tile: its tile, or GEMINI_TILES for none
 * @link: direction or colour
 * @medium: what the link runs over
 *
 * Return: for map_chip.tiles.
 */
static inline uint32_t map_tile(unsigned int far, unsigned int far_tile, unsigned int link,
				enum gemini_medium medium)
{
	return KNOWN | medium << MEDIUM_SHIFT | link << LINK_SHIFT |
	       far_tile << FAR_TILE_SHIFT | far;
}

#endif /* TOPO_INTERCONNECT_MAP_H */
