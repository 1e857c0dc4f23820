// SPDX-License-Identifier: LGPL-2.1-or-later
#include "topo/aries.h"
#include "topo/size.h"

/* Pairs of so many. */
static unsigned int pairs(unsigned int count)
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
		.green = pairs(blades) * chassis * groups,
		.black = pairs(chassis) * blades * groups,
		.blue = pairs(groups) * topo->bridges,
		.blue_tiles = dragonfly_first(topo, DRAGONFLY_COLOURS) -
			      dragonfly_first(topo, DRAGONFLY_BLUE),
		.link_speed = blue.rate,
		.cut = half * (groups - half) * topo->bridges,
	};
	size->bisection = 2 * size->cut * size->link_speed;
	size->global = 2 * size->bisection;
}
