/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The lists of a program that say which operation waits for which.
 */
#ifndef NETSIM_PROGRAM_EDGES_H
#define NETSIM_PROGRAM_EDGES_H

#include <stddef.h>

#include "program.h"

/**
 * struct edge - an operation that waits for another one
 * @op: the operation that waits
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
 * @edge: pairs of operations of which one waits for the other
 * @edges: number of pairs
 *
 * Return: 0, -ENOMEM.
 */
int edges_make(struct program *program, const struct edge *edge, size_t edges);

/**
 * edges_check() - look for operations that wait for each other in a circle
 * @program: a program with lists
 * @circle: filled in after -ELOOP
 *
 * Both kinds of waiting count alike: to wait for an operation's end is to wait for its start, too.
 *
 * Return: 0, -ELOOP, -ENOMEM.
 */
int edges_check(const struct program *program, struct circle *circle);

#endif /* NETSIM_PROGRAM_EDGES_H */
