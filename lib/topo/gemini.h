/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A Gemini system: cabinets, cables and tiles of a 3-D torus of Gemini chips.
 *
 * Sizes count chips: Cielo is 16x12x24. (The whitepaper counts nodes, y twice.) Which tile
 * joins which is published for eight tiles of one chip only (Pedretti, Figs. 2 and 3);
 * the rest is ours, consistent at both ends, and reproduces those figures.
 */
#ifndef TOPO_GEMINI_H
#define TOPO_GEMINI_H

#include <stdbool.h>

#include "topo/topo.h"

/** GEMINI_TILES: tiles of a chip, 6 rows of 8; tile = 8 * row + column */
#define GEMINI_TILES	48

/** GEMINI_NICS: NICs of a chip; node = GEMINI_NICS * chip + NIC */
#define GEMINI_NICS	2

/** GEMINI_HOST: the direction of the host tiles, after the six ports of struct topo */
#define GEMINI_HOST	6

/** GEMINI_LINKS: logical links of a chip: X+ X- Y+ Y- Z+ Z- and host */
#define GEMINI_LINKS	7

/** GEMINI_LANES: most tiles of a link */
#define GEMINI_LANES	8

/**
 * enum gemini_medium - what a link runs over
 * @GEMINI_MEZZANINE: between the two chips of a blade; 2.34375 GB/s a tile
 * @GEMINI_BACKPLANE: within a chassis; 1.875 GB/s a tile
 * @GEMINI_CABLE: between chassis, and whatever closes a ring; 1.171875 GB/s a tile
 * @GEMINI_PROCESSOR: to the nodes; a phit a router cycle, 2.4 GB/s a tile (1.30 printed)
 */
enum gemini_medium {
	GEMINI_MEZZANINE,
	GEMINI_BACKPLANE,
	GEMINI_CABLE,
	GEMINI_PROCESSOR,
};

/**
 * struct gemini_system - a system
 * @torus: its chips
 * @class: the whitepaper's topology class, 0 to 3 (Table 1)
 */
struct gemini_system {
	struct topo torus;
	unsigned int class;
};

/**
 * struct gemini_place - where a chip is
 * @column: cabinet in its row, as cabled: x folded, 0 1 X-1 2 X-2 ...; class 0: x / 3
 * @row: of cabinets
 * @cage: in the cabinet, 0 to 2; class 0: x % 3
 * @slot: in the cage, 0 to 7
 * @gemini: on the blade, 0 or 1
 */
struct gemini_place {
	unsigned int column, row, cage, slot, gemini;
};

/**
 * gemini_is_torus() - whether a topology is one that Geminis are built into
 * @topo: the topology
 *
 * Return: true for a torus of three dimensions.
 */
bool gemini_is_torus(const struct topo *topo);

/**
 * gemini_system() - make a system of a size and class
 * @system: filled in
 * @torus: three-dimensional
 * @class: 0 to 3, or -1: the class that a system of this size has
 *
 * Return: 0, or -EINVAL where cabinets of that class cannot make that size.
 */
int gemini_system(struct gemini_system *system, const struct topo *torus, int class);

/**
 * gemini_place() - find where a chip is
 * @system: the system
 * @chip: the chip
 * @place: filled in
 */
void gemini_place(const struct gemini_system *system, unsigned int chip,
		  struct gemini_place *place);

/**
 * gemini_chip() - find the chip at a place
 * @system: the system
 * @place: the place
 *
 * Return: the chip, or TOPO_NONE.
 */
unsigned int gemini_chip(const struct gemini_system *system, const struct gemini_place *place);

/**
 * gemini_medium() - find what a chip's link runs over
 * @system: the system
 * @chip: the chip
 * @link: a port or GEMINI_HOST
 *
 * Return: the medium.
 */
enum gemini_medium gemini_medium(const struct gemini_system *system, unsigned int chip,
				 unsigned int link);

/**
 * gemini_lanes() - count the tiles of a link
 * @link: a port or GEMINI_HOST
 *
 * Return: 8; of Y+ and Y- 4.
 */
unsigned int gemini_lanes(unsigned int link);

/**
 * gemini_tile() - find a tile of a chip's link
 * @system: the system
 * @chip: the chip
 * @link: a port or GEMINI_HOST
 * @lane: below gemini_lanes(); the far tile of a network link has the same lane
 *
 * Return: the tile, 0 to 47.
 */
unsigned int gemini_tile(const struct gemini_system *system, unsigned int chip, unsigned int link,
			 unsigned int lane);

/**
 * gemini_tile_link() - find the link that a tile belongs to
 * @system: the system
 * @chip: the chip
 * @tile: the tile
 * @lane: filled in, or NULL
 *
 * Return: a port or GEMINI_HOST.
 */
unsigned int gemini_tile_link(const struct gemini_system *system, unsigned int chip,
			      unsigned int tile, unsigned int *lane);

/**
 * gemini_tile_rate() - how fast a tile is
 * @medium: what its link runs over
 *
 * Return: GB/s one way, by the whitepaper's lanes; to the processor 1.30, as Fig. 4 has it.
 */
double gemini_tile_rate(enum gemini_medium medium);

/**
 * gemini_phit_ticks() - how long a tile takes for a phit
 * @medium: what its link runs over
 *
 * Return: ticks of 10 ps: 128, 160, 256, 125.
 */
unsigned int gemini_phit_ticks(enum gemini_medium medium);

#endif /* TOPO_GEMINI_H */
