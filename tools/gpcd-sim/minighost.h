/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * MiniGhost on Cielo: what three placements of its ranks do to the network.
 */
#ifndef MINIGHOST_H
#define MINIGHOST_H

#include "bars.h"
#include "netsim/traffic/traffic.h"
#include "table.h"

struct machine;

/** enum ghost_placement - as the paper calls them */
enum ghost_placement {
	GHOST_RANDOM,
	GHOST_NO_REMAP,
	GHOST_REMAP,
	GHOST_PLACEMENTS,
};

extern const char *const ghost_names[GHOST_PLACEMENTS];

/** GHOST_LINKS: X, Y, Z and host */
#define GHOST_LINKS 4

extern const char *const ghost_links[GHOST_LINKS];

/**
 * struct ghost - what was found, over the Geminis that have ranks
 * @injected: MB of a Gemini's hosts, at the whole message size
 * @input: input-queue stalls of a Gemini, by dimension, at the reduced one
 * @output: credit stalls, likewise
 */
struct ghost {
	struct bar injected[GHOST_PLACEMENTS];
	struct bar input[GHOST_LINKS][GHOST_PLACEMENTS];
	struct bar output[GHOST_LINKS][GHOST_PLACEMENTS];
};

/**
 * struct ghost_plan - what the arguments ask for
 * @grid: of ranks
 * @box: cells of a rank along each side, for bytes
 * @reduced: likewise, for stalls
 * @seed: of the random placement
 * @threads: of the event engine
 * @svg: how pictures' names begin, or NULL
 */
struct ghost_plan {
	unsigned int grid[3];
	unsigned int box;
	unsigned int reduced;
	uint64_t seed;
	unsigned int threads;
	const char *svg;
};

/* Measure one placement; returns the exit code, having said what is wrong. */
int ghost_measure(const struct machine *machine, const struct ghost_plan *plan,
		  enum ghost_placement placement, struct ghost *ghost);

/* Fill the table of what the paper says of it. */
void ghost_claims(const struct ghost *ghost, struct table *table);

#endif /* MINIGHOST_H */
