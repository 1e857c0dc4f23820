// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "builder.h"

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
	builder->edge[builder->edges++] = (struct edge){ op, PROGRAM_WAITS * on + kind };
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
		edge->on += PROGRAM_WAITS * by;
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
