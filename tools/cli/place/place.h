/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Nodes of the ranks of a program, as the command line names them.
 */
#ifndef CLI_PLACE_H
#define CLI_PLACE_H

#include <stdint.h>

#include "netsim/traffic/traffic.h"

/**
 * place_block() - parse the block of ranks that a node has
 * @text: its sides, as 2x2x4, or the name of a placement
 * @stencil: receives the sides, or that ranks are on nodes at random
 *
 * Return: 0, -EINVAL.
 */
int place_block(const char *text, struct stencil *stencil);

/**
 * struct place_on - what ranks are placed on
 * @nodes: how many nodes there are
 * @topo: the topology, for placements of grids; NULL: there are none
 * @seed: of a placement at random
 */
struct place_on {
	uint32_t nodes;
	const struct topo *topo;
	uint64_t seed;
};

/**
 * place_parse() - find the nodes of ranks
 * @nodes: numbers and ranges with commas between them, as 0,2,4-7; or a block of ranks that a node
 *	has, or the name of a placement, and the grid of all ranks, as 2x2x4:8x8x16 or
 *	remap:8x8x16; it is taken to pieces; NULL: rank r is on node r
 * @on: what ranks are placed on
 * @place: receives the nodes
 * @ranks: how many there must be
 *
 * Return: 0, -EINVAL for what is neither, -EDOM for a block that does not divide its grid, -E2BIG
 * for more or fewer nodes, or ranks of a grid, than @ranks, -ENODEV for a node that is not there,
 * -EOPNOTSUPP for a grid where there are none, -ENOMEM.
 */
int place_parse(char *nodes, const struct place_on *on, uint32_t *place, uint32_t ranks);

/**
 * place_refuse() - say why ranks could not be placed
 * @option: the option that places them
 * @file: their program
 * @ranks: how many there are
 * @on: what they were to be placed on
 * @err: what place_parse() returned
 *
 * Return: the exit code.
 */
int place_refuse(const char *option, const char *file, uint32_t ranks, const struct place_on *on,
		 int err);

#endif /* CLI_PLACE_H */
