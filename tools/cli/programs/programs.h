/* SPDX-License-Identifier: GPL-2.0-only */
/* Programs of ranks: read from files in the format GOAL or schedules, and placed on nodes. */
#ifndef CLI_PROGRAMS_H
#define CLI_PROGRAMS_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/words.h"
#include "netsim/program/program.h"
#include "netsim/traffic/traffic.h"

/* --- in files --- */

/*
 * Read a program from a file or, if @path is "-", from standard input, for program_free(). Report
 * an error with its line; return the exit code.
 */
int goal_read(const char *path, struct program **program);

/* Return what the number of an operation counts (program_op.line): "line" or "operation". */
const char *goal_unit(const struct program *program);

/*
 * Reject a program whose messages choose among NICs, because nodes have only one here. Report the
 * first line that names a NIC other than 0; return the exit code.
 */
int goal_check_nics(const char *path, const struct program *program);

/* --- on nodes --- */

/* Where a program's ranks are: named placements, and nodes as the command line lists them. */

/* Beginning of the list of names for --help; the table is in programs.c. */
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

#endif /* CLI_PROGRAMS_H */
