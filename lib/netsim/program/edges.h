/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The lists of a program that say which operation waits for which. */
#ifndef NETSIM_PROGRAM_EDGES_H
#define NETSIM_PROGRAM_EDGES_H

#include <stddef.h>

#include "program.h"

/* An operation that waits for another one. */
struct edge {
	uint32_t op;	/* the operation that waits */
	uint32_t on;	/* list in program.after: PROGRAM_WAITS * the other + kind of waiting */
};

/* Operations that wait for each other. */
struct circle {
	uint32_t rank;		/* their rank */
	struct program_op op;	/* one of them */
};

/* Fill in before and after of a program, whose operations are there. Returns 0 or -ENOMEM. */
int edges_make(struct program *program, const struct edge *edge, size_t edges);

/*
 * Look for operations that wait for each other in a cycle. Both kinds of waiting count alike: to
 * wait for an operation's end is to wait for its start, too. Returns 0, -ENOMEM, or -ELOOP with the
 * cycle.
 */
int edges_check(const struct program *program, struct circle *circle);

#endif /* NETSIM_PROGRAM_EDGES_H */
