/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The dragonfly's part of topo.h: the same functions, for TOPO_DRAGONFLY alone.
 *
 * Ports of a chip: green to the other blades of its chassis, black to the blades of its
 * column in the other chassis, blue to other groups; green and black in the order of the peers'
 * numbers. One link joins each pair of groups. A group deals its links, in the order of
 * the other groups' numbers, to its chips in their order, and begins again at the first
 * when all have one. (The published texts say how many, not which.)
 */
#ifndef TOPO_DRAGONFLY_H
#define TOPO_DRAGONFLY_H

#include "topo/topo.h"

/** enum dragonfly_colour - the families of ports, in the order of their numbers */
enum dragonfly_colour {
	DRAGONFLY_GREEN,
	DRAGONFLY_BLACK,
	DRAGONFLY_BLUE,
	DRAGONFLY_COLOURS,
};

/* An Aries has ports for these: 15 green tiles, 3 black ones for each of 5 peers, 10 blue. */
#define DRAGONFLY_BLADES	16
#define DRAGONFLY_CHASSIS	6
#define DRAGONFLY_BLUES		10

/** dragonfly_check() - 0, or -EINVAL: more than the ports of an Aries can join */
int dragonfly_check(const struct topo *topo);

/** dragonfly_first() - the first port of a colour; of DRAGONFLY_COLOURS, how many there are */
unsigned int dragonfly_first(const struct topo *topo, enum dragonfly_colour colour);

/** dragonfly_colour() - the colour of a port */
enum dragonfly_colour dragonfly_colour(const struct topo *topo, unsigned int port);

unsigned int dragonfly_neighbour(const struct topo *topo, unsigned int chip, unsigned int port);

/** dragonfly_far_port() - of a port that leads somewhere */
unsigned int dragonfly_far_port(const struct topo *topo, unsigned int chip, unsigned int port);

unsigned int dragonfly_route(const struct topo *topo, unsigned int chip, unsigned int dst);
unsigned int dragonfly_distance(const struct topo *topo, unsigned int chip, unsigned int dst);
void dragonfly_port_name(const struct topo *topo, unsigned int port, char *buf, size_t size);

#endif /* TOPO_DRAGONFLY_H */
