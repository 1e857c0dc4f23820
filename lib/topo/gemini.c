// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "topo/gemini.h"
#include "topo/grid.h"

#define CAGES	3
#define SLOTS	8
#define GEMINIS	2
#define CLASSES	4	/* of Table 1 */

/*
 * The largest system of a class, in chips (Table 1, y halved); along each dimension, cabinets,
 * chassis and blades may be missing.
 */
static const struct limits {
	unsigned int size[3];
} limits[CLASSES] = {
	{ { 3 * CAGES, GEMINIS, SLOTS } },
	{ { 16, CAGES * GEMINIS, SLOTS } },
	{ { 24, CAGES * GEMINIS, 2 * SLOTS } },
	{ { 1024, 1024, CAGES * SLOTS } },	/* what an interconnect file can name */
};

/* All sizes of m systems, in chips (5.1, one dimension halved): along y and z, x is 1. */
static const unsigned int entry_sizes[][2] = {
	{ 2, 8 }, { 4, 8 }, { 6, 8 }, { 4, 24 }, { 6, 24 }, { 8, 24 }, { 10, 24 }, { 12, 24 },
};

#define ENTRY_SIZES	(sizeof(entry_sizes) / sizeof(*entry_sizes))

static bool is_entry(const struct topo *torus)
{
	for (unsigned int i = 0; i < ENTRY_SIZES; i++) {
		if (torus->size[0] == 1 && torus->size[1] == entry_sizes[i][0] &&
		    torus->size[2] == entry_sizes[i][1])
			return true;
	}
	return false;
}

static bool class_holds(int class, const struct topo *torus)
{
	const unsigned int *size;

	if (class == GEMINI_ENTRY)
		return is_entry(torus);
	size = limits[class].size;
	return torus->size[0] <= size[0] && torus->size[1] <= size[1] &&
	       torus->size[2] <= size[2];
}

bool gemini_is_torus(const struct topo *topo)
{
	return topo->family == &topo_torus && topo->dims == 3;
}

int gemini_system(struct gemini_system *system, const struct topo *torus, int class)
{
	if (!gemini_is_torus(torus) || class < -1 || class > GEMINI_ENTRY)
		return -EINVAL;
	if (class < 0) {
		class = 0;
		while (class < CLASSES - 1 && !class_holds(class, torus))
			class++;
	}
	if (!class_holds(class, torus))
		return -EINVAL;
	system->torus = *torus;
	system->class = class;
	return 0;
}

static unsigned int chips_between(unsigned int a, unsigned int b)
{
	return a > b ? a - b : b - a;
}

void gemini_nearest(const struct topo *torus, int class, unsigned int size[3])
{
	unsigned int near = 0, i;

	if (class != GEMINI_ENTRY) {
		for (i = 0; i < 3; i++) {
			size[i] = limits[class < 0 ? CLASSES - 1 : class].size[i];
			if (torus->size[i] < size[i])
				size[i] = torus->size[i];
		}
		return;
	}
	for (i = 1; i < ENTRY_SIZES; i++) {
		if (chips_between(entry_sizes[i][0] * entry_sizes[i][1], torus->chips) <
		    chips_between(entry_sizes[near][0] * entry_sizes[near][1], torus->chips))
			near = i;
	}
	size[0] = 1;
	size[1] = entry_sizes[near][0];
	size[2] = entry_sizes[near][1];
}

/* Whether an m system has several cabinets, which y joins; in a single one y joins cages. */
static bool in_cabinets(const struct gemini_system *system)
{
	return system->class == GEMINI_ENTRY && system->torus.size[2] > SLOTS;
}

/* Every other cabinet on the way out, the ones between on the way back. */
static unsigned int fold(unsigned int x, unsigned int size)
{
	if (!x)
		return 0;
	return x <= size / 2 ? 2 * x - 1 : 2 * (size - x);
}

static unsigned int unfold(unsigned int column, unsigned int size)
{
	return column % 2 ? (column + 1) / 2 : (size - column / 2) % size;
}

void gemini_place(const struct gemini_system *system, unsigned int chip,
		  struct gemini_place *place)
{
	unsigned int coord[TOPO_DIMS];
	unsigned int x, y, z;

