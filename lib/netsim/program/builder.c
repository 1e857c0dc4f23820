// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "builder.h"
#include "edges.h"

/* --- which operation waits for which --- */

/* Fill in after of a program, whose operations are there. */
static int edges_make(struct program *program, const struct edge *edge, size_t edges)
{
	struct program_edges before;
	int err = edges_allocate(&before, program->ops, edges);
	size_t i;

	if (!err) {
		for (i = 0; i < edges; i++)
			before.first[edge[i].op + 2]++;
		edges_lists_begin(&before, program->ops);
		for (i = 0; i < edges; i++)
			edges_list_add(&before, edge[i].op, edge[i].on);
		err = program_edges_turn(&before, program->ops, &program->after);
	}
	program_edges_free(&before);
	return err;
}

/* --- cycles --- */

/*
 * Remove operations that wait for nothing, one after the other; returns how many could be removed.
 * For each operation, waits counts the operations that it still waits for.
 */
static uint32_t edges_in_order(const struct program *program, uint32_t *waits, uint32_t *queue)
{
	const struct program_edges *after = &program->after;
	uint32_t head = 0, tail = 0, rank, op, i;

	for (rank = 0; rank < program->ranks; rank++)
		program_waits(program, rank, &waits[program->first[rank]]);
	for (op = 0; op < program->ops; op++)
		if (!waits[op])
			queue[tail++] = op;
	while (head < tail) {
		op = queue[head++];
		for (i = after->first[op]; i < after->first[op + 1]; i++)
			if (!--waits[program_edge_op(after->to[i])])
				queue[tail++] = program_edge_op(after->to[i]);
	}
	return tail;
}

/*
 * An operation that is left waits for another one that is left: following these leads to one that
 * was seen before, in a cycle.
 */
