/* SPDX-License-Identifier: GPL-2.0-only */
/* MiniGhost on Cielo: the effects on the network of three placements of its ranks. */
#ifndef GHOST_H
#define GHOST_H

#include "cli/out/table.h"
#include "bars.h"
#include "netsim/traffic/traffic.h"

struct machine;

/* Placements of ranks, by their names in the paper. */
enum ghost_placement {
	GHOST_RANDOM, /* ranks on nodes at random */
	GHOST_NO_REMAP, /* a node takes a line of the grid of ranks */
	GHOST_REMAP, /* a node takes a block of the grid of ranks */
	GHOST_PLACEMENTS,
};

/* Names of the placements. */
extern const char *const ghost_names[GHOST_PLACEMENTS];

/* Number of groups of links: X, Y, Z and host. */
#define GHOST_LINKS 4

/* Names of the groups of links. */
extern const char *const ghost_links[GHOST_LINKS];

/* Results: mean and maximum over the Geminis that have ranks. */
struct ghost {
	struct bar injected[GHOST_PLACEMENTS]; /* MiB by a Gemini's hosts, whole messages */
	struct bar input[GHOST_LINKS][GHOST_PLACEMENTS]; /* input-queue stalls, cycles; reduced */
	struct bar output[GHOST_LINKS][GHOST_PLACEMENTS]; /* credit stalls, likewise */
};

/* The arguments. */
struct ghost_plan {
	unsigned int grid[3];
	unsigned int box; /* cells of a rank along each side, for injected bytes */
	unsigned int reduced; /* likewise, for stalls */
	uint64_t seed; /* of the random placement */
	unsigned int threads; /* of the event engine */
	const char *svg; /* prefix of the pictures' names, or NULL: draw none */
};

/* Measure one placement and store its results. Return the exit code; errors are reported. */
int ghost_measure(const struct machine *machine, const struct ghost_plan *plan,
		  enum ghost_placement placement, struct ghost *ghost);

/* Compare the results of all placements with the paper, in rows of a table with claim_columns. */
void ghost_claims(const struct ghost *ghost, struct table *table);

#endif /* GHOST_H */
