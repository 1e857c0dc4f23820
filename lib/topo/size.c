// SPDX-License-Identifier: LGPL-2.1-or-later
#include "topo/aries.h"
#include "topo/size.h"

#define CAGES	3
#define SLOTS	8

static unsigned int divide_up(unsigned int n, unsigned int by)
{
	return (n + by - 1) / by;
}

/* Table 1: what a row of cabinets, a cabinet and a chassis stand for. */
static void count_frames(struct size *size, const struct gemini_system *system)
{
	unsigned int x = system->torus.size[0];
	unsigned int pairs = divide_up(system->torus.size[1], 2);
	unsigned int runs = divide_up(system->torus.size[2], SLOTS);

	size->chassis = x * pairs * runs;
	size->blades = x * pairs * system->torus.size[2];
	switch (system->class) {
	case 0:
		size->cabinets = divide_up(x, CAGES);
		break;
	case 1:
		size->cabinets = x;
		break;
	case 2:
		size->cabinets = x * runs;
		break;
	case GEMINI_ENTRY:
		size->cabinets = runs > 1 ? pairs : 1;
		break;
	default:
		size->cabinets = x * pairs;
	}
}

/*
 * A chip has the ends of 4 links in X, 2 in Y, 4 in Z. Two of Y stay within a blade, and four of Z
 * within a chassis where it has both neighbours.
 */
static unsigned int count_connectors(const struct topo *torus)
{
	unsigned int x = torus->size[0], y = torus->size[1], z = torus->size[2];
	unsigned int within_y = x * (y / 2) * z;
	unsigned int within_z = x * y * (z - divide_up(z, SLOTS));

	return 10 * torus->chips - 2 * within_y - 4 * within_z;
}

static unsigned int count_cut(const struct topo *torus, bool open_y)
{
	/* A ring is cut in two places; links of a chip: 2 in X, 1 in Y, 2 in Z. */
	const unsigned int ends[] = { 4, open_y ? 1 : 2, 4 };
	unsigned int least = 0, cut, dim;

	for (dim = 0; dim < 3; dim++) {
		if (torus->size[dim] == 1)
			continue;
		cut = ends[dim] * (torus->chips / torus->size[dim]);
		if (!least || cut < least)
			least = cut;
	}
	return least;
}

void size_find(struct size *size, const struct gemini_system *system, bool open_y)
{
	const struct topo *torus = &system->torus;

	*size = (struct size) {
		.chips = torus->chips,
		.nodes = 2 * torus->chips,
		.connectors = count_connectors(torus),
		.cut = count_cut(torus, open_y),
	};
	count_frames(size, system);
	size->bisection = 2 * size->cut * SIZE_LINK_SPEED;
	size->global = 2 * size->bisection;
}

/* Return the number of pairs. */
static unsigned int pairs_of(unsigned int count)
{
	return count * (count - 1) / 2;
}

void dragonfly_size_find(struct dragonfly_size *size, const struct topo *topo)
{
	unsigned int blades = topo->size[0], chassis = topo->size[1], groups = topo->size[2];
	unsigned int half = groups / 2;
	struct topo_class blue;

	topo_class(topo, DRAGONFLY_BLUE, &blue);
	*size = (struct dragonfly_size) {
		.cabinets = groups * aries_cabinets(topo),
		.groups = groups,
		.chassis = chassis * groups,
		.blades = topo->chips,
		.nodes = topo_nodes(topo),
		.green = pairs_of(blades) * chassis * groups,
		.black = pairs_of(chassis) * blades * groups,
		.blue = pairs_of(groups) * topo->bridges,
		.blue_tiles = dragonfly_first(topo, DRAGONFLY_COLOURS) -
			      dragonfly_first(topo, DRAGONFLY_BLUE),
		.link_speed = blue.rate,
		.cut = half * (groups - half) * topo->bridges,
	};
	size->bisection = 2 * size->cut * size->link_speed;
	size->global = 2 * size->bisection;
}
