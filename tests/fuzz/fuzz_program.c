// SPDX-License-Identifier: GPL-2.0-only
/*
 * Texts and schedules of programs (lib/netsim/program): a program read is sound, and equal when
 * printed or written as a schedule, and read again; or the error and its place are reported.
 */
#include "fuzz.h"
#include "netsim/program.h"

/* Few: a text may ask for more ranks than it has bytes. */
static const struct program_limits limits = { .ranks = 4096, .ops = 100, .waits = 100 };

/* Whether a schedule can say all of a program. */
static bool suits_schedule(const struct program *program)
{
	const struct program_op *op = program->op, *end = op + program->ops;

	for (; op < end; op++)
		if (op->kind >= PROGRAM_AMO || op->routing || op->cpu > 255 || op->alltoall)
			return false;
	return true;
}

static void check_program(struct program *program)
{
	struct program *again;

	EXPECT(program_is_sound(program));
	EXPECT(program->ranks <= limits.ranks && program->ops <= limits.ops);
	EXPECT(program_sum(program).waits <= limits.waits);
	again = program_again(program);
	EXPECT(again);
	EXPECT(program_is_equal(program, again));
	program_free(again);
	again = program_by_schedule(program);
	if (suits_schedule(program))
		EXPECT(again && program_is_equal(program, again));
	program_free(again);
	program_free(program);
}

/* A schedule has no lines. */
static void check_error(const struct program_error *error, size_t lines, bool text)
{
	size_t i;

	EXPECT(error->reason && error->line <= lines);
	EXPECT(!text || error->line >= 1);
	EXPECT(memchr(error->word, '\0', sizeof(error->word)));
	for (i = 0; error->word[i]; i++)
		EXPECT(error->word[i] >= ' ' && error->word[i] <= '~');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct program_error error;
	struct program *program;
	size_t lines = 1, i;
	FILE *file;
	int err;

	if (!size)
		return 0;
	for (i = 0; i < size; i++)
		lines += data[i] == '\n';
	file = fmemopen((void *)data, size, "r");
	EXPECT(file);
	err = program_parse(file, "text", &limits, &program, &error);
	fclose(file);
	EXPECT(!err || err == -EINVAL);
	if (err)
		check_error(&error, lines, data[0] != 0x7f);
	else
		check_program(program);
	return 0;
}
