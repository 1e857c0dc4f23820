// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "program.h"

static bool op_is_equal(const struct program_op *a, const struct program_op *b)
{
	return a->size == b->size && a->peer == b->peer && a->tag == b->tag && a->cpu == b->cpu &&
	       a->nic == b->nic && a->kind == b->kind && a->alltoall == b->alltoall &&
	       a->routing == b->routing;
}

static bool edges_are_equal(const struct program_edges *a, const struct program_edges *b,
			    uint32_t ops)
{
	return !memcmp(a->first, b->first, (ops + 1ul) * sizeof(*a->first)) &&
	       !memcmp(a->to, b->to, a->first[ops] * sizeof(*a->to));
}

bool program_is_equal(const struct program *a, const struct program *b)
{
	uint32_t op;

	if (a->ranks != b->ranks || a->ops != b->ops ||
	    memcmp(a->first, b->first, (a->ranks + 1ul) * sizeof(*a->first)))
		return false;
	for (op = 0; op < a->ops; op++)
		if (!op_is_equal(&a->op[op], &b->op[op]))
			return false;
	return edges_are_equal(&a->after, &b->after, a->ops);
}

static struct program *again_by(const struct program *program,
				int (*write)(FILE *file, const struct program *program))
{
	struct program *again = NULL;
	struct program_error error;
	char *text = NULL;
	size_t size;
	FILE *file;
	int err;

	file = open_memstream(&text, &size);
	err = write(file, program);
	fclose(file);
	if (!err) {
		file = fmemopen(text, size, "r");
		err = program_parse(file, "again", &program_limits_default, &again, &error);
		fclose(file);
	}
	free(text);
	return err ? NULL : again;
}

struct program *program_again(const struct program *program)
{
	return again_by(program, program_print);
}

struct program *program_by_schedule(const struct program *program)
{
	return again_by(program, program_write_schedule);
}

/* How often the list of an operation has an edge. */
static uint32_t times(const struct program_edges *lists, uint32_t op, uint32_t edge)
{
	uint32_t count = 0, i;

	for (i = lists->first[op]; i < lists->first[op + 1]; i++)
		count += lists->to[i] == edge;
	return count;
}

static bool list_is_sound(const struct program *program, const struct program_edges *lists,
			  const struct program_edges *others, uint32_t rank, uint32_t op)
{
	uint32_t i, to, edge;

	for (i = lists->first[op]; i < lists->first[op + 1]; i++) {
		to = program_edge_op(lists->to[i]);
		edge = PROGRAM_EDGE(op, program_edge_wait(lists->to[i]));
		if (to < program->first[rank] || to >= program->first[rank + 1])
			return false;
		if (i > lists->first[op] && lists->to[i] < lists->to[i - 1])
			return false;
		if (times(lists, op, lists->to[i]) != times(others, to, edge))
			return false;
	}
	return lists->first[op] <= lists->first[op + 1];
}

static bool lists_are_sound(const struct program *program, const struct program_edges *before)
{
	const struct program_edges *after = &program->after;
	uint32_t rank, op;

	if (before->first[0] || after->first[0] ||
	    before->first[program->ops] != after->first[program->ops])
		return false;
	for (rank = 0; rank < program->ranks; rank++)
		for (op = program->first[rank]; op < program->first[rank + 1]; op++)
			if (!list_is_sound(program, before, after, rank, op) ||
			    !list_is_sound(program, after, before, rank, op))
				return false;
	return true;
}

bool program_is_sound(const struct program *program)
{
	struct program_edges before;
	bool sound;

	if (program->first[0] || program->first[program->ranks] != program->ops)
		return false;
	sound = !program_edges_turn(&program->after, program->ops, &before) &&
		lists_are_sound(program, &before);
	program_edges_free(&before);
	return sound;
}
