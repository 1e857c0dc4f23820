/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * MiniGhost on Cielo: what three placements of its ranks do to the network.
 */
#ifndef GHOST_H
#define GHOST_H

#include "cli/out/table.h"
#include "draw/bars.h"
#include "netsim/traffic/traffic.h"

struct machine;

/**
 * enum ghost_placement - placements of ranks, as the paper calls them
 * @GHOST_RANDOM: ranks on nodes at random
 * @GHOST_NO_REMAP: a node takes a line of the grid of ranks
 * @GHOST_REMAP: a node takes a block of the grid of ranks
 * @GHOST_PLACEMENTS: number of placements
 */
enum ghost_placement {
	GHOST_RANDOM,
	GHOST_NO_REMAP,
	GHOST_REMAP,
	GHOST_PLACEMENTS,
};

/** ghost_names - names of the placements */
extern const char *const ghost_names[GHOST_PLACEMENTS];

/** GHOST_LINKS - number of groups of links: X, Y, Z and host */
#define GHOST_LINKS 4

/** ghost_links - names of the groups of links */
extern const char *const ghost_links[GHOST_LINKS];

/**
 * struct ghost - results: mean and maximum over the Geminis that have ranks
 * @injected: what the hosts of a Gemini inject, MB, with messages of the whole size
 * @input: input-queue stalls of a Gemini, router cycles, by group of links, with messages of the
 *	reduced size
 * @output: credit stalls, likewise
 */
struct ghost {
	struct bar injected[GHOST_PLACEMENTS];
	struct bar input[GHOST_LINKS][GHOST_PLACEMENTS];
	struct bar output[GHOST_LINKS][GHOST_PLACEMENTS];
};

/**
 * struct ghost_plan - what the arguments ask for
 * @grid: size of the grid of ranks
 * @box: cells of a rank along each side, for injected bytes
 * @reduced: cells of a rank along each side, for stalls
 * @seed: seed of the random placement
 * @threads: number of threads of the event engine
 * @svg: beginning of the names of pictures, or NULL: draw none
 */
struct ghost_plan {
	unsigned int grid[3];
	unsigned int box;
	unsigned int reduced;
	uint64_t seed;
	unsigned int threads;
	const char *svg;
};

/**
 * ghost_measure() - measure one placement
 * @machine: the machine
 * @plan: what the arguments ask for
 * @placement: the placement
 * @ghost: receives the results of that placement
 *
 * Return: the exit code, having said what is wrong.
 */
int ghost_measure(const struct machine *machine, const struct ghost_plan *plan,
		  enum ghost_placement placement, struct ghost *ghost);

/**
 * ghost_claims() - compare results with what the paper says
 * @ghost: results of all placements
 * @table: the table that rows are added to; its columns are claim_columns
 */
void ghost_claims(const struct ghost *ghost, struct table *table);

#endif /* GHOST_H */
