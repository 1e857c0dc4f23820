/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A program being built: operations come rank by rank, ranks in any order. Errors are remembered,
 * and need not be checked before builder_finish().
 */
#ifndef NETSIM_PROGRAM_BUILDER_H
#define NETSIM_PROGRAM_BUILDER_H

#include <stddef.h>

#include "program.h"

/* No operation, no rank. */
#define BUILDER_NONE	UINT32_MAX

/* An operation that waits for another one. */
struct edge {
	uint32_t op;	/* the operation that waits */
	uint32_t on;	/* PROGRAM_EDGE() of the other one */
};

/* Operations that wait for each other. */
struct circle {
	uint32_t rank;		/* their rank */
	struct program_op op;	/* one of them */
};

/* A program being built. */
struct builder {
	uint32_t ranks;
	struct program_limits limits;
	uint32_t *begin; /* by rank: its first operation in op; BUILDER_NONE: it has not begun */
	uint32_t *order;	/* ranks in the order in which they began */
	uint32_t begun;		/* how many have begun */
	struct program_op *op;	/* in the order in which they were added */
	size_t ops;
	size_t room;		/* allocated operations */
	struct edge *edge;	/* which operation waits for which */
	size_t edges;
	size_t edge_room;	/* allocated edges */
	int err;		/* first error: -ENOMEM, -E2BIG for more than limits; 0: none */
};

/* Begin a program; builder_free() is needed in any case. Returns 0, -E2BIG or -ENOMEM. */
int builder_begin(struct builder *builder, uint32_t ranks, const struct program_limits *limits);

/* Begin a rank, which has not begun yet; operations that follow are its own. */
void builder_rank(struct builder *builder, uint32_t rank);

/* Add an operation. Returns its number, for builder_wait(); any number after an error. */
uint32_t builder_op(struct builder *builder, const struct program_op *op);

/* Make an operation wait for the start or end of operation on of its rank. */
void builder_wait(struct builder *builder, uint32_t op, enum program_wait kind, uint32_t on);

/*
 * Make the program, for program_free(); only builder_free() may follow. Returns 0, an error of
 * adding, -ENOMEM, or -ELOOP if operations wait for each other in a cycle, which is then described.
 */
int builder_finish(struct builder *builder, struct program **program, struct circle *circle);

/* Free what builder_finish() has not taken. */
void builder_free(struct builder *builder);

#endif /* NETSIM_PROGRAM_BUILDER_H */
