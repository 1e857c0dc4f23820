// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-sim program: writes programs of ranks as texts, or reads and summarizes them. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out/out.h"
#include "cli/out/unicode.h"
#include "cli/parse.h"
#include "cli/programs/programs.h"
#include "netsim/collective/collective.h"
#include "sim.h"

/* The arguments. */
struct program_arguments {
	struct program_plan plan; /* the program to write */
	const char *algorithm; /* name, or NULL: the program's first */
	const char *path; /* output file, or NULL: standard output */
	bool binary; /* write a schedule */
	const char *check; /* file to check instead, or NULL */
};

/* What holds without any argument. */
static const struct program_arguments program_arguments_default = {
	.plan = {
		.ranks = 2, .bytes = 8, .count = 1, .grid = { 4, 2, 2, 1 },
		.box = { 10, 10, 10, 1 },
		.variables = 1, .cell = 8, .steps = 1,
		.vertices = 50, .degree = 32, .span = 1, .block = 10,
	},
};

/* --- words --- */

static const char *kind_word(unsigned int i)
{
	return program_kinds[i].name;
}

static const struct words kind_words = { .name = kind_word, .count = WORDS_ALL };

static const struct program_algorithm *algorithms;

static const char *algorithm_word(unsigned int i)
{
	return algorithms[i].name;
}

static const struct words algorithm_words = { .name = algorithm_word, .count = WORDS_ALL };

static int take_kind(struct options_state *state, const char *arg, void *input)
{
	struct program_arguments *arguments = input;
	char offer[WORDS_ROOM];
	int i = words_find(&kind_words, arg);

	if (arguments->plan.kind)
		return options_reject(state, "'%s' and '%s': one program at a time",
				      arguments->plan.kind->name, arg);
	if (i < 0)
		return options_reject(state, "no program '%s': %s", arg,
				      words_offer(&kind_words, arg, offer));
	arguments->plan.kind = &program_kinds[i];
	return 0;
}

/* --- options --- */

/* The fourth number may be left out, and is then 1. */
static int parse_dims(const char *arg, void *field)
{
	uint32_t *size = field;

	if (!parse_size(arg, size)) {
		size[PROGRAM_DIMS - 1] = 1;
		return 0;
	}
	return parse_list(arg, "x", size, PROGRAM_DIMS) || !size[0] || !size[1] || !size[2] ||
	       !size[3] ? -EINVAL : 0;
}

#define POSITIVE(member)	OPTION_NUMBER(struct program_arguments, plan.member, 1, UINT32_MAX)

static const struct option_row rows[] = {
	{ "algorithm", 0, "NAME", 0, "how; see below; default: the kind's first",
	  OPTION_TEXT(struct program_arguments, algorithm) },
	{ "ranks", 0, "N", 0, "number of ranks, up to 2^24; default 2", POSITIVE(ranks) },
	{ "bytes", 0, "N", 0, "of a message, a rank's data or a block, as in 8, 4KiB; default 8",
	  OPTION_BYTES(struct program_arguments, plan.bytes, 0, UINT64_MAX) },
	{ "root", 0, "RANK", 0, "that data come from or go to; default 0",
	  OPTION_NUMBER(struct program_arguments, plan.root, 0, UINT32_MAX) },
	{ "count", 0, "N", 0, "how often, one after the other; default 1", POSITIVE(count) },
	{ "grid", 0, "XxYxZ", 0, "of ranks, up to 2^24; default 4x2x2; milc: XxYxZxT",
	  OPTION_CALL(struct program_arguments, plan.grid, parse_dims) },
	{ "box", 0, "XxYxZ", 0, "cells of a rank; default 10x10x10; milc: XxYxZxT",
	  OPTION_CALL(struct program_arguments, plan.box, parse_dims) },
	{ "variables", 0, "N", 0, "of a cell; default 1", POSITIVE(variables) },
	{ "cell", 0, "N", 0, "bytes of a variable; default 8", POSITIVE(cell) },
	{ "steps", 0, "N", 0, "exchanges, each with a computation; default 1", POSITIVE(steps) },
	{ "compute", 0, "TIME", 0, "of a step's computation, 100us; default 0s",
	  OPTION_TIME(struct program_arguments, plan.compute, 0, UINT64_MAX) },
	{ "seed", 0, "N", 0, "a number, seed of all random ones; default 0",
	  OPTION_WIDE(struct program_arguments, plan.seed, 0, UINT64_MAX) },
	{ "vertices", 0, "N", 0, "of either side of em3d, a rank; default 50",
	  POSITIVE(vertices) },
	{ "degree", 0, "N", 0, "edges of a vertex; default 32", POSITIVE(degree) },
	{ "span", 0, "RANKS", 0, "how far away edges end at most; default 1", POSITIVE(span) },
	{ "block", 0, "N", 0, "values of a message of em3d; default 10", POSITIVE(block) },
	{ "periodic", 0, NULL, 0, "the grid of a stencil is a torus",
	  OPTION_FLAG(struct program_arguments, plan.periodic) },
	{ "output", 'o', "FILE", 1, "into this file; default, and -: standard output",
	  OPTION_TEXT(struct program_arguments, path) },
	{ "binary", 0, NULL, 1, "as a schedule of LogGOPSim, its binary format",
	  OPTION_FLAG(struct program_arguments, binary) },
	{ "check", 0, "FILE", 1, "read this program, and print its totals; - is standard input",
	  OPTION_TEXT(struct program_arguments, check) },
	{ 0 }
};