static uint32_t edges_find_circle(const struct program_edges *before, const uint32_t *waits,
				  bool *seen)
{
	uint32_t op = 0, i;

	while (!waits[op])
		op++;
	while (!seen[op]) {
		seen[op] = true;
		for (i = before->first[op]; !waits[program_edge_op(before->to[i])]; i++)
			;
		op = program_edge_op(before->to[i]);
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

/* Find a cycle among operations that are left. Returns -ELOOP or -ENOMEM. */
static int edges_explain(const struct program *program, const uint32_t *waits,
			 struct circle *circle)
{
	bool *seen = calloc(program->ops, sizeof(*seen));
	struct program_edges before;
	int err = program_edges_turn(&program->after, program->ops, &before);
	uint32_t op;

	if (!err && seen) {
		op = edges_find_circle(&before, waits, seen);
		*circle = (struct circle){ edges_rank(program, op), program->op[op] };
		err = -ELOOP;
	}
	program_edges_free(&before);
	free(seen);
	return err ? err : -ENOMEM;
}

/*
 * Look for operations that wait for each other in a cycle. Both kinds of waiting count alike: to
 * wait for an operation's end is to wait for its start, too. Returns 0, -ENOMEM, or -ELOOP with the
 * cycle.
 */
static int edges_check(const struct program *program, struct circle *circle)
{
	uint32_t *waits = calloc((size_t)program->ops + 1, 2 * sizeof(*waits));
	int err = 0;

	if (!waits)
		return -ENOMEM;
	if (edges_in_order(program, waits, waits + program->ops) < program->ops)
		err = edges_explain(program, waits, circle);
	free(waits);
	return err;
}

/* --- the builder --- */

int builder_begin(struct builder *builder, uint32_t ranks, const struct program_limits *limits)
{
	*builder = (struct builder){ .ranks = ranks, .limits = *limits };
	if (ranks > limits->ranks) {
		builder->err = -E2BIG;
		return builder->err;
	}
	builder->begin = malloc(((size_t)ranks + 1) * sizeof(*builder->begin));
	builder->order = malloc((size_t)ranks * sizeof(*builder->order));
	if (builder->begin && builder->order)
		memset(builder->begin, 0xff, ((size_t)ranks + 1) * sizeof(*builder->begin));
	else
		builder->err = -ENOMEM;
	return builder->err;
}

void builder_rank(struct builder *builder, uint32_t rank)
{
	if (builder->err)
		return;
	builder->begin[rank] = builder->ops;
	builder->order[builder->begun++] = rank;
}

/* Make room for another element of an array of count; returns the array. */
static void *grow(struct builder *builder, void *array, size_t count, size_t limit, size_t *room,
		  size_t size)
{
	size_t wanted = *room ? 2 * *room : 1024;
	void *more;

	if (builder->err || count < *room)
		return array;
	if (count >= limit) {
		builder->err = -E2BIG;
		return array;
	}
	more = reallocarray(array, wanted < limit ? wanted : limit, size);
	if (!more) {
		builder->err = -ENOMEM;
		return array;
	}
	*room = wanted < limit ? wanted : limit;
	return more;
}

uint32_t builder_op(struct builder *builder, const struct program_op *op)
{
	builder->op = grow(builder, builder->op, builder->ops, builder->limits.ops, &builder->room,
			   sizeof(*builder->op));
	if (builder->err)
		return 0;
	builder->op[builder->ops] = *op;
	return builder->ops++;
}

void builder_wait(struct builder *builder, uint32_t op, enum program_wait kind, uint32_t on)
{
	builder->edge = grow(builder, builder->edge, builder->edges, builder->limits.waits,
			     &builder->edge_room, sizeof(*builder->edge));
	if (builder->err)
		return;
	builder->edge[builder->edges++] = (struct edge){ op, PROGRAM_EDGE(on, kind) };
}

/* --- from the order of the text to the order of the ranks --- */

static uint32_t block_ops(const struct builder *builder, uint32_t block)
{
	uint32_t next = block + 1;
	uint32_t end = next < builder->begun ? builder->begin[builder->order[next]] : builder->ops;

	return end - builder->begin[builder->order[block]];
}

static int program_ranks(struct program *program, const struct builder *builder)
{
	uint32_t block, rank;

	program->first = calloc((size_t)builder->ranks + 1, sizeof(*program->first));
	if (!program->first)
		return -ENOMEM;
	program->ranks = builder->ranks;
	program->ops = builder->ops;
	for (block = 0; block < builder->begun; block++)
		program->first[builder->order[block] + 1] = block_ops(builder, block);
	for (rank = 0; rank < builder->ranks; rank++)
		program->first[rank + 1] += program->first[rank];
	return 0;
}

/* Both operations of an edge are of one rank, whose block moves as a whole. */
static void move_edges(struct builder *builder, uint32_t block, const struct program *program,
		       size_t *next)
{
	uint32_t rank = builder->order[block], begin = builder->begin[rank];
	uint32_t by = program->first[rank] - begin;
	struct edge *edge;

	for (; *next < builder->edges; ++*next) {
		edge = &builder->edge[*next];
		if (edge->op - begin >= block_ops(builder, block))
			return;
		edge->op += by;
		edge->on += by;
	}
}

static bool is_in_order(const struct builder *builder)
{
	uint32_t block;

	for (block = 1; block < builder->begun; block++)
		if (builder->order[block] < builder->order[block - 1])
			return false;
	return true;
}

static int program_ops(struct program *program, struct builder *builder)
{
	uint32_t block, rank;
	size_t next = 0;

	if (builder->op && is_in_order(builder)) {
		program->op = builder->op;
		builder->op = NULL;
		return 0;
	}
	program->op = calloc(builder->ops + 1, sizeof(*program->op));
	if (!program->op)
		return -ENOMEM;
	for (block = 0; block < builder->begun; block++) {
		rank = builder->order[block];
		if (block_ops(builder, block))
			memcpy(&program->op[program->first[rank]],
			       &builder->op[builder->begin[rank]],
			       block_ops(builder, block) * sizeof(*program->op));
		move_edges(builder, block, program, &next);
	}
	return 0;
}

int builder_finish(struct builder *builder, struct program **program, struct circle *circle)
{
	struct program *made;
	int err = builder->err;

	if (err)
		return err;
	made = calloc(1, sizeof(*made));
	if (!made)
		return -ENOMEM;
	err = program_ranks(made, builder);
	if (!err)
		err = program_ops(made, builder);
	if (!err)
		err = edges_make(made, builder->edge, builder->edges);
	if (!err)
		err = edges_check(made, circle);
	if (err)
		program_free(made);
	else
		*program = made;
	return err;
}

void builder_free(struct builder *builder)
{
	free(builder->begin);
	free(builder->order);
	free(builder->op);
	free(builder->edge);
}
