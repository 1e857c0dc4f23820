/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Placements of ranks by name: one table for all commands, their help and their errors.
 */
#ifndef PLACEMENT_H
#define PLACEMENT_H

#include <stdbool.h>

#include "cli/words.h"

/* Their names, for help and errors; placement.c has the table. */
#define PLACEMENT_NAMES "in-order, random, no-remap, remap, or "

/**
 * struct placement - a placement
 * @name: what it is called, in small letters
 * @random: ranks go anywhere
 * @block: ranks of a node along each side of the grid of ranks; 0: there is no grid
 */
struct placement {
	const char *name;
	bool random;
	unsigned int block[3];
};

/* By its name, in letters of either case; NULL: there is none. */
const struct placement *placement_find(const char *name);

/* Their names, in the order of the table. */
extern const struct words placement_words;

#endif /* PLACEMENT_H */
