// SPDX-License-Identifier: GPL-2.0-only
/*
 * Texts of programs (lib/netsim/program): a program read is sound, and equal when printed and read
 * again; or the error and its place are reported.
 */
#include "fuzz.h"
#include "netsim/program.h"

/* Few: a text may ask for more ranks than it has bytes. */
static const struct program_limits limits = { .ranks = 4096, .ops = 100, .waits = 100 };

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
	program_free(program);
}

static void check_error(const struct program_error *error, size_t lines)
{
	size_t i;

	EXPECT(error->reason && error->line >= 1 && error->line <= lines);
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
		check_error(&error, lines);
	else
		check_program(program);
	return 0;
}
