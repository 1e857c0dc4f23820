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
	size_t lists = (size_t)PROGRAM_WAITS * ops + 1;

	return !memcmp(a->first, b->first, lists * sizeof(*a->first)) &&
	       !memcmp(a->to, b->to, a->first[lists - 1] * sizeof(*a->to));
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
	return edges_are_equal(&a->before, &b->before, a->ops) &&
	       edges_are_equal(&a->after, &b->after, a->ops);
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

/* How often a list has an operation. */
static uint32_t times(const struct program_edges *lists, uint32_t list, uint32_t op)
{
	uint32_t count = 0, i;

	for (i = lists->first[list]; i < lists->first[list + 1]; i++)
		count += lists->to[i] == op;
	return count;
}

static bool list_is_sound(const struct program *program, const struct program_edges *lists,
			  const struct program_edges *others, uint32_t rank, uint32_t list)
{
	uint32_t kind = list % PROGRAM_WAITS, i, to;

	for (i = lists->first[list]; i < lists->first[list + 1]; i++) {
		to = lists->to[i];
		if (to < program->first[rank] || to >= program->first[rank + 1])
			return false;
		if (i > lists->first[list] && to < lists->to[i - 1])
			return false;
		if (times(lists, list, to) !=
		    times(others, PROGRAM_WAITS * to + kind, list / PROGRAM_WAITS))
			return false;
	}
	return lists->first[list] <= lists->first[list + 1];
}

bool program_is_sound(const struct program *program)
{
	const struct program_edges *before = &program->before, *after = &program->after;
	uint32_t lists = PROGRAM_WAITS * program->ops, rank, list;

	if (program->first[0] || program->first[program->ranks] != program->ops ||
	    before->first[0] || after->first[0] || before->first[lists] != after->first[lists])
		return false;
	for (rank = 0; rank < program->ranks; rank++)
		for (list = PROGRAM_WAITS * program->first[rank];
		     list < PROGRAM_WAITS * program->first[rank + 1]; list++)
			if (!list_is_sound(program, before, after, rank, list) ||
			    !list_is_sound(program, after, before, rank, list))
				return false;
	return true;
}
