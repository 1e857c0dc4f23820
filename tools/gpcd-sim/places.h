/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which rank of an emulated job is on which node.
 */
#ifndef PLACES_H
#define PLACES_H

#include "machine.h"

/**
 * struct places - the nodes of ranks
 * @per_node: ranks of a node
 * @list: of nodes, "0,5,7-9", or NULL: all
 * @random: ranks are dealt to the places of those nodes at random
 * @seed: of that
 * @node: of each rank there is a place for
 * @ranks: how many
 */
struct places {
	uint32_t per_node;
	const char *list;
	bool random;
	uint64_t seed;
	uint32_t *node;
	uint32_t ranks;
};

/* --per-node, --nodes, --place, --seed; its input is a struct places. */
extern const struct argp places_argp;

/* Fill in @node and @ranks; returns the exit code, having said what is wrong. */
int places_deal(struct places *places, const struct machine *machine);

void places_free(struct places *places);

#endif /* PLACES_H */
