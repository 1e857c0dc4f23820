// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "topo/interconnect_map.h"

#define ROOM	64	/* initially; doubled as needed, up to TOPO_CHIPS */

static uint32_t key_of(const unsigned int *coord)
{
	return coord[0] | coord[1] << 10 | coord[2] << 20;
}

/* Return the slot of a coordinate, or the free one where it belongs. */
static uint32_t *slot_of(const struct interconnect *map, uint32_t key)
{
	uint32_t mask = 2 * map->room - 1;
	uint32_t at = key * 0x9e3779b97f4a7c15ULL >> 32 & mask;

	while (map->slots[at] && map->chips[map->slots[at] - 1].key != key)
		at = (at + 1) & mask;
	return &map->slots[at];
}

/* Without memory, the map stays as it was. */
static int map_grow(struct interconnect *map)
{
	unsigned int room = map->room ? 2 * map->room : ROOM, i;
	struct map_chip *chips;
	uint32_t *slots;

	if (room > TOPO_CHIPS)
		return -E2BIG;
	chips = realloc(map->chips, room * sizeof(*chips));
	if (!chips)
		return -ENOMEM;
	map->chips = chips;
	slots = calloc(2 * room, sizeof(*slots));
	if (!slots)
		return -ENOMEM;
	free(map->slots);
	map->slots = slots;
	map->room = room;
	for (i = 0; i < map->count; i++)
		*slot_of(map, chips[i].key) = i + 1;
	return 0;
}

struct interconnect *map_new(void)
{
	struct interconnect *map = calloc(1, sizeof(*map));

	if (map && map_grow(map)) {
		interconnect_free(map);
		return NULL;
	}
	return map;
}

void interconnect_free(struct interconnect *map)
{
	if (!map)
		return;
	free(map->chips);
	free(map->slots);
	free(map);
}

static int is_place(const struct map_chip *chip, const struct gemini_place *place)
{
	return chip->column == place->column && chip->row == place->row &&
	       chip->cage == place->cage && chip->slot == place->slot &&
	       chip->gemini == place->gemini;
}

static int map_add(struct interconnect *map, uint32_t key, const struct gemini_place *place)
{
	struct map_chip *chip;
	int err;

	if (map->count == map->room) {
		err = map_grow(map);
		if (err)
			return err;
	}
	chip = &map->chips[map->count];
	*chip = (struct map_chip) {
		.key = key,
		.column = place->column,
		.row = place->row,
		.cage = place->cage,
		.slot = place->slot,
		.gemini = place->gemini,
	};
	*slot_of(map, key) = map->count + 1;
	return map->count++;
}

int map_chip(struct interconnect *map, const unsigned int *coord,
	     const struct gemini_place *place)
{
	uint32_t key = key_of(coord), slot = *slot_of(map, key);

	if (!slot)
		return map_add(map, key, place);
	return is_place(&map->chips[slot - 1], place) ? (int)slot - 1 : -EEXIST;
}

bool interconnect_is_aries(const struct interconnect *map)
{
	return map->aries;
}

unsigned int interconnect_chips(const struct interconnect *map)
{
	return map->count;
}

unsigned int interconnect_find(const struct interconnect *map, const unsigned int *coord)
{
	unsigned int i;

	for (i = 0; i < 3; i++)
		if (coord[i] > INTERCONNECT_COORD)
			return TOPO_NONE;
	return *slot_of(map, key_of(coord)) - 1;
}

void interconnect_coord(const struct interconnect *map, unsigned int chip, unsigned int *coord)
{
	uint32_t key = map->chips[chip].key;

	coord[0] = key & INTERCONNECT_COORD;
	coord[1] = key >> 10 & INTERCONNECT_COORD;
	coord[2] = key >> 20;
}

void interconnect_place(const struct interconnect *map, unsigned int chip,
			struct gemini_place *place)
{
	const struct map_chip *found = &map->chips[chip];

	*place = (struct gemini_place) {
		.column = found->column,
		.row = found->row,
		.cage = found->cage,
		.slot = found->slot,
		.gemini = found->gemini,
	};
}

int interconnect_tile(const struct interconnect *map, unsigned int chip, unsigned int tile,
		      struct interconnect_tile *found)
{
	uint32_t known = map->chips[chip].tiles[tile];
	unsigned int far_tile = known >> FAR_TILE_SHIFT & 63;

	if (!known)
		return -ENOENT;
	*found = (struct interconnect_tile) {
		.link = known >> LINK_SHIFT & 7,
		.far = far_tile < GEMINI_TILES ? known & 0xffff : TOPO_NONE,
		.far_tile = far_tile,
		.medium = known >> MEDIUM_SHIFT & 3,
	};
	return 0;
}

uint64_t interconnect_missing(const struct interconnect *map, unsigned int chip)
{
	uint64_t missing = map->aries ? ARIES_TILES : GEMINI_NETWORK_TILES;
	unsigned int tile;

	for (tile = 0; tile < GEMINI_TILES; tile++)
		if (map->chips[chip].tiles[tile])
			missing &= ~(1ULL << tile);
	return missing;
}

size_t interconnect_bytes(const struct interconnect *map)
{
	return sizeof(*map) + map->room * (sizeof(*map->chips) + 2 * sizeof(*map->slots));
}
