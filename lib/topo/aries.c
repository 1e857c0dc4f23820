// SPDX-License-Identifier: LGPL-2.1-or-later
#include "topo/aries.h"

#define GREENS	3	/* columns of green tiles; of black ones; of blue ones */
#define BLACKS	3
#define BLUES	2

/* Number of a green port, by row and column of its tile. */
static const unsigned char greens[ARIES_NETWORK / ARIES_ROW][GREENS] = {
	{ 5, 1, 2 }, { 0, 3, 4 }, { 6, 7, 8 }, { 9, 10, 11 }, { 12, 13, 14 },
};

struct aries_tile aries_tile_link(unsigned int tile)
{
	unsigned int row = tile / ARIES_ROW, column = tile % ARIES_ROW;

	if (column < GREENS)
		return (struct aries_tile) { DRAGONFLY_GREEN, greens[row][column], 0 };
	if (column < GREENS + BLACKS)
		return (struct aries_tile) { DRAGONFLY_BLACK, row, column - GREENS };
	return (struct aries_tile) {
		DRAGONFLY_BLUE, BLUES * row + column - GREENS - BLACKS, 0
	};
}

unsigned int aries_tile_number(const struct aries_tile *tile)
{
	struct aries_tile is;
	unsigned int i;

	for (i = 0; i < ARIES_NETWORK; i++) {
		is = aries_tile_link(i);
		if (is.colour == tile->colour && is.port == tile->port && is.lane == tile->lane)
			break;
	}
	return i;
}

unsigned int aries_tile(const struct topo *topo, unsigned int port, unsigned int lane)
{
	struct aries_tile tile = { .lane = lane };

	if (port == topo_ports(topo))
		return ARIES_NETWORK + lane;
	tile.colour = dragonfly_colour(topo, port);
	tile.port = port - dragonfly_first(topo, tile.colour);
	return aries_tile_number(&tile);
}