	topo_coord(&system->torus, chip, coord);
	x = coord[0];
	y = coord[1];
	z = coord[2];
	*place = (struct gemini_place) {
		.column = fold(x, system->torus.size[0]),
		.cage = y / GEMINIS,
		.slot = z % SLOTS,
		.gemini = y % GEMINIS,
	};
	if (system->class == 0) {
		place->column = x / CAGES;
		place->cage = x % CAGES;
	} else if (system->class == 2) {
		place->row = z / SLOTS;
	} else if (system->class == 3) {
		place->row = y / GEMINIS;
		place->cage = z / SLOTS;
	} else if (in_cabinets(system)) {
		place->column = fold(y / GEMINIS, system->torus.size[1] / GEMINIS);
		place->cage = z / SLOTS;
	}
}

unsigned int gemini_chip(const struct gemini_system *system, const struct gemini_place *place)
{
	unsigned int coord[3] = {
		unfold(place->column, system->torus.size[0]),
		place->cage * GEMINIS + place->gemini,
		place->slot,
	};
	struct gemini_place back;
	unsigned int chip;

	if (system->class == 0) {
		coord[0] = place->column * CAGES + place->cage;
		coord[1] = place->gemini;
	} else if (system->class == 2) {
		coord[2] += place->row * SLOTS;
	} else if (system->class == 3) {
		coord[1] = place->row * GEMINIS + place->gemini;
		coord[2] += place->cage * SLOTS;
	} else if (in_cabinets(system)) {
		coord[0] = 0;
		coord[1] = unfold(place->column, system->torus.size[1] / GEMINIS) * GEMINIS +
			   place->gemini;
		coord[2] += place->cage * SLOTS;
	}
	chip = topo_chip(&system->torus, coord);
	if (chip == TOPO_NONE)
		return TOPO_NONE;
	gemini_place(system, chip, &back);
	return memcmp(&back, place, sizeof(back)) ? TOPO_NONE : chip;
}

/*
 * The mezzanine joins two chips in Y, the backplane eight in Z. A ring is closed by a cable, even
 * from a blade to itself: a chassis has 88 links to connectors in every class.
 */
enum gemini_medium gemini_medium(const struct gemini_system *system, unsigned int chip,
				 unsigned int link)
{
	static const unsigned int spans[] = { 1, GEMINIS, SLOTS };
	unsigned int dim = grid_dim(link), coord[TOPO_DIMS], at;

	if (link == GEMINI_HOST)
		return GEMINI_PROCESSOR;
	if (grid_is_down(link))
		chip = topo_neighbour(&system->torus, chip, link);
	topo_coord(&system->torus, chip, coord);
	at = coord[dim] + 1;
	if (at == system->torus.size[dim] || at % spans[dim] == 0)
		return GEMINI_CABLE;
	return dim == 1 ? GEMINI_MEZZANINE : GEMINI_BACKPLANE;
}

double gemini_tile_rate(enum gemini_medium medium)
{
	/* 3 lanes of 6.25, 5 and 3.125 Gb/s. */
	static const double rates[] = {
		[GEMINI_MEZZANINE] = 2.34375,
		[GEMINI_BACKPLANE] = 1.875,
		[GEMINI_CABLE] = 1.171875,
		[GEMINI_PROCESSOR] = 1.30,
	};

	return rates[medium];
}

unsigned int gemini_phit_ticks(enum gemini_medium medium)
{
	static const unsigned int ticks[] = {
		[GEMINI_MEZZANINE] = 128,
		[GEMINI_BACKPLANE] = 160,
		[GEMINI_CABLE] = 256,
		[GEMINI_PROCESSOR] = 125,
	};

	return ticks[medium];
}

/* --- tiles --- */

/*
 * Tiles and links. Pedretti's Fig. 3 shows which tiles a link has; which one joins which, Fig. 2
 * shows for eight: 0-26, 1-17, 6-22, 7-29 in Z, 33-4 and 25-5 in X where chips are alike, 2-2 and
 * 3-3 where one has X+ and X- exchanged. The others mirror these: column 7 - c stands for c.
 */

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
