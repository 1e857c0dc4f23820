/* SPDX-License-Identifier: GPL-2.0-only */
/* MiniGhost on a machine of Geminis: where its ranks are, and what that does to the network. */
#ifndef GHOST_H
#define GHOST_H

#include <stdbool.h>
#include <stdint.h>

#include "machine/engine.h"
#include "netsim/traffic/traffic.h"
#include "runner/results.h"

/* Placements of ranks, by their names in the paper. */
enum ghost_placement {
	GHOST_RANDOM, /* ranks on nodes at random */
	GHOST_NO_REMAP, /* a node takes a line of the grid of ranks */
	GHOST_REMAP, /* a node takes a block of the grid of ranks */
	GHOST_PLACEMENTS,
};

/* What is simulated. */
struct ghost_plan {
	const struct machine *machine;
	unsigned int grid[3];
	unsigned int box; /* cells of a rank along each side, for injected bytes */
	unsigned int reduced; /* likewise, for stalls */
	unsigned int exchanges; /* for stalls: each begins where the one before has ended */
	uint64_t seed; /* of the random placement */
	unsigned int threads; /* of the event engine */
	bool announced; /* report what its exchanges will take, before they begin */
};

/* Router cycles, at 800 MHz. */
#define GHOST_CYCLES_A_US	800.0

/* The placements' names. */
extern const char *const ghost_names[GHOST_PLACEMENTS];

/* A placement of ranks on a machine. */
struct placing {
	const struct machine *machine;
	struct net_config config; /* of both engines */
	struct stencil stencil;
	uint32_t *place; /* node of each rank */
	bool *used; /* by chip: it has ranks */
};

/*
 * Prepare a placement of boxes with so many cells along each side; call placing_free() in any case.
 * Return 0 or a negative errno for ghost_failed().
 */
int placing_open(struct placing *placing, const struct ghost_plan *plan,
		 enum ghost_placement placement, unsigned int side);

void placing_free(struct placing *placing);

/*
 * Halve the longer of x and y of a grid of ranks. Return false if blocks of ranks would not fit any
 * more.
 */
bool ghost_halve(unsigned int grid[3]);

/* Report an error; return the exit code. */
int ghost_failed(int err);

/*
 * Simulations of a struct ghost_plan. Each returns the exit code; errors are reported.
 *
 * What the hosts of a Gemini inject, by the flow engine, and stalls and times, by the event engine:
 * "injected", "stalls", "times" and "plan".
 */
int ghost_measure(void *plan, struct results *results);

/* The times of No-Remap's and Remap's exchanges on an eighth and a 32nd of the grid: "scaling". */
int ghost_scaling(void *plan, struct results *results);

/* How long the busiest link takes, on the grid and on halves of it: "growth". */
int ghost_growth(void *plan, struct results *results);

/* How long it takes in each dimension, by the order of nodes: "orders". */
int ghost_orders(void *plan, struct results *results);

#endif /* GHOST_H */
