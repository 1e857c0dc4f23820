/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The dragonfly's ports, for those that write and read Aries tiles.
 *
 * Ports of a chip: green to the other blades of its chassis, black to the blades of its
 * column in the other chassis, blue to other groups; green and black in the order of the peers'
 * numbers. As many links join each pair of groups as topo.bridges says. A group deals its links, in
 * the order of the other groups' numbers, those to one group one after the other, to its chips in
 * their order, and begins again at the first when all have one. So the links of a pair are at
 * different chips while there are enough of them, and no chip has more than one link more than
 * another one. (The published texts say how many, not which.)
 */
#ifndef TOPO_DRAGONFLY_H
#define TOPO_DRAGONFLY_H

#include "topo/topo.h"

/**
 * enum dragonfly_colour - the classes of ports, in the order of their numbers
 * @DRAGONFLY_GREEN: to the other blades of the chassis
 * @DRAGONFLY_BLACK: to the same blade of the group's other chassis
 * @DRAGONFLY_BLUE: to other groups
 * @DRAGONFLY_COLOURS: how many colours there are
 */
enum dragonfly_colour {
	DRAGONFLY_GREEN,
	DRAGONFLY_BLACK,
	DRAGONFLY_BLUE,
	DRAGONFLY_COLOURS,
};

/** DRAGONFLY_BLADES: most blades of a chassis: an Aries has 15 green tiles, one a peer */
#define DRAGONFLY_BLADES	16

/** DRAGONFLY_CHASSIS: most chassis of a group: an Aries has 15 black tiles, three a peer */
#define DRAGONFLY_CHASSIS	6

/** DRAGONFLY_BLUES: most blue ports of a chip: an Aries has 10 blue tiles */
#define DRAGONFLY_BLUES		10

/**
 * dragonfly_first() - find the first port of a colour
 * @topo: a dragonfly
 * @colour: the colour; DRAGONFLY_COLOURS: the port behind the last one
 *
 * Return: the port.
 */
unsigned int dragonfly_first(const struct topo *topo, enum dragonfly_colour colour);

/**
 * dragonfly_colour() - find the colour of a port
 * @topo: a dragonfly
 * @port: the port
 *
 * Return: the colour.
 */
enum dragonfly_colour dragonfly_colour(const struct topo *topo, unsigned int port);

/**
 * dragonfly_class() - find what links of a colour are like
 * @colour: below DRAGONFLY_COLOURS
 *
 * Return: the class, whose name is the colour's.
 */
const struct topo_class *dragonfly_class(enum dragonfly_colour colour);

#endif /* TOPO_DRAGONFLY_H */
