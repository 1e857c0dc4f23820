// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <inttypes.h>

#include "netsim/routing.h"
#include "program.h"

/* A rank that is being printed; labels count its operations from 1 on. */
struct page {
	FILE *file;
	const struct program *program;
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

static void print_wait(const struct page *page, uint32_t op, uint32_t kind, uint32_t on)
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
	const struct program_edges *before = &page->program->before;
	const struct program_edges *after = &page->program->after;
	uint32_t kind, list, i;

	for (kind = 0; kind < PROGRAM_WAITS; kind++) {
		list = PROGRAM_WAITS * op + kind;
		for (i = before->first[list]; i < before->first[list + 1]; i++)
			if (before->to[i] < op)
				print_wait(page, op, kind, before->to[i]);
		for (i = after->first[list]; i < after->first[list + 1]; i++)
			if (after->to[i] < op)
				print_wait(page, after->to[i], kind, op);
	}
}

/*
 * txt2bin accepts no blank before a statement, and reads on until it has had the block of the last
 * rank: so ranks that do nothing have one, too.
 */
int program_print(FILE *file, const struct program *program)
{
	struct page page = { .file = file, .program = program };
	uint32_t rank, op;

	errno = 0;
	fprintf(file, "num_ranks %" PRIu32 "\n", program->ranks);
	for (rank = 0; rank < program->ranks && !ferror(file); rank++) {
		page.first = program->first[rank];
		fprintf(file, "\nrank %" PRIu32 " {\n", rank);
		for (op = page.first; op < program->first[rank + 1]; op++) {
			print_op(&page, op);
			print_waits(&page, op);
		}
		fputs("}\n", file);
	}
	return ferror(file) ? -(errno ? errno : EIO) : 0;
}
