// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/parse.h"
#include "request.h"

enum {
	KEY_ALGORITHM = 0x800, KEY_RANKS, KEY_BYTES, KEY_ROOT, KEY_COUNT, KEY_GRID, KEY_BOX,
	KEY_VARIABLES, KEY_CELL, KEY_STEPS, KEY_PERIODIC, KEY_COMPUTE, KEY_SEED, KEY_VERTICES,
	KEY_DEGREE, KEY_SPAN, KEY_BLOCK, KEY_CHECK,
};

static const struct argp_option options[] = {
	{ "algorithm", KEY_ALGORITHM, "NAME", 0, "how; see below; default: the kind's first", 0 },
	{ "ranks", KEY_RANKS, "N", 0, "number of ranks, up to 2^24; default 2", 0 },
	{ "bytes", KEY_BYTES, "N", 0, "of a message, a rank's data or a block; default 8", 0 },
	{ "root", KEY_ROOT, "RANK", 0, "that data come from or go to; default 0", 0 },
	{ "count", KEY_COUNT, "N", 0, "how often, one after the other; default 1", 0 },
	{ "grid", KEY_GRID, "XxYxZ", 0, "of ranks, up to 2^24; default 4x2x2; milc: XxYxZxT", 0 },
	{ "box", KEY_BOX, "XxYxZ", 0, "cells of a rank; default 10x10x10; milc: XxYxZxT", 0 },
	{ "variables", KEY_VARIABLES, "N", 0, "of a cell; default 1", 0 },
	{ "cell", KEY_CELL, "N", 0, "bytes of a variable; default 8", 0 },
	{ "steps", KEY_STEPS, "N", 0, "exchanges, each with a computation; default 1", 0 },
	{ "compute", KEY_COMPUTE, "TIME", 0, "of a step's computation, 100us; default 0s", 0 },
	{ "seed", KEY_SEED, "N", 0, "a number, seed of all random ones; default 0", 0 },
	{ "vertices", KEY_VERTICES, "N", 0, "of either side of em3d, a rank; default 50", 0 },
	{ "degree", KEY_DEGREE, "N", 0, "edges of a vertex; default 32", 0 },
	{ "span", KEY_SPAN, "RANKS", 0, "how far away edges end at most; default 1", 0 },
	{ "block", KEY_BLOCK, "N", 0, "values of a message of em3d; default 10", 0 },
	{ "periodic", KEY_PERIODIC, NULL, 0, "the grid of a stencil is a torus", 0 },
	{ "output", 'o', "FILE", 0, "into this file; default, and -: standard output", 1 },
	{ "check", KEY_CHECK, "FILE", 0,
	  "read this program, and print its totals; - is standard input", 1 },
	{ 0 }
};

/* Return the kinds of programs for which an option has a meaning; 0: all. */
static unsigned int takers_of(int key)
{
	switch (key) {
	case KEY_RANKS:
		return PROGRAM_TAKES_RANKS;
	case KEY_BYTES:
		return PROGRAM_TAKES_BYTES;
	case KEY_ROOT:
		return PROGRAM_TAKES_ROOT;
	case KEY_COUNT:
		return PROGRAM_TAKES_COUNT;
	case KEY_PERIODIC:
		return PROGRAM_TAKES_PERIODIC;
	case KEY_COMPUTE:
		return PROGRAM_TAKES_GRID | PROGRAM_TAKES_COMPUTE;
	case KEY_SEED:
		return PROGRAM_TAKES_SEED;
	case KEY_VERTICES:
	case KEY_DEGREE:
	case KEY_SPAN:
	case KEY_BLOCK:
		return PROGRAM_TAKES_GRAPH;
	case KEY_ALGORITHM:
	case 'o':
	case KEY_CHECK:
		return 0;
	default:
		return PROGRAM_TAKES_GRID;
	}
}

