/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * How large a system is, and how fast: for Geminis by the whitepaper, sections 5 and 6, where an
 * entry level `m' system is a torus of two dimensions, one with x = 1; for Aries by the numbers of
 * De Sensi et al., 2.1.
 */
#ifndef TOPO_SIZE_H
#define TOPO_SIZE_H

#include "topo/gemini.h"

/* GB/s of a Gemini link one way, which is 4 tiles of cable (section 6.2). */
#define SIZE_LINK_SPEED	4.68

/* Figures of a system of Geminis. */
struct size {
	unsigned int cabinets, chassis, blades, chips, nodes;	/* those with a chip */
	/* Ends of Gemini links that leave their chassis; 88 of a full one. */
	unsigned int connectors;
	/*
	 * Gemini links across the worst bisection, the least of 2XY, 2YZ, 2XZ; Y counts nodes. The
	 * rings of X and Z are closed; if Y's are open, XZ (C_y = 1). A dimension of one
	 * chip cannot be cut.
	 */
	unsigned int cut;
	/*
	 * GB/s over these, both ways: 2 * cut * SIZE_LINK_SPEED; GB/s if half of the communication
	 * crosses the bisection: twice that.
	 */
	double bisection, global;
};

/* Find the figures of a system of Geminis, with the rings of Y closed or open. */
void size_find(struct size *size, const struct gemini_system *system, bool open_y);

/* Figures of a system of Aries. */
struct dragonfly_size {
	/*
	 * Cabinets have three chassis each, and are not shared by groups; groups have full chassis
	 * and blades.
	 */
	unsigned int cabinets, groups, chassis, blades, nodes;
	/*
	 * Links within chassis, with a tile at each end; between the chassis of a group, with
	 * three; between groups, with one.
	 */
	unsigned int green, black, blue;
	unsigned int blue_tiles;	/* used, of the chip with most of them */
	double link_speed;		/* GB/s of a blue tile, one way */
	/*
	 * Blue links between one half of the groups and the other; with an odd number of groups,
	 * one half has one more; 0 with one group.
	 */
	unsigned int cut;
	/*
	 * GB/s over these, both ways; GB/s if half of the communication crosses the bisection:
	 * twice that.
	 */
	double bisection, global;
};

/* Find the figures of a system of Aries, a dragonfly. */
void dragonfly_size_find(struct dragonfly_size *size, const struct topo *topo);

#endif /* TOPO_SIZE_H */
