/* SPDX-License-Identifier: GPL-2.0-only */
/* Nodes of a program's ranks, as named on the command line. */
#ifndef CLI_PLACE_H
#define CLI_PLACE_H

#include <stdint.h>

#include "netsim/traffic/traffic.h"

/*
 * Parse the block of ranks that a node has: its sides, "2x2x4", or the name of a placement. Set the
 * sides or @stencil->random. Return 0 or -EINVAL.
 */
int place_block(const char *text, struct stencil *stencil);

/* What ranks are placed on. */
struct place_on {
	uint32_t nodes;
	const struct topo *topo; /* for placements of grids, or NULL: these are not possible */
	uint64_t seed; /* of a random placement */
};

/*
 * Find the nodes of ranks. @nodes holds numbers and ranges, "0,2,4-7"; or a block of ranks per
 * node, or the name of a placement, followed by the grid of all ranks, "2x2x4:8x8x16" or
 * "remap:8x8x16"; NULL puts rank r on node r. @nodes is modified.
 *
 * Return 0; -EINVAL if it is neither; -EDOM if a block does not divide its grid; -E2BIG if the
 * nodes or the ranks of the grid are not @ranks; -ENODEV if a node does not exist; -EOPNOTSUPP for
 * a grid if @on->topo is NULL; or -ENOMEM.
 */
int place_parse(char *nodes, const struct place_on *on, uint32_t *place, uint32_t ranks);

/*
 * Report why place_parse() returned @err for the program @file. @option is the option that places
 * its ranks. Return the exit code.
 */
int place_refuse(const char *option, const char *file, uint32_t ranks, const struct place_on *on,
		 int err);

#endif /* CLI_PLACE_H */
