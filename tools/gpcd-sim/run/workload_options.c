// SPDX-License-Identifier: GPL-2.0-only
/* The options of a workload. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/parse.h"
#include "meaning.h"
#include "cli/place/place.h"
#include "workload.h"

static const struct argp_option options[] = {
	{ 0, 0, NULL, 0, "Traffic of a pattern:", 3 },
	{ "pattern", KEY_PATTERN, "NAME", 0,
	  "where nodes send to, see below; default uniform", 3 },
	{ "load", KEY_LOAD, "[nic:]PART", 0,
	  "above 0: of what the busiest link or NIC can take, or nic: the busiest NIC; default 0.3",
	  3 },
	{ "op", KEY_OP, "OP", 0, "put (default), get, or raw: packets without an answer", 3 },
	{ "bytes", KEY_BYTES, "N", 0, "of a transfer; raw: phits of a packet; default 64, 32", 3 },
	{ "count", KEY_COUNT, "N", 0, "transfers of a node, then it is silent", 3 },
	{ "zero", KEY_ZERO, NULL, 0, "the data are zeros, which travel compressed", 3 },
	{ "hashed", KEY_HASHED, NULL, 0, "packets keep a lane instead of adapting", 3 },
	{ "hot", KEY_HOT, "NODE", 0, "pattern hot: the node; default 0", 3 },
	{ "share", KEY_SHARE, "PART", 0, "pattern hot: of all transfers; default 0.1", 3 },
	{ 0, 0, NULL, 0, "Traffic of a stencil, one exchange of borders a step:", 4 },
	{ "stencil", KEY_STENCIL, "POINTS", 0, "6, 26 or 27", 4 },
	{ "grid", KEY_GRID, "XxYxZ", 0, "of ranks; default 8x8x16", 4 },
	{ "block", KEY_BLOCK, "XxYxZ", 0,
	  "ranks of a node: no-remap (1x1x16, default), remap (2x2x4), or random: any 16", 4 },
	{ "box", KEY_BOX, "XxYxZ", 0, "cells of a rank; default 10x10x10", 4 },
	{ "cell", KEY_CELL, "N", 0, "bytes of a cell; default 8", 4 },
	{ "steps", KEY_STEPS, "N", 0, "exchanges; default 1", 4 },
	{ "periodic", KEY_PERIODIC, NULL, 0, "the grid is a torus", 4 },
	{ 0, 0, NULL, 0, "Traffic of a list:", 5 },
	{ "messages", KEY_MESSAGES, "FILE", 0,
	  "lines of SRC DST BYTES [put|get|mpi] [at CYCLE] [zero]; - is standard input", 5 },
	{ 0, 0, NULL, 0, "Traffic of jobs, whose ranks wait for each other:", 6 },
	{ "job", KEY_JOB, "FILE[@NODES]", 0,
	  "a program in the format GOAL; its ranks are on nodes 0, 1, ..., or @0,2,4-7, or, a grid of ranks, @remap:8x8x16; for several jobs repeated",
	  6 },
	{ "background", KEY_BACKGROUND, "NAME:[nic:]PART", 0,
	  "a pattern and its load, beside the jobs until they end", 6 },
	{ 0 }
};

const struct workload workload_default = {
	.pattern = {
		.kind = traffic_kinds, .each = { .op = NET_PUT }, .share = 0.1 * 4294967296,
	},
	.load = 0.3,
	.stencil = {
		.grid = { 8, 8, 16 }, .node = { 1, 1, 16 }, .box = { 10, 10, 10 }, .cell = 8,
		.steps = 1,
	},
};

static const char *pattern_word(unsigned int i)
{
	return traffic_kinds[i].name;
}

static const struct words *pattern_words(void)
{
	static struct words words = { .name = pattern_word };

	while (traffic_kinds[words.count].name)
		words.count++;
	return &words;
}

static int parse_pattern_name(const char *name, const struct traffic_kind **kind)
{
	int i = words_find(pattern_words(), name);

	if (i < 0)
		return -EINVAL;
	*kind = &traffic_kinds[i];
	return 0;
}

static const char *op_word(unsigned int i)
{
	static const char *const names[] = {
		[NET_PUT] = "put", [NET_GET] = "get", [NET_RAW] = "raw",
	};

	return names[i];
}

static const struct words op_words = { .name = op_word, .count = NET_RAW + 1 };

static int parse_share(const char *text, uint32_t *share)
{
	double part;
	int err = parse_part(text, &part);

	if (!err)
		*share = part * UINT32_MAX;
	return err;
}

static int parse_load(const char *text, struct workload *workload)
{
	static const char nic[] = "nic:";
	bool of_nic = !strncmp(text, nic, strlen(nic));

	workload->limit = of_nic ? TRAFFIC_NIC : TRAFFIC_BUSIEST;
	return parse_real(of_nic ? text + strlen(nic) : text, &workload->load) ||
	       workload->load <= 0 ? -EINVAL : 0;
}

static int parse_of_pattern(int key, const char *arg, struct workload *workload)
{
	struct traffic_pattern *pattern = &workload->pattern;

	switch (key) {
	case KEY_LOAD:
		return parse_load(arg, workload);
	case KEY_BYTES:
		return parse_number(arg, &pattern->each.bytes) || !pattern->each.bytes ?
		       -EINVAL : 0;
	case KEY_COUNT:
		return parse_number(arg, &pattern->count) || !pattern->count ? -EINVAL : 0;
	case KEY_HASHED:
		pattern->each.hashed = true;
		return 0;
	case KEY_HOT:
		return parse_u32(arg, &pattern->hot);
	case KEY_SHARE:
		return parse_share(arg, &pattern->share);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int parse_of_stencil(int key, const char *arg, struct stencil *stencil)
{
	switch (key) {
	case KEY_STENCIL:
		return parse_u32(arg, &stencil->points) || !stencil->points ? -EINVAL : 0;
	case KEY_GRID:
		return parse_size(arg, stencil->grid);
	case KEY_BLOCK:
		return place_block(arg, stencil);
	case KEY_BOX:
		return parse_size(arg, stencil->box);
	case KEY_CELL:
		return parse_u32(arg, &stencil->cell);
	case KEY_STEPS:
		return parse_u32(arg, &stencil->steps) || !stencil->steps ? -EINVAL : 0;
	case KEY_PERIODIC:
		stencil->periodic = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int parse_job(const char *arg, struct workload *workload)
{
	if (workload->jobs == RANKS_JOBS)
		return -E2BIG;
	workload->job[workload->jobs++] = arg;
	return 0;
}

/* Parse a pattern and its load: uniform:0.3. */
static int parse_background(const char *text, struct workload *workload)
{
	const char *load = strchr(text, ':');
	char name[32];
	int err;

	if (!load || (size_t)(load - text) >= sizeof(name))
		return -EINVAL;
	snprintf(name, sizeof(name), "%.*s", (int)(load - text), text);
	workload->background = true;
	err = parse_pattern_name(name, &workload->pattern.kind);
	return err ? err : parse_load(load + 1, workload);
}