const struct request request_default = {
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

static const struct words *kind_words(void)
{
	static struct words words = { .name = kind_word };

	while (program_kinds[words.count].name)
		words.count++;
	return &words;
}

static const struct program_algorithm *algorithms;

static const char *algorithm_word(unsigned int i)
{
	return algorithms[i].name;
}

static void parse_kind(const char *arg, struct request *request, const struct argp_state *state)
{
	char offer[WORDS_ROOM];
	int i = words_find(kind_words(), arg);

	if (request->plan.kind)
		argp_error(state, "'%s' and '%s': one program at a time", request->plan.kind->name,
			   arg);
	if (i < 0)
		argp_error(state, "no program '%s': %s", arg,
			   words_offer(kind_words(), arg, offer));
	else
		request->plan.kind = &program_kinds[i];
}

/* Find the algorithm once the program is known, which may follow the option. */
static void find_algorithm(struct request *request, const struct argp_state *state)
{
	struct words words = { .name = algorithm_word };
	unsigned int i = 0;

	algorithms = request->plan.kind->algorithms;
	while (algorithms[words.count].name)
		words.count++;
	if (request->algorithm)
		i = cli_word(state, options, KEY_ALGORITHM, request->algorithm, &words);
	request->plan.algorithm = &algorithms[i];
}

/* --- all arguments --- */

static void check_takes(const struct request *request, const struct argp_state *state)
{
	const struct program_plan *plan = &request->plan;
	unsigned int takes = program_plan_takes(plan), i, takers;

	for (i = 0; options[i].name; i++) {
		takers = takers_of(options[i].key);
		if (request->given & 1u << i && takers && !(takes & takers))
			argp_error(state, "--%s means nothing to %s, %s", options[i].name,
				   plan->kind->name, plan->algorithm->name);
	}
}

static void check_request(struct request *request, const struct argp_state *state)
{
	const char *wrong;

	if (request->check) {
		if (request->plan.kind || request->path || request->given)
			argp_error(state, "--check goes alone: it writes no program");
		return;
	}
	if (!request->plan.kind) {
		argp_error(state, "a program is missing: its name, or --check");
		return;
	}
	find_algorithm(request, state);
	check_takes(request, state);
	wrong = program_plan_check(&request->plan);
	if (wrong)
		argp_error(state, "%s, %s: %s", request->plan.kind->name,
			   request->plan.algorithm->name, wrong);
}

/* --- options --- */

static int parse_positive(const char *arg, uint32_t *value)
{
	return parse_between(arg, 1, UINT32_MAX, value);
}

/* The fourth number may be left out, and is then 1. */
static int parse_dims(const char *arg, uint32_t size[PROGRAM_DIMS])
{
	if (!parse_size(arg, size)) {
		size[PROGRAM_DIMS - 1] = 1;
		return 0;
	}
	return parse_list(arg, "x", size, PROGRAM_DIMS) || !size[0] || !size[1] || !size[2] ||
	       !size[3] ? -EINVAL : 0;
}

static int parse_of_grid(int key, const char *arg, struct program_plan *plan)
{
	switch (key) {
	case KEY_GRID:
		return parse_dims(arg, plan->grid);
	case KEY_BOX:
		return parse_dims(arg, plan->box);
	case KEY_VARIABLES:
		return parse_positive(arg, &plan->variables);
	case KEY_CELL:
		return parse_positive(arg, &plan->cell);
	case KEY_STEPS:
		return parse_positive(arg, &plan->steps);
	case KEY_PERIODIC:
		plan->periodic = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int parse_of_graph(int key, const char *arg, struct program_plan *plan)
{
	switch (key) {
	case KEY_VERTICES:
		return parse_positive(arg, &plan->vertices);
	case KEY_DEGREE:
		return parse_positive(arg, &plan->degree);
	case KEY_SPAN:
		return parse_positive(arg, &plan->span);
	case KEY_BLOCK:
		return parse_positive(arg, &plan->block);
	default:
		return parse_of_grid(key, arg, plan);
	}
}

static int parse_of_plan(int key, const char *arg, struct program_plan *plan)
{
	switch (key) {
	case KEY_RANKS:
		return parse_positive(arg, &plan->ranks);
	case KEY_BYTES:
		return parse_number(arg, &plan->bytes);
	case KEY_ROOT:
		return parse_u32(arg, &plan->root);
	case KEY_COUNT:
		return parse_positive(arg, &plan->count);
	case KEY_COMPUTE:
		return parse_time(arg, &plan->compute);
	case KEY_SEED:
		return parse_number(arg, &plan->seed);
	default:
		return parse_of_graph(key, arg, plan);
	}
}

static void note_given(int key, struct request *request)
{
	unsigned int i;

	for (i = 0; options[i].name; i++)
		if (options[i].key == key)
			request->given |= 1u << i;
}

static error_t request_option(int key, char *arg, struct argp_state *state)
{
	struct request *request = state->input;
	int err;

	switch (key) {
	case ARGP_KEY_ARG:
		parse_kind(arg, request, state);
		return 0;
	case ARGP_KEY_END:
		check_request(request, state);
		return 0;
	case 'o':
		request->path = strcmp(arg, "-") ? arg : NULL;
		return 0;
	case KEY_CHECK:
		request->check = arg;
		return 0;
	case KEY_ALGORITHM:
		request->algorithm = arg;
		err = 0;
		break;
	default:
		err = parse_of_plan(key, arg, &request->plan);
	}
	if (!err)
		note_given(key, request);
	if (err == -EINVAL)
		cli_refuse(state, options, key, arg, NULL);
	return err;
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

/* List the programs after all options. */
static char *programs_help(int key, const char *text, void *input)
{
	char *help = NULL;
	size_t size;
	FILE *stream;

	(void)input;
	if (key != ARGP_KEY_HELP_EXTRA)
		return (char *)text;
	stream = open_memstream(&help, &size);
	if (!stream)
		return NULL;
	list_programs(stream);
	fclose(stream);
	return help;
}

const struct argp request_argp = {
	.options = options,
	.parser = request_option,
	.args_doc = "KIND\n--check FILE",
	.doc = "Write what the ranks of a job do, as a text in the format GOAL.\n"
	       "\vReceives and sends of a step begin together, steps one after the other.",
	.help_filter = programs_help,
};
