// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-sim program: writes programs of ranks as texts, or reads and summarizes them. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/out/out.h"
#include "cli/out/unicode.h"
#include "cli/program/goal.h"
#include "arguments.h"
#include "sim.h"

/* --- write --- */

/* If a reader such as head(1) has closed the pipe, it wants no more: print no error. */
static int output_failed(const char *where, int err)
{
	return err == -EPIPE ? EXIT_OUTPUT : complain_output(where, err);
}

/* Use a stream of our own, so that an error is reported here and not again at exit. */
static int write_standard(const struct program *program)
{
	struct outfile out = { 0 };
	int fd, err;

	/* If standard output was closed, its stand-in is open for reading only. */
	if ((fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) == O_RDONLY)
		return output_failed("standard output", -EBADF);
	fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
	if (fd >= 0)
		out.stream = fdopen(fd, "w");
	if (!out.stream) {
		err = -errno;
		if (fd >= 0)
			close(fd);
	} else {
		err = outfile_close(&out, program_print(out.stream, program));
	}
	return err ? output_failed("standard output", err) : 0;
}

static int write_file(const struct program *program, const char *path)
{
	struct outfile out;
	int err;

	err = outfile_open(&out, path);
	if (!err)
		err = outfile_close(&out, program_print(out.stream, program));
	return err ? output_failed(path, err) : 0;
}

static int write_program(const struct program_arguments *arguments)
{
	const struct program_limits *limits = &program_limits_default;
	struct program *program;
	int code, err;

	err = program_generate(&arguments->plan, limits, &program);
	if (err == -E2BIG) {
		complain("%s, %s: more than %u operations", arguments->plan.kind->name,
			 arguments->plan.algorithm->name, limits->ops);
		return EXIT_USAGE;
	}
	if (err)
		return complain_error(arguments->plan.kind->name, err);
	code = arguments->path ? write_file(program, arguments->path) : write_standard(program);
	program_free(program);
	return code;
}

/* --- check --- */

static void print_sum(const char *name, const struct program *program)
{
	struct program_sum sum = program_sum(program);

	unicode_print(stdout, name);
	printf(": %" PRIu32 " ranks, %" PRIu32 " sends of %" PRIu64 " bytes, %" PRIu32
	       " receives, %" PRIu32 " calcs of %" PRIu64 " ns, ",
	       program->ranks, sum.ops[PROGRAM_SEND], sum.bytes, sum.ops[PROGRAM_RECV],
	       sum.ops[PROGRAM_CALC], sum.ns);
	if (sum.ops[PROGRAM_AMO])
		printf("%" PRIu32 " amos, ", sum.ops[PROGRAM_AMO]);
	if (sum.ops[PROGRAM_PUT])
		printf("%" PRIu32 " puts, ", sum.ops[PROGRAM_PUT]);
	if (sum.ops[PROGRAM_GET])
		printf("%" PRIu32 " gets, ", sum.ops[PROGRAM_GET]);
	printf("%" PRIu32 " dependences\n", sum.waits);
}

static int check_program(const char *name)
{
	struct program *program;
	int code = goal_read(name, &program);

	if (code)
		return code;
	print_sum(name, program);
	program_free(program);
	return 0;
}

int cmd_program(int argc, char **argv)
{
	struct program_arguments arguments = program_arguments_default;

	options_parse(&program_options, argc, argv, &arguments);
	return arguments.check ? check_program(arguments.check) : write_program(&arguments);
}
