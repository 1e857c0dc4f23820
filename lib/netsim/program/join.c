// SPDX-License-Identifier: LGPL-2.1-or-later
/* Several programs as one: their ranks, one program after the other. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

/* Allocate empty lists for all programs together. */
static int edges_alloc(struct program_edges *edges, size_t ops, uint64_t waits)
{
	edges->first = calloc(PROGRAM_WAITS * ops + 1, sizeof(*edges->first));
	edges->to = calloc(waits + 1, sizeof(*edges->to));
	return edges->first && edges->to ? 0 : -ENOMEM;
}

/* Add the lists of a program whose operations have the numbers from op on. */
static void edges_add(struct program_edges *all, const struct program_edges *edges, uint32_t op,
		      uint32_t ops)
{
	uint32_t *first = &all->first[PROGRAM_WAITS * op], waits = *first, i;

	for (i = 0; i <= PROGRAM_WAITS * ops; i++)
		first[i] = waits + edges->first[i];
	for (i = 0; i < edges->first[PROGRAM_WAITS * ops]; i++)
		all->to[waits + i] = op + edges->to[i];
}

/* Add a program; it gets the next ranks and operations. */
static void program_add(struct program *all, const struct program *program)
{
	uint32_t *first = &all->first[all->ranks], i;
	struct program_op *op = &all->op[all->ops];

	for (i = 0; i <= program->ranks; i++)
		first[i] = all->ops + program->first[i];
	memcpy(op, program->op, program->ops * sizeof(*op));
	for (i = 0; i < program->ops; i++)
		if (op[i].kind != PROGRAM_CALC && op[i].peer != PROGRAM_ANY)
			op[i].peer += all->ranks;
	edges_add(&all->before, &program->before, all->ops, program->ops);
	edges_add(&all->after, &program->after, all->ops, program->ops);
	all->ranks += program->ranks;
	all->ops += program->ops;
}

int program_join(const struct program *const *programs, unsigned int count,
		 const struct program_limits *limits, struct program **result)
{
	uint64_t ranks = 0, ops = 0, waits = 0;
	struct program *all;
	unsigned int i;

	for (i = 0; i < count; i++) {
		ranks += programs[i]->ranks;
		ops += programs[i]->ops;
		waits += programs[i]->before.first[PROGRAM_WAITS * programs[i]->ops];
	}
	if (ranks > limits->ranks || ops > limits->ops || waits > limits->waits)
		return -E2BIG;
	all = calloc(1, sizeof(*all));
	if (!all)
		return -ENOMEM;
	all->first = calloc(ranks + 1, sizeof(*all->first));
	all->op = calloc(ops + 1, sizeof(*all->op));
	if (!all->first || !all->op || edges_alloc(&all->before, ops, waits) ||
	    edges_alloc(&all->after, ops, waits)) {
		program_free(all);
		return -ENOMEM;
	}
	for (i = 0; i < count; i++)
		program_add(all, programs[i]);
	*result = all;
	return 0;
}