/* Options common to all workloads. */
static int parse_of_all(int key, char *arg, struct workload *workload)
{
	switch (key) {
	case KEY_ZERO:
		workload->pattern.each.zero = true;
		workload->stencil.zero = true;
		return 0;
	case KEY_MESSAGES:
		workload->messages = arg;
		return 0;
	case KEY_JOB:
		return parse_job(arg, workload);
	case KEY_BACKGROUND:
		return parse_background(arg, workload);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Options whose value is one of some words. */
static int parse_of_words(int key, const char *arg, struct workload *workload,
			  const struct argp_state *state)
{
	struct traffic_pattern *pattern = &workload->pattern;

	switch (key) {
	case KEY_PATTERN:
		pattern->kind = &traffic_kinds[cli_word(state, options, key, arg, pattern_words())];
		return 0;
	case KEY_OP:
		pattern->each.op = cli_word(state, options, key, arg, &op_words);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t workload_option(int key, char *arg, struct argp_state *state)
{
	struct workload *workload = state->input;
	int err;

	if (key == ARGP_KEY_END &&
	    !!workload->messages + !!workload->stencil.points + !!workload->jobs > 1)
		argp_error(state, "of --stencil, --messages and --job one is enough");
	err = parse_of_all(key, arg, workload);
	if (err == ARGP_ERR_UNKNOWN)
		err = parse_of_words(key, arg, workload, state);
	if (err == ARGP_ERR_UNKNOWN)
		err = parse_of_pattern(key, arg, workload);
	if (err == ARGP_ERR_UNKNOWN)
		err = parse_of_stencil(key, arg, &workload->stencil);
	if (err == -E2BIG)
		argp_error(state, "--job %s: a run has %u jobs at most", arg, RANKS_JOBS);
	if (err == -EINVAL)
		cli_refuse(state, options, key, arg, NULL);
	if (!err)
		workload->given |= key_bit(key);
	return err;
}

/* List the patterns after all options. */
static char *patterns_help(int key, const char *text, void *input)
{
	const struct traffic_kind *kind;
	char *help = NULL;
	size_t size;
	FILE *stream;

	(void)input;
	if (key != ARGP_KEY_HELP_EXTRA)
		return (char *)text;
	stream = open_memstream(&help, &size);
	if (!stream)
		return NULL;
	fputs("Patterns, by where a node sends:\n", stream);
	for (kind = traffic_kinds; kind->name; kind++)
		fprintf(stream, "  %-12s%s\n", kind->name, kind->help);
	fclose(stream);
	return help;
}

const struct argp workload_argp = {
	.options = options, .parser = workload_option, .help_filter = patterns_help,
};
