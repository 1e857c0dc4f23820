/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * How large a system is, and how fast: of Geminis by the whitepaper, sections 5 and 6, where an
 * entry level `m' system is a torus of two dimensions, one with x = 1; of Aries by the numbers of
 * De Sensi et al., 2.1.
 */
#ifndef TOPO_SIZE_H
#define TOPO_SIZE_H

#include "topo/gemini.h"

/** SIZE_LINK_SPEED: GB/s of a Gemini link one way, which is 4 tiles of cable (section 6.2) */
#define SIZE_LINK_SPEED	4.68

/**
 * struct size - figures of a system of Geminis
 * @cabinets: that have a chip in them
 * @chassis: likewise
 * @blades: likewise
 * @chips: Geminis
 * @nodes: two a chip
 * @connectors: ends of Gemini links that leave their chassis; 88 of a full one
 * @cut: Gemini links across the worst bisection, the least of 2XY, 2YZ, 2XZ; Y
 *	counts nodes, and all rings are closed. A dimension of one chip cannot be cut.
 * @bisection: GB/s over them, both ways: 2 * @cut * SIZE_LINK_SPEED
 * @global: GB/s, where half of the communication crosses the bisection: twice that
 */
struct size {
	unsigned int cabinets, chassis, blades, chips, nodes;
	unsigned int connectors;
	unsigned int cut;
	double bisection, global;
};

/**
 * size_find() - find the figures of a system of Geminis
 * @size: filled in
 * @system: the system
 */
void size_find(struct size *size, const struct gemini_system *system);

/**
 * struct dragonfly_size - figures of a system of Aries
 * @cabinets: of three chassis each, not shared by groups
 * @groups: of full chassis and blades
 * @chassis: of all groups
 * @blades: with one chip each
 * @nodes: four a chip
 * @green: links within chassis, a tile at each end
 * @black: links between the chassis of a group, three tiles at each end
 * @blue: links between groups, a tile at each end
 * @blue_tiles: most blue tiles of a chip that are used
 * @link_speed: GB/s of a blue tile, one way
 * @cut: blue links between one half of the groups and the other; of an odd number of groups, one
 *	half has one more; 0 with one group
 * @bisection: GB/s over them, both ways
 * @global: GB/s, where half of the communication crosses the bisection: twice that
 */
struct dragonfly_size {
	unsigned int cabinets, groups, chassis, blades, nodes;
	unsigned int green, black, blue;
	unsigned int blue_tiles;
	double link_speed;
	unsigned int cut;
	double bisection, global;
};

/**
 * dragonfly_size_find() - find the figures of a system of Aries
 * @size: filled in
 * @topo: a dragonfly
 */
void dragonfly_size_find(struct dragonfly_size *size, const struct topo *topo);

#endif /* TOPO_SIZE_H */
