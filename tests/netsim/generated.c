// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "generated.h"
#include "suite.h"

/* A message on its way, and what its sender knew. */
struct letter {
	uint64_t bytes;
	uint64_t known;
	struct letter *next;
};

/* A running program: messages by sender and receiver, operations by number. */
struct world {
	const struct program *program;
	struct program_edges before;	/* which operations each one waits for */
	struct letter *first[RANKS_MOST][RANKS_MOST];
	struct letter *last[RANKS_MOST][RANKS_MOST];
	uint64_t *known;
	bool *done;
	uint64_t *knows;
};

static void letter_send(struct world *world, uint32_t from, uint32_t to, uint64_t bytes,
			uint64_t known)
{
	struct letter *letter = malloc(sizeof(*letter));

	*letter = (struct letter){ bytes, known, NULL };
	if (world->first[from][to])
		world->last[from][to]->next = letter;
	else
		world->first[from][to] = letter;
	world->last[from][to] = letter;
}

/* Return what the sender of a letter knew; the letter must exist. */
static uint64_t letter_take(struct world *world, uint32_t from, uint32_t to, uint64_t bytes)
{
	struct letter *letter = world->first[from][to];
	uint64_t known = letter->known;

	ck_assert_uint_eq(letter->bytes, bytes);
	world->first[from][to] = letter->next;
	free(letter);
	return known;
}

static bool is_ready(const struct world *world, uint32_t rank, uint32_t number)
{
	const struct program_edges *before = &world->before;
	const struct program_op *op = &world->program->op[number];
	uint32_t i;

	for (i = before->first[number]; i < before->first[number + 1]; i++)
		if (!world->done[program_edge_op(before->to[i])])
			return false;
	return op->kind != PROGRAM_RECV || world->first[op->peer][rank];
}

static void run_op(struct world *world, uint32_t rank, uint32_t number)
{
	const struct program_edges *before = &world->before;
	const struct program_op *op = &world->program->op[number];
	uint64_t known = 1ull << rank;
	uint32_t i;

	for (i = before->first[number]; i < before->first[number + 1]; i++)
		known |= world->known[program_edge_op(before->to[i])];
	if (op->kind == PROGRAM_SEND)
		letter_send(world, rank, op->peer, op->size, known);
	else if (op->kind == PROGRAM_RECV)
		known |= letter_take(world, op->peer, rank, op->size);
	world->known[number] = known;
	world->knows[rank] |= known;
	world->done[number] = true;
}

static uint32_t run_ready(struct world *world)
{
	const struct program *program = world->program;
	uint32_t rank, op, count = 0;

	for (rank = 0; rank < program->ranks; rank++) {
		for (op = program->first[rank]; op < program->first[rank + 1]; op++) {
			if (world->done[op] || !is_ready(world, rank, op))
				continue;
			run_op(world, rank, op);
			count++;
		}
	}
	return count;
}

void program_spread(const struct program *program, uint64_t *knows)
{
	struct world world = { .program = program, .knows = knows };
	uint32_t done = 0, now, from, to;

	ck_assert_uint_le(program->ranks, RANKS_MOST);
	for (from = 0; from < program->ranks; from++)
		knows[from] = 1ull << from;
	ck_assert_int_eq(program_edges_turn(&program->after, program->ops, &world.before), 0);
	world.known = calloc(program->ops + 1, sizeof(*world.known));
	world.done = calloc(program->ops + 1, sizeof(*world.done));
	do {
		now = run_ready(&world);
		done += now;
	} while (now);
	ck_assert_uint_eq(done, program->ops);
	for (from = 0; from < program->ranks; from++)
		for (to = 0; to < program->ranks; to++)
			ck_assert_ptr_null(world.first[from][to]);
	program_edges_free(&world.before);
	free(world.known);
	free(world.done);
}

const struct program_kind *kind_named(const char *name)
{
	const struct program_kind *kind = program_kinds;

	while (strcmp(kind->name, name))
		kind++;
	return kind;
}

struct program_plan plan_of(const struct program_kind *kind,
			    const struct program_algorithm *algorithm, uint32_t ranks)
{
	return (struct program_plan){
		.kind = kind, .algorithm = algorithm, .ranks = ranks, .bytes = 1000, .count = 1,
		.grid = { ranks, 1, 1, 1 }, .box = { 10, 20, 30, 1 }, .variables = 5, .cell = 8,
		.steps = 1, .seed = 1, .vertices = 5, .degree = 4, .span = 1, .block = 3,
	};
}

struct program_plan plan_named(const char *name, const char *algorithm, uint32_t ranks)
{
	const struct program_kind *kind = kind_named(name);
	const struct program_algorithm *found = kind->algorithms;

	while (algorithm && strcmp(found->name, algorithm))
		found++;
	return plan_of(kind, found, ranks);
}

struct program *program_of(const struct program_plan *plan)
{
	struct program *program;

	ck_assert_int_eq(program_generate(plan, &program_limits_default, &program), 0);
	return program;
}