/* The kinds of programs for which an option has a meaning; all for those that are not listed. */
static const struct {
	const char *option;
	unsigned int takers;
} meanings[] = {
	{ "ranks", PROGRAM_TAKES_RANKS },
	{ "bytes", PROGRAM_TAKES_BYTES },
	{ "root", PROGRAM_TAKES_ROOT },
	{ "count", PROGRAM_TAKES_COUNT },
	{ "grid", PROGRAM_TAKES_GRID },
	{ "box", PROGRAM_TAKES_GRID },
	{ "variables", PROGRAM_TAKES_GRID },
	{ "cell", PROGRAM_TAKES_GRID },
	{ "steps", PROGRAM_TAKES_GRID },
	{ "compute", PROGRAM_TAKES_GRID | PROGRAM_TAKES_COMPUTE },
	{ "seed", PROGRAM_TAKES_SEED },
	{ "vertices", PROGRAM_TAKES_GRAPH },
	{ "degree", PROGRAM_TAKES_GRAPH },
	{ "span", PROGRAM_TAKES_GRAPH },
	{ "block", PROGRAM_TAKES_GRAPH },
	{ "periodic", PROGRAM_TAKES_PERIODIC },
};

/* --- conditions --- */

/* Find the algorithm once the program is known, which may follow the option. */
static int find_algorithm(struct program_arguments *arguments, struct options_state *state)
{
	int i = 0;

	algorithms = arguments->plan.kind->algorithms;
	if (arguments->algorithm)
		i = words_find(&algorithm_words, arguments->algorithm);
	if (i < 0)
		return options_reject_word(state, "algorithm", arguments->algorithm,
					   &algorithm_words);
	arguments->plan.algorithm = &algorithms[i];
	return 0;
}

static int check_meanings(const struct program_plan *plan, struct options_state *state)
{
	unsigned int takes = program_plan_takes(plan);

	for (unsigned int i = 0; i < ARRAY_SIZE(meanings); i++) {
		if (options_given(state, meanings[i].option) && !(takes & meanings[i].takers))
			return options_reject(state, "--%s means nothing to %s, %s",
					      meanings[i].option, plan->kind->name,
					      plan->algorithm->name);
	}
	return 0;
}

static int check_plan_arguments(struct program_arguments *arguments, struct options_state *state)
{
	int err = find_algorithm(arguments, state);
	const char *wrong;

	if (!err)
		err = check_meanings(&arguments->plan, state);
	if (err)
		return err;
	wrong = program_plan_check(&arguments->plan);
	if (wrong)
		return options_reject(state, "%s, %s: %s", arguments->plan.kind->name,
				      arguments->plan.algorithm->name, wrong);
	return 0;
}

static int check_program_arguments(struct options_state *state, void *input)
{
	struct program_arguments *arguments = input;
	struct given given;

	options_list_given(state, &given);
	if (arguments->path && !strcmp(arguments->path, "-"))
		arguments->path = NULL;
	if (arguments->check && (arguments->plan.kind || given.count > 1))
		return options_reject(state, "--check goes alone: it writes no program");
	if (!arguments->check && !arguments->plan.kind)
		return options_reject(state, "a program is missing: its name, or --check");
	return arguments->check ? 0 : check_plan_arguments(arguments, state);
}

/* --- help --- */

static void list_programs(FILE *stream)
{
	const struct program_algorithm *algorithm;
	const struct program_kind *kind;

	fputs("Programs, and their algorithms:\n", stream);
	for (kind = program_kinds; kind->name; kind++) {
		fprintf(stream, "  %-20s  %s\n", kind->name, kind->help);
		for (algorithm = kind->algorithms; algorithm->name; algorithm++)
			fprintf(stream, "    %-18s  %s\n", algorithm->name, algorithm->help);
	}
}

static const struct options options = {
	.rows = rows,
	.argument = ARGUMENT_EACH(take_kind, NULL),
	.check = check_program_arguments,
	.epilogue = list_programs,
	.args_doc = "KIND\n--check FILE",
	.doc = "Write what the ranks of a job do, as a text in the format GOAL.\n"
	       "\vReceives and sends of a step begin together, steps one after the other.",
};

/* --- write --- */

/* If a reader such as head(1) has closed the pipe, it wants no more: print no error. */
static int output_failed(const char *where, int err)
{
	return err == -EPIPE ? EXIT_OUTPUT : complain_output(where, err);
}

static int write_out(const struct program_arguments *arguments, FILE *file,
		     const struct program *program)
{
	return arguments->binary ? program_write_schedule(file, program) :
	       program_print(file, program);
}

/* Use a stream of our own, so that an error is reported here and not again at exit. */
static int write_standard(const struct program_arguments *arguments, const struct program *program)
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
		err = outfile_close(&out, write_out(arguments, out.stream, program));
	}
	return err ? output_failed("standard output", err) : 0;
}

static int write_file(const struct program_arguments *arguments, const struct program *program)
{
	struct outfile out;
	int err;

	err = outfile_open(&out, arguments->path);
	if (!err)
		err = outfile_close(&out, write_out(arguments, out.stream, program));
	return err ? output_failed(arguments->path, err) : 0;
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
	code = arguments->path ? write_file(arguments, program) :
	       write_standard(arguments, program);
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

	options_parse(&options, argc, argv, &arguments);
	return arguments.check ? check_program(arguments.check) : write_program(&arguments);
}
