// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>

#include "chain.h"
#include "collective.h"

/* Limits, so that no product overflows its type, and no message is too large for an operation. */
#define RANKS		(1u << 24)
#define BOX		(1u << 16)
#define VARIABLES	(1u << 10)
#define CELL		(1u << 8)

static unsigned int plan_dims(const struct program_plan *plan)
{
	return plan->kind->takes & PROGRAM_TAKES_FOURTH ? PROGRAM_DIMS : PROGRAM_DIMS - 1;
}

uint32_t program_plan_ranks(const struct program_plan *plan)
{
	uint32_t ranks = 1;
	unsigned int i;

	if (plan->kind->takes & PROGRAM_TAKES_RANKS)
		return plan->ranks;
	for (i = 0; i < plan_dims(plan); i++) {
		if (!plan->grid[i] || plan->grid[i] > RANKS / ranks)
			return 0;
		ranks *= plan->grid[i];
	}
	return ranks;
}

/* Whether no message of a box, or of a part of it, is too large. */
static bool box_fits(const struct program_plan *plan)
{
	uint64_t room = PROGRAM_SIZE / (plan->variables * plan->cell);
	unsigned int i;

	for (i = 0; i < plan_dims(plan); i++)
		room /= plan->box[i];
	return room;
}

static const char *check_grid(const struct program_plan *plan)
{
	unsigned int i;

	for (i = 0; i < plan_dims(plan); i++)
		if (!plan->box[i] || plan->box[i] > BOX)
			return "boxes have sides of 1 to 65536 cells";
	for (; i < PROGRAM_DIMS; i++)
		if (plan->grid[i] > 1 || plan->box[i] > 1)
			return "its grid and boxes have three dimensions";
	if (!plan->variables || plan->variables > VARIABLES)
		return "a cell has 1 to 1024 variables";
	if (!plan->cell || plan->cell > CELL)
		return "a variable has 1 to 256 bytes";
	if (!box_fits(plan))
		return "a box has up to 2^52 bytes";
	if (!plan->steps)
		return "one step or more";
	return NULL;
}

/* Divide rather than multiply, so that nothing overflows. */
static const char *check_graph(const struct program_plan *plan)
{
	if (!plan->vertices || !plan->degree || plan->vertices > PROGRAM_EDGES / plan->degree)
		return "a rank has 1 to 2^20 edges";
	if (!plan->span || plan->span >= plan->ranks)
		return "its span is 1 or more, and less than there are ranks";
	return plan->block && plan->block <= PROGRAM_EDGES ? NULL :
	       "a block has 1 to 2^20 values";
}

const char *program_plan_check(const struct program_plan *plan)
{
	unsigned int takes = program_plan_takes(plan);
	uint32_t ranks = program_plan_ranks(plan);

	if (!ranks || ranks > RANKS)
		return "1 to 2^24 ranks";
	if (takes & PROGRAM_TAKES_BYTES && plan->bytes > PROGRAM_BYTES)
		return "up to 2^28 bytes";
	if (takes & PROGRAM_TAKES_ROOT && plan->root >= ranks)
		return "no such root: ranks count from 0";
	if (takes & PROGRAM_TAKES_COUNT && !plan->count)
		return "once or more";
	if (plan->algorithm->fits && !plan->algorithm->fits(plan))
		return plan->algorithm->needs;
	if (takes & (PROGRAM_TAKES_GRID | PROGRAM_TAKES_COMPUTE) && plan->compute > PROGRAM_SIZE)
		return "a computation takes up to 2^52 ns";
	if (takes & PROGRAM_TAKES_GRAPH)
		return check_graph(plan);
	return takes & PROGRAM_TAKES_GRID ? check_grid(plan) : NULL;
}

void program_plan_rank(struct chain *chain, const struct program_plan *plan)
{
	uint32_t times = plan->kind->takes & PROGRAM_TAKES_GRID ? plan->steps : plan->count;
	const struct builder *builder = chain->builder;
	size_t before;

	do {
		before = builder->ops;
		plan->algorithm->build(chain, plan);
		chain->turn++;
	} while (--times && builder->ops > before && !builder->err);
}

int program_generate(const struct program_plan *plan, const struct program_limits *limits,
		     struct program **program)
{
	struct builder builder;
	struct circle circle;
	struct chain chain;
	uint32_t rank;

	if (program_plan_check(plan))
		return -EINVAL;
	builder_begin(&builder, program_plan_ranks(plan), limits);
	for (rank = 0; rank < builder.ranks && !builder.err; rank++) {
		chain_begin(&chain, &builder, rank);
		program_plan_rank(&chain, plan);
	}
	builder.err = builder_finish(&builder, program, &circle);
	builder_free(&builder);
	return builder.err;
}
