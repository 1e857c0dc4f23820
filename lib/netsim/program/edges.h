/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Who waits for whom, as lists by operation.
 */
#ifndef NETSIM_PROGRAM_EDGES_H
#define NETSIM_PROGRAM_EDGES_H

#include <stddef.h>

#include "program.h"

/**
 * struct edge - an operation that waits for another one
 * @op: who waits
 * @on: list of the other one in &program.after: PROGRAM_WAITS * its number + kind of waiting
 */
struct edge {
	uint32_t op;
	uint32_t on;
};

/**
 * struct circle - operations that wait for each other
 * @rank: their rank
 * @op: one of them
 */
struct circle {
	uint32_t rank;
	struct program_op op;
};

/**
 * edges_make() - fill in the lists of a program
 * @program: receives @before and @after; its operations are there
 * @edge: who waits for whom
 * @edges: how many
 *
 * Return: 0, -ENOMEM.
 */
int edges_make(struct program *program, const struct edge *edge, size_t edges);

/**
 * edges_check() - look for operations that wait for each other in a circle
 * @program: a program with lists
 * @circle: filled in after -ELOOP
 *
 * Of either kind of waiting: who waits for another one's end waits for its start, too.
 *
 * Return: 0, -ELOOP, -ENOMEM.
 */
int edges_check(const struct program *program, struct circle *circle);

#endif /* NETSIM_PROGRAM_EDGES_H */
