// SPDX-License-Identifier: LGPL-2.1-or-later
#include <stdlib.h>

#include "program.h"

const struct program_limits program_limits_default = {
	.ranks = 1u << 24, .ops = 1u << 26, .waits = 1u << 27,
};

const char *const program_op_words[PROGRAM_OP_KINDS] = {
	[PROGRAM_SEND] = "send", [PROGRAM_RECV] = "recv", [PROGRAM_CALC] = "calc",
	[PROGRAM_AMO] = "amo", [PROGRAM_PUT] = "put", [PROGRAM_GET] = "get",
};

static void free_edges(struct program_edges *edges)
{
	free(edges->first);
	free(edges->to);
}

void program_free(struct program *program)
{
	if (!program)
		return;
	free_edges(&program->before);
	free_edges(&program->after);
	free(program->first);
	free(program->op);
	free(program);
}

static void sum_add(uint64_t *sum, uint64_t value)
{
	if (__builtin_add_overflow(*sum, value, sum))
		*sum = UINT64_MAX;
}

struct program_sum program_sum(const struct program *program)
{
	struct program_sum sum = { .waits = program->before.first[PROGRAM_WAITS * program->ops] };
	const struct program_op *op = program->op, *end = op + program->ops;

	for (; op < end; op++) {
		sum.ops[op->kind]++;
		if (op->kind == PROGRAM_SEND)
			sum_add(&sum.bytes, op->size);
		else if (op->kind == PROGRAM_CALC)
			sum_add(&sum.ns, op->size);
	}
	return sum;
}
