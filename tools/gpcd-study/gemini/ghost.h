/* SPDX-License-Identifier: GPL-2.0-only */
/* MiniGhost on Cielo: the effects on the network of three placements of its ranks. */
#ifndef GHOST_H
#define GHOST_H

#include "netsim/traffic/traffic.h"
#include "runner/results.h"

struct machine;

/* Placements of ranks, by their names in the paper. */
enum ghost_placement {
	GHOST_RANDOM, /* ranks on nodes at random */
	GHOST_NO_REMAP, /* a node takes a line of the grid of ranks */
	GHOST_REMAP, /* a node takes a block of the grid of ranks */
	GHOST_PLACEMENTS,
};

/* Number of groups of links: X, Y, Z and host. */
#define GHOST_LINKS 4

/* The arguments. */
struct ghost_plan {
	const struct machine *machine;
	unsigned int grid[3];
	unsigned int box; /* cells of a rank along each side, for injected bytes */
	unsigned int reduced; /* likewise, for stalls */
	uint64_t seed; /* of the random placement */
	unsigned int threads; /* of the event engine */
	const char *svg; /* prefix of the pictures' names, or NULL: draw none */
};

/*
 * Measure all placements of a struct ghost_plan: mean and maximum over the Geminis that have ranks,
 * of bytes (table "injected") and stalls (table "stalls"). Return the exit code; errors are
 * reported.
 */
int ghost_measure(void *plan, struct results *results);

#endif /* GHOST_H */
