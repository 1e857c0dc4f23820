// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Tiles and links. Pedretti's Fig. 3 shows which tiles a link has; which one joins which, Fig. 2
 * shows for eight: 0-26, 1-17, 6-22, 7-29 in Z, 33-4 and 25-5 in X where chips are alike, 2-2 and
 * 3-3 where one has X+ and X- exchanged. The others mirror these: column 7 - c stands for c.
 */
#include "topo/gemini.h"
#include "topo/grid.h"

enum { XP, XM, YP, YM, ZP, ZM, HH };

/* By link and lane; lanes of opposite links join. */
static const unsigned char tiles[GEMINI_LINKS][GEMINI_LANES] = {
	[XP] = {  2,  3, 10, 11, 24, 25, 32, 33 },
	[XM] = { 30, 38, 31, 39, 13,  5, 12,  4 },
	[YP] = { 37, 45, 46, 47 },
	[YM] = { 34, 42, 41, 40 },
	[ZP] = {  0,  1,  8,  9, 21, 22, 23, 29 },
	[ZM] = { 26, 17, 16, 18, 14,  6, 15,  7 },
	[HH] = { 19, 20, 27, 28, 35, 36, 43, 44 },
};

/* The same by tile, as drawn in Fig. 3: link and lane. */
#define T(link, lane) { link, lane }

static const struct {
	unsigned char link, lane;
} links[GEMINI_TILES] = {
	T(ZP, 0), T(ZP, 1), T(XP, 0), T(XP, 1), T(XM, 7), T(XM, 5), T(ZM, 5), T(ZM, 7),
	T(ZP, 2), T(ZP, 3), T(XP, 2), T(XP, 3), T(XM, 6), T(XM, 4), T(ZM, 4), T(ZM, 6),
	T(ZM, 2), T(ZM, 1), T(ZM, 3), T(HH, 0), T(HH, 1), T(ZP, 4), T(ZP, 5), T(ZP, 6),
	T(XP, 4), T(XP, 5), T(ZM, 0), T(HH, 2), T(HH, 3), T(ZP, 7), T(XM, 0), T(XM, 2),
	T(XP, 6), T(XP, 7), T(YM, 0), T(HH, 4), T(HH, 5), T(YP, 0), T(XM, 1), T(XM, 3),
	T(YM, 3), T(YM, 2), T(YM, 1), T(HH, 6), T(HH, 7), T(YP, 1), T(YP, 2), T(YP, 3),
};

/* In every other cabinet of a row, X+ and X- are exchanged. */
static unsigned int link_turned(const struct gemini_system *system, unsigned int chip,
				unsigned int link)
{
	struct gemini_place place;

	if (link > XM)
		return link;
	gemini_place(system, chip, &place);
	return place.column & 1 ? grid_opposite(link) : link;
}

unsigned int gemini_lanes(unsigned int link)
{
	return link == YP || link == YM ? GEMINI_LANES / 2 : GEMINI_LANES;
}

unsigned int gemini_tile(const struct gemini_system *system, unsigned int chip, unsigned int link,
			 unsigned int lane)
{
	return tiles[link_turned(system, chip, link)][lane];
}

unsigned int gemini_tile_link(const struct gemini_system *system, unsigned int chip,
			      unsigned int tile, unsigned int *lane)
{
	if (lane)
		*lane = links[tile].lane;
	return link_turned(system, chip, links[tile].link);
}
