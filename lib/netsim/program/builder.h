/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A program in the making: operations come rank by rank, ranks in any order. What fails is
 * remembered: who adds need not look until builder_finish().
 */
#ifndef NETSIM_PROGRAM_BUILDER_H
#define NETSIM_PROGRAM_BUILDER_H

#include <stddef.h>

#include "edges.h"
#include "program.h"

/** BUILDER_NONE: no operation, no rank */
#define BUILDER_NONE	UINT32_MAX

/**
 * struct builder - a program in the making
 * @ranks: number of ranks
 * @limits: how large it may get
 * @begin: number of the first operation of each rank, in the order in which operations come;
 *	BUILDER_NONE: it has not begun
 * @order: ranks in the order in which they began
 * @begun: how many have begun
 * @op: the operations, in the order in which they come
 * @ops: how many
 * @room: for how many there is memory
 * @edge: who waits for whom
 * @edges: how many
 * @edge_room: for how many there is memory
 * @err: the first error: -ENOMEM, -E2BIG for more than the limits; 0: none
 */
struct builder {
	uint32_t ranks;
	struct program_limits limits;
	uint32_t *begin;
	uint32_t *order;
	uint32_t begun;
	struct program_op *op;
	size_t ops;
	size_t room;
	struct edge *edge;
	size_t edges;
	size_t edge_room;
	int err;
};

/**
 * builder_begin() - begin a program
 * @builder: filled in, for builder_free() in any case
 * @ranks: number of ranks
 * @limits: how large it may get
 *
 * Return: 0, -E2BIG, -ENOMEM.
 */
int builder_begin(struct builder *builder, uint32_t ranks, const struct program_limits *limits);

/**
 * builder_rank() - begin a rank, which has not begun yet; operations that come are its own
 * @builder: the program
 * @rank: the rank
 */
void builder_rank(struct builder *builder, uint32_t rank);

/**
 * builder_op() - add an operation
 * @builder: the program
 * @op: the operation
 *
 * Return: its number, for builder_wait(); any number after an error.
 */
uint32_t builder_op(struct builder *builder, const struct program_op *op);

/**
 * builder_wait() - let an operation wait for another one of its rank
 * @builder: the program
 * @op: who waits
 * @kind: whether for the other one's start or end
 * @on: the other one
 */
void builder_wait(struct builder *builder, uint32_t op, enum program_wait kind, uint32_t on);

/**
 * builder_finish() - make the program
 * @builder: what was added; only builder_free() may follow
 * @program: filled in, for program_free()
 * @circle: filled in after -ELOOP
 *
 * Return: 0, an error of adding, -ENOMEM, -ELOOP if operations wait for each other in a circle.
 */
int builder_finish(struct builder *builder, struct program **program, struct circle *circle);

/**
 * builder_free() - free what builder_finish() has not taken
 * @builder: the program
 */
void builder_free(struct builder *builder);

#endif /* NETSIM_PROGRAM_BUILDER_H */
