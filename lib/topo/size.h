/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * How large a Gemini system is, and how fast: whitepaper, sections 5 and 6.
 *
 * An entry level `m' system is a torus of two dimensions: one with x = 1.
 */
#ifndef TOPO_SIZE_H
#define TOPO_SIZE_H

#include "topo/gemini.h"

/** SIZE_LINK_SPEED: GB/s of a Gemini link one way, which is 4 tiles of cable (section 6.2) */
#define SIZE_LINK_SPEED	4.68

/**
 * struct size - figures of a system
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
 * size_find() - find the figures of a system
 * @size: filled in
 * @system: the system
 */
void size_find(struct size *size, const struct gemini_system *system);

#endif /* TOPO_SIZE_H */
