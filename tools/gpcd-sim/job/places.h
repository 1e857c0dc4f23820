/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The nodes of the ranks of an emulated job.
 */
#ifndef PLACES_H
#define PLACES_H

#include "machine/machine.h"
#include "cli/place/placement.h"

/** PLACES_MAX - most ranks of a job */
#define PLACES_MAX 1048576u

/**
 * struct places - the nodes of ranks
 * @per_node: number of ranks on a node
 * @list: list of nodes, "0,5,7-9", or NULL: all nodes
 * @dealt: --nodes or --per-node was given
 * @how: the placement: ranks in order, at random, or by blocks of their grid; NULL: in order
 * @file: path of a file that says where ranks are, in place of @how, or NULL
 * @grid: size of the grid of ranks, whose x runs fastest, for blocks
 * @seed: seed of a random placement
 * @seeded: @seed was given
 * @node: node of each rank
 * @ranks: number of ranks that there are places for
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

/* The options --per-node, --nodes, --place, --grid and --seed; the input is a struct places. */
extern const struct argp places_argp;

/**
 * places_deal() - find the nodes of ranks
 * @places: what is wanted; receives @node and @ranks, for places_free() in any case
 * @machine: the machine
 *
 * Return: the exit code, having said what is wrong.
 */
int places_deal(struct places *places, const struct machine *machine);

/**
 * places_free() - free the nodes of ranks
 * @places: the nodes, found or not
 */
void places_free(struct places *places);

#endif /* PLACES_H */
