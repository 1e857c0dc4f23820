/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which rank of an emulated job is on which node.
 */
#ifndef PLACES_H
#define PLACES_H

#include "machine/machine.h"
#include "placement.h"

/** PLACES_MAX: most ranks of a job */
#define PLACES_MAX 1048576u

/**
 * struct places - the nodes of ranks
 * @per_node: ranks of a node
 * @list: of nodes, "0,5,7-9", or NULL: all
 * @dealt: --nodes or --per-node is given
 * @how: ranks in order, at random, or by blocks of their grid
 * @file: that says where ranks are, in place of @how, or NULL
 * @grid: of ranks, x fastest, for blocks
 * @seed: of random places
 * @seeded: it is given
 * @node: of each rank there is a place for
 * @ranks: how many
 */
struct places {
	uint32_t per_node;
	const char *list;
	bool dealt;
	const struct placement *how;
	const char *file;
	unsigned int grid[3];
	uint64_t seed;
	bool seeded;
	uint32_t *node;
	uint32_t ranks;
};

/* --per-node, --nodes, --place, --grid, --seed; its input is a struct places. */
extern const struct argp places_argp;

/* Fill in @node and @ranks; returns the exit code, having said what is wrong. */
int places_deal(struct places *places, const struct machine *machine);

void places_free(struct places *places);

#endif /* PLACES_H */
