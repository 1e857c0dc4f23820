/* SPDX-License-Identifier: GPL-2.0-only */
/* Placements of ranks by name: one table for all commands, their help and their errors. */
#ifndef CLI_PLACEMENT_H
#define CLI_PLACEMENT_H

#include <stdbool.h>

#include "cli/words.h"

/* Beginning of the list of names for --help; the table is in placement.c. */
#define PLACEMENT_NAMES "in-order, random, no-remap, remap, or "

/* A placement of ranks. */
struct placement {
	const char *name; /* lower case */
	bool random; /* ranks are put on random nodes */
	unsigned int block[3]; /* sides of the block of ranks per node; 0: there is no grid */
};

/* Find a placement, ignoring case; return NULL if there is none of that name. */
const struct placement *placement_find(const char *name);

/* The names of all placements. */
extern const struct words placement_words;

#endif /* CLI_PLACEMENT_H */
