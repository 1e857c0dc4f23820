/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The dragonfly's ports, for writing and reading Aries tiles.
 *
 * Ports of a chip: green to the other blades of its chassis, black to the blades of its column in
 * the other chassis, blue to other groups; green and black in the order of the peers' numbers.
 * topo.bridges links join each pair of groups. A group assigns its links, in the order of the other
 * groups' numbers, links to one group consecutively, to its chips in their order, and starts over
 * at the first chip when all have one. So the links of a pair are at different chips as far as
 * possible, and no chip has more than one link more than another one. (The published texts say how
 * many, not which.)
 */
#ifndef TOPO_DRAGONFLY_H
#define TOPO_DRAGONFLY_H

#include "topo/topo.h"

/* The classes of ports, in the order of their numbers. */
enum dragonfly_colour {
	DRAGONFLY_GREEN,	/* to the other blades of the chassis */
	DRAGONFLY_BLACK,	/* to the same blade of the group's other chassis */
	DRAGONFLY_BLUE,		/* to other groups */
	DRAGONFLY_COLOURS,
};

/* Most blades of a chassis: an Aries has 15 green tiles, one for each peer. */
#define DRAGONFLY_BLADES	16

/* Most chassis of a group: an Aries has 15 black tiles, three for each peer. */
#define DRAGONFLY_CHASSIS	6

/* Most blue ports of a chip: an Aries has 10 blue tiles. */
#define DRAGONFLY_BLUES		10

/* Return the first port of a colour; for DRAGONFLY_COLOURS, the number of ports. */
unsigned int dragonfly_first(const struct topo *topo, enum dragonfly_colour colour);

/* Return the colour of a port. */
enum dragonfly_colour dragonfly_colour(const struct topo *topo, unsigned int port);

/* Return the class of links of a colour below DRAGONFLY_COLOURS, which has the colour's name. */
const struct topo_class *dragonfly_class(enum dragonfly_colour colour);

#endif /* TOPO_DRAGONFLY_H */
