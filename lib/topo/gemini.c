// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "topo/gemini.h"
#include "topo/grid.h"

#define CAGES	3
#define SLOTS	8
#define GEMINIS	2
#define CLASSES	4

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

static bool class_holds(int class, const struct topo *torus)
{
	const unsigned int *size = limits[class].size;

	return torus->size[0] <= size[0] && torus->size[1] <= size[1] &&
	       torus->size[2] <= size[2];
}

bool gemini_is_torus(const struct topo *topo)
{
	return topo->family == &topo_torus && topo->dims == 3;
}

int gemini_system(struct gemini_system *system, const struct topo *torus, int class)
{
	if (!gemini_is_torus(torus) || class < -1 || class >= CLASSES)
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
