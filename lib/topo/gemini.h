/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A Gemini system: cabinets, cables and tiles of a 3-D torus of Gemini chips.
 *
 * Sizes count chips: Cielo is 16x12x24. (The whitepaper counts nodes, y twice.) Which tile joins
 * which is published only for eight tiles of one chip (Pedretti, Figs. 2 and 3); the rest is ours,
 * consistent at both ends, and reproduces those figures.
 */
#ifndef TOPO_GEMINI_H
#define TOPO_GEMINI_H

#include <stdbool.h>

#include "topo/topo.h"

/* Tiles of a chip, 6 rows of 8; tile = 8 * row + column. */
#define GEMINI_TILES	48

/* NICs of a chip; node = GEMINI_NICS * chip + NIC. */
#define GEMINI_NICS	2

/* The direction of the host tiles, after the six ports of struct topo. */
#define GEMINI_HOST	6

/* Logical links of a chip: X+ X- Y+ Y- Z+ Z- and host. */
#define GEMINI_LINKS	7

/* Most tiles of a link. */
#define GEMINI_LANES	8

/* What a link runs over, and its rate per tile. */
enum gemini_medium {
	GEMINI_MEZZANINE,	/* between the two chips of a blade; 2.34375 GB/s */
	GEMINI_BACKPLANE,	/* within a chassis; 1.875 GB/s */
	GEMINI_CABLE,		/* between chassis, and where a ring closes; 1.171875 GB/s */
	GEMINI_PROCESSOR,	/* to the nodes; a phit a router cycle, 2.4 GB/s (1.30 printed) */
};

/* The topology class of entry-level m systems, to which the whitepaper (5.1) gives no number. */
#define GEMINI_ENTRY	4

/* A system. */
struct gemini_system {
	struct topo torus;
	unsigned int class;	/* topology class, 0 to 3 (whitepaper, Table 1), or GEMINI_ENTRY */
};

/* Where a chip is. */
struct gemini_place {
	/*
	 * Cabinet in its row, as cabled: x folded, 0 1 X-1 2 X-2 ..., or x / 3 (class 0), or blades
	 * along y folded (GEMINI_ENTRY with several cabinets); row of cabinets; cage in the
	 * cabinet, 0 to 2, x % 3 (class 0); slot in the cage, 0 to 7; chip on the blade, 0 or 1.
	 */
	unsigned int column, row, cage, slot, gemini;
};

/* Whether Geminis are built into a topology: a torus of three dimensions. */
bool gemini_is_torus(const struct topo *topo);

/*
 * Make a system from a three-dimensional torus and a class, 0 to GEMINI_ENTRY, or -1: the class, 0
 * to 3, that a system of this size has. Returns 0, or -EINVAL where cabinets of that class cannot
 * make that size. Systems of classes 0 to 3 may lack cabinets, chassis and blades; one of
 * GEMINI_ENTRY is 1x2x8, 1x4x8 or 1x6x8, or has 2 to 6 full cabinets: 1x4x24 to 1x12x24.
 */
int gemini_system(struct gemini_system *system, const struct topo *torus, int class);

/*
 * Find the size of a class, or with -1 of any, that is nearest to a three-dimensional torus: of
 * GEMINI_ENTRY the one with the nearest number of chips.
 */
void gemini_nearest(const struct topo *torus, int class, unsigned int size[3]);

/* Find where a chip is. */
void gemini_place(const struct gemini_system *system, unsigned int chip,
		  struct gemini_place *place);

/* Return the chip at a place, or TOPO_NONE. */
unsigned int gemini_chip(const struct gemini_system *system, const struct gemini_place *place);

/* Return what a chip's link (a port or GEMINI_HOST) runs over. */
enum gemini_medium gemini_medium(const struct gemini_system *system, unsigned int chip,
				 unsigned int link);

/* Return the number of tiles of a link (a port or GEMINI_HOST): 8, or 4 for Y+ and Y-. */
unsigned int gemini_lanes(unsigned int link);

/*
 * Return the tile, 0 to 47, of a chip's link (a port or GEMINI_HOST) and lane (below
 * gemini_lanes()). The far tile of a network link has the same lane.
 */
unsigned int gemini_tile(const struct gemini_system *system, unsigned int chip, unsigned int link,
			 unsigned int lane);

/*
 * Return the link (a port or GEMINI_HOST) that a tile belongs to; lane is filled in, unless it is
 * NULL.
 */
unsigned int gemini_tile_link(const struct gemini_system *system, unsigned int chip,
			      unsigned int tile, unsigned int *lane);

/*
 * Return the rate of a tile in GB/s one way, by the whitepaper's lanes; to the processor 1.30, as
 * in Fig. 4.
 */
double gemini_tile_rate(enum gemini_medium medium);

/* Return the ticks of 10 ps that a tile takes for a phit: 128, 160, 256, 125. */
unsigned int gemini_phit_ticks(enum gemini_medium medium);

#endif /* TOPO_GEMINI_H */
