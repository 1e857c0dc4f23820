// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "netsim/routing.h"
#include "program.h"

const struct program_limits program_limits_default = {
	.ranks = 1u << 24, .ops = 1u << 26, .waits = 1u << 27,
};

const char *const program_op_words[PROGRAM_OP_KINDS] = {
	[PROGRAM_SEND] = "send", [PROGRAM_RECV] = "recv", [PROGRAM_CALC] = "calc",
	[PROGRAM_AMO] = "amo", [PROGRAM_PUT] = "put", [PROGRAM_GET] = "get",
};

void program_free(struct program *program)
{
	if (!program)
		return;
	program_edges_free(&program->after);
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
	struct program_sum sum = { .waits = program->after.first[program->ops] };
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

void program_waits(const struct program *program, uint32_t rank, uint32_t *waits)
{
	uint32_t first = program->first[rank], end = program->first[rank + 1], i;
	const struct program_edges *after = &program->after;

	for (i = 0; i < end - first; i++)
		waits[i] = 0;
	for (i = after->first[first]; i < after->first[end]; i++)
		waits[program_edge_op(after->to[i]) - first]++;
}

/* --- several programs as one --- */

/* Several programs as one: their ranks, one program after the other. */

/* Allocate empty lists for all programs together. */
static int edges_alloc(struct program_edges *edges, size_t ops, uint64_t waits)
{
	edges->first = calloc(ops + 1, sizeof(*edges->first));
	edges->to = calloc(waits + 1, sizeof(*edges->to));
	return edges->first && edges->to ? 0 : -ENOMEM;
}

/* Add the lists of a program whose operations have the numbers from op on. */
static void edges_add(struct program_edges *all, const struct program_edges *edges, uint32_t op,
		      uint32_t ops)
{
	uint32_t *first = &all->first[op], waits = *first, i;

	for (i = 0; i <= ops; i++)
		first[i] = waits + edges->first[i];
	for (i = 0; i < edges->first[ops]; i++)
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
		waits += programs[i]->after.first[programs[i]->ops];
	}
	if (ranks > limits->ranks || ops > limits->ops || waits > limits->waits)
		return -E2BIG;
	all = calloc(1, sizeof(*all));
	if (!all)
		return -ENOMEM;
	all->first = calloc(ranks + 1, sizeof(*all->first));
	all->op = calloc(ops + 1, sizeof(*all->op));
	if (!all->first || !all->op || edges_alloc(&all->after, ops, waits)) {
		program_free(all);
		return -ENOMEM;
	}
	for (i = 0; i < count; i++)
		program_add(all, programs[i]);
	*result = all;
	return 0;
}

/* --- the text in the format GOAL --- */

/* A rank that is being printed; labels count its operations from 1 on. */
struct page {
	FILE *file;
	const struct program *program;
	struct program_edges before;	/* which operations each one waits for */
	uint32_t first;
};

static void print_any(FILE *file, const char *word, uint32_t number)
{
	if (number == PROGRAM_ANY)
		fprintf(file, " %s -1", word);
	else
		fprintf(file, " %s %" PRIu32, word, number);
}

/* In the order that txt2bin expects; 0 is the default. */
static void print_op(const struct page *page, uint32_t number)
{
	const struct program_op *op = &page->program->op[number];
	bool from = op->kind == PROGRAM_RECV || op->kind == PROGRAM_GET;
	FILE *file = page->file;

	fprintf(file, "l%" PRIu32 ": %s %" PRIu64, number - page->first + 1,
		program_op_words[op->kind], op->size);
	if (op->kind != PROGRAM_CALC) {
		fputc('b', file);
		print_any(file, from ? "from" : "to", op->peer);
	}
	if (op->tag)
		print_any(file, "tag", op->tag);
	if (op->cpu)
		fprintf(file, " cpu %u", op->cpu);
	if (op->nic)
		fprintf(file, " nic %u", op->nic);
	if (op->routing)
		fprintf(file, " routing %s", net_routing_name(op->routing - 1));
	if (op->alltoall)
		fputs(" call alltoall", file);
	fputc('\n', file);
}

static void print_wait(const struct page *page, uint32_t op, enum program_wait kind, uint32_t on)
{
	static const char *const words[] = { "requires", "irequires" };

	fprintf(page->file, "l%" PRIu32 " %s l%" PRIu32 "\n", op - page->first + 1, words[kind],
		on - page->first + 1);
}

/*
 * Print the dependences of which this is the later operation, so that both labels are defined
 * above.
 */
static void print_waits(const struct page *page, uint32_t op)
{
	const struct program_edges *after = &page->program->after, *before = &page->before;
	enum program_wait kind;
	uint32_t i, other;

	for (kind = 0; kind < PROGRAM_WAITS; kind++) {
		for (i = before->first[op]; i < before->first[op + 1]; i++) {
			other = program_edge_op(before->to[i]);
			if (other < op && program_edge_wait(before->to[i]) == kind)
				print_wait(page, op, kind, other);
		}
		for (i = after->first[op]; i < after->first[op + 1]; i++) {
			other = program_edge_op(after->to[i]);
			if (other < op && program_edge_wait(after->to[i]) == kind)
				print_wait(page, other, kind, op);
		}
	}
}

static void print_all_ranks(struct page *page)
{
	const struct program *program = page->program;
	uint32_t rank, op;

	for (rank = 0; rank < program->ranks && !ferror(page->file); rank++) {
		page->first = program->first[rank];
		fprintf(page->file, "\nrank %" PRIu32 " {\n", rank);
		for (op = page->first; op < program->first[rank + 1]; op++) {
			print_op(page, op);
			print_waits(page, op);
		}
		fputs("}\n", page->file);
	}
}

/*
 * txt2bin accepts no blank before a statement, and reads on until it has had the block of the last
 * rank: so ranks that do nothing have one, too.
 */
int program_print(FILE *file, const struct program *program)
{
	struct page page = { .file = file, .program = program };
	int err = program_edges_turn(&program->after, program->ops, &page.before);

	errno = 0;
	if (!err) {
		fprintf(file, "num_ranks %" PRIu32 "\n", program->ranks);
		print_all_ranks(&page);
	}
	if (ferror(file))
		err = -(errno ? errno : EIO);
	program_edges_free(&page.before);
	return err;
}
