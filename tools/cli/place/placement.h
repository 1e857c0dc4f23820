/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Placements of ranks by name: one table for all commands, their help and their errors.
 */
#ifndef CLI_PLACEMENT_H
#define CLI_PLACEMENT_H

#include <stdbool.h>

#include "cli/words.h"

/** PLACEMENT_NAMES - beginning of a list of their names, for --help; placement.c has the table */
#define PLACEMENT_NAMES "in-order, random, no-remap, remap, or "

/**
 * struct placement - a placement of ranks
 * @name: its name, in small letters
 * @random: ranks are put on nodes at random
 * @block: sides of the block of ranks that a node takes from the grid of ranks; 0: there is no grid
 */
struct placement {
	const char *name;
	bool random;
	unsigned int block[3];
};

/**
 * placement_find() - find a placement
 * @name: its name, in letters of either case
 *
 * Return: the placement, or NULL if there is none of that name.
 */
const struct placement *placement_find(const char *name);

/** placement_words - the names of all placements */
extern const struct words placement_words;

#endif /* CLI_PLACEMENT_H */
