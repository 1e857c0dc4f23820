// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "edges.h"

static uint32_t edges_list(uint32_t op, uint32_t kind)
{
	return PROGRAM_WAITS * op + kind;
}

static int edges_allocate(struct program_edges *lists, uint32_t ops, size_t edges)
{
	/* One entry more, for counting. */
	lists->first = calloc((size_t)PROGRAM_WAITS * ops + 2, sizeof(*lists->first));
	lists->to = calloc(edges ? edges : 1, sizeof(*lists->to));
	return lists->first && lists->to ? 0 : -ENOMEM;
}

/*
 * Counting sort: lengths, at first[list + 2]; prefix sums, at first[list + 1], where the list
 * begins; fill, which moves that to the list's end.
 */
static void edges_lists_begin(struct program_edges *lists, uint32_t count)
{
	uint32_t i;

	for (i = 1; i <= count; i++)
		lists->first[i] += lists->first[i - 1];
}

static void edges_list_add(struct program_edges *lists, uint32_t list, uint32_t to)
{
	lists->to[lists->first[list + 1]++] = to;
}

/* The same pairs by the other operation. Lists come out ascending, because this goes in order. */
static void edges_turn_round(const struct program *program, const struct program_edges *from,
			     struct program_edges *lists)
{
	uint32_t count = PROGRAM_WAITS * program->ops, list, i;

	memset(lists->first, 0, ((size_t)count + 2) * sizeof(*lists->first));
	for (list = 0; list < count; list++)
		for (i = from->first[list]; i < from->first[list + 1]; i++)
			lists->first[edges_list(from->to[i], list % PROGRAM_WAITS) + 2]++;
	edges_lists_begin(lists, count);
	for (list = 0; list < count; list++)
		for (i = from->first[list]; i < from->first[list + 1]; i++)
			edges_list_add(lists, edges_list(from->to[i], list % PROGRAM_WAITS),
				       list / PROGRAM_WAITS);
}

int edges_make(struct program *program, const struct edge *edge, size_t edges)
{
	size_t i;

	if (edges_allocate(&program->before, program->ops, edges) ||
	    edges_allocate(&program->after, program->ops, edges))
		return -ENOMEM;
	for (i = 0; i < edges; i++)
		program->after.first[edge[i].on + 2]++;
	edges_lists_begin(&program->after, PROGRAM_WAITS * program->ops);
	for (i = 0; i < edges; i++)
		edges_list_add(&program->after, edge[i].on, edge[i].op);
	/* Twice, so that both are ascending. */
	edges_turn_round(program, &program->after, &program->before);
	edges_turn_round(program, &program->before, &program->after);
	return 0;
}

/* --- cycles --- */

/* Return the operations in op's lists of both kinds. */
static const uint32_t *edges_of(const struct program_edges *lists, uint32_t op, uint32_t *count)
{
	uint32_t first = lists->first[edges_list(op, 0)];

	*count = lists->first[edges_list(op + 1, 0)] - first;
	return &lists->to[first];
}

/*
 * Remove operations that wait for nothing, one after the other; returns how many could be removed.
 * For each operation, waits counts the operations that it still waits for.
 */
static uint32_t edges_in_order(const struct program *program, uint32_t *waits, uint32_t *queue)
{
	uint32_t head = 0, tail = 0, op, count, i;
	const uint32_t *to;

	for (op = 0; op < program->ops; op++) {
		edges_of(&program->before, op, &waits[op]);
		if (!waits[op])
			queue[tail++] = op;
	}
	while (head < tail) {
		to = edges_of(&program->after, queue[head++], &count);
		for (i = 0; i < count; i++)
			if (!--waits[to[i]])
				queue[tail++] = to[i];
	}
	return tail;
}

/*
 * An operation that is left waits for another one that is left: following these leads to one that
 * was seen before, in a cycle.
 */
static uint32_t edges_find_circle(const struct program *program, const uint32_t *waits, bool *seen)
{
	uint32_t op = 0, count, i;
	const uint32_t *to;

	while (!waits[op])
		op++;
	while (!seen[op]) {
		seen[op] = true;
		to = edges_of(&program->before, op, &count);
		for (i = 0; !waits[to[i]]; i++)
			;
		op = to[i];
	}
	return op;
}

static uint32_t edges_rank(const struct program *program, uint32_t op)
{
	uint32_t rank = 0;

	while (program->first[rank + 1] <= op)
		rank++;
	return rank;
}

int edges_check(const struct program *program, struct circle *circle)
{
	uint32_t *waits = malloc(2 * ((size_t)program->ops + 1) * sizeof(*waits));
	bool *seen = NULL;
	uint32_t op;
	int err = 0;

	if (!waits)
		return -ENOMEM;
	if (edges_in_order(program, waits, waits + program->ops) < program->ops) {
		seen = calloc(program->ops, sizeof(*seen));
		err = seen ? -ELOOP : -ENOMEM;
	}
	if (err == -ELOOP) {
		op = edges_find_circle(program, waits, seen);
		*circle = (struct circle){ edges_rank(program, op), program->op[op] };
	}
	free(seen);
	free(waits);
	return err;
}
