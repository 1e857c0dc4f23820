// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>

#include "cli/cli.h"
#include "cli/infile.h"
#include "goal.h"

int goal_read(const char *path, struct program **program)
{
	FILE *file = infile_text(path);
	struct program_error error;
	int err;

	if (!file)
		return EXIT_INPUT;
	err = program_parse(file, path, &program_limits_default, program, &error);
	infile_close(file);
	if (!err)
		return 0;
	if (err != -EINVAL)
		return infile_failed(path, err);
	complain("%s:%lu: %s%s%s", error.file, error.line, error.reason,
		 *error.word ? ": " : "", error.word);
	return EXIT_INPUT;
}

int goal_check_nics(const char *path, const struct program *program)
{
	for (uint32_t i = 0; i < program->ops; i++) {
		if (!program->op[i].nic)
			continue;
		complain("%s:%u: nic %u: a node has nic 0 alone: leave out nic, or move the rank",
			 path, program->op[i].line, program->op[i].nic);
		return EXIT_USAGE;
	}
	return 0;
}
