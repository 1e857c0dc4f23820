/* SPDX-License-Identifier: GPL-2.0-only */
/* The nodes of the ranks of an emulated job. */
#ifndef PLACES_H
#define PLACES_H

#include "machine/machine.h"
#include "cli/place/place.h"

/* Most ranks of a job. */
#define PLACES_MAX 1048576u

/* The nodes of ranks. */
struct places {
	uint32_t per_node; /* ranks on a node */
	const char *list; /* "0,5,7-9", or NULL: all nodes */
	bool dealt; /* --nodes or --per-node was given */
	const struct placement *how; /* in order, at random or by blocks; NULL: in order */
	const char *file; /* rank file that replaces how, or NULL */
	unsigned int grid[3]; /* of ranks, for blocks; x runs fastest */
	uint64_t seed; /* of a random placement */
	uint32_t *node; /* by rank; owned */
	uint32_t ranks;
};

/* The options --per-node, --nodes, --place, --grid and --seed. */
extern const struct options places_options;

/*
 * Find the nodes of ranks from the options. Call places_free() in any case. Return the exit code;
 * errors are reported.
 */
int places_deal(struct places *places, const struct machine *machine);

/* Free the nodes of ranks, found or not. */
void places_free(struct places *places);

#endif /* PLACES_H */
