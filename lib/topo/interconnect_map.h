/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The map that a reader fills in. */
#ifndef TOPO_INTERCONNECT_MAP_H
#define TOPO_INTERCONNECT_MAP_H

#include <stdbool.h>

#include "topo/interconnect.h"

/*
 * What is known of a tile in 32 bits: 16 of the far chip, 6 of its tile or GEMINI_TILES for none, 3
 * of the direction or colour, 2 of the medium, and one that anything is known at all.
 */
#define KNOWN		(1u << 31)
#define FAR_TILE_SHIFT	16
#define LINK_SHIFT	22
#define MEDIUM_SHIFT	25

/* A chip; its place is as in struct gemini_place. */
struct map_chip {
	uint32_t tiles[GEMINI_TILES];	/* what is known of each, or 0 */
	uint32_t key;			/* its coordinate, 10 bits a dimension */
	uint16_t column, row;
	uint8_t cage, slot, gemini;
};

/* The map. */
struct interconnect {
	struct map_chip *chips;		/* in the order of the file */
	unsigned int count, room;	/* used, allocated */
	uint32_t *slots;		/* 2 * room, a hash table of coordinates: chip + 1, or 0 */
	bool aries;
};

/* Make an empty map, for interconnect_free(). Returns NULL if there is no memory. */
struct interconnect *map_new(void);

/*
 * Find or add a chip. Returns its number, -ENOMEM, -E2BIG, or -EEXIST if it is known by another
 * name.
 */
int map_chip(struct interconnect *map, const unsigned int *coord,
	     const struct gemini_place *place);

/* Pack what is known of a tile for map_chip.tiles; far_tile is GEMINI_TILES for none. */
static inline uint32_t map_tile(unsigned int far, unsigned int far_tile, unsigned int link,
				enum gemini_medium medium)
{
	return KNOWN | medium << MEDIUM_SHIFT | link << LINK_SHIFT |
	       far_tile << FAR_TILE_SHIFT | far;
}

#endif /* TOPO_INTERCONNECT_MAP_H */
