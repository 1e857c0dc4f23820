// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli.h"
#include "engine.h"
#include "job.h"
#include "netsim/packet.h"
#include "parse.h"
#include "placement.h"

enum {
	KEY_PATTERN = 0x400, KEY_LOAD, KEY_OP, KEY_BYTES, KEY_COUNT, KEY_ZERO, KEY_HASHED, KEY_HOT,
	KEY_SHARE, KEY_STENCIL, KEY_GRID, KEY_BLOCK, KEY_BOX, KEY_CELL, KEY_STEPS, KEY_PERIODIC,
	KEY_MESSAGES,
};

static const struct argp_option options[] = {
	{ 0, 0, NULL, 0, "Traffic of a pattern:", 3 },
	{ "pattern", KEY_PATTERN, "NAME", 0,
	  "where nodes send to, see below; default uniform", 3 },
	{ "load", KEY_LOAD, "PART", 0,
	  "above 0: of what the busiest link or NIC can take; default 0.3", 3 },
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
	{ 0 }
};

const struct job job_default = {
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

static const struct words op_words = { op_word, NET_RAW + 1 };

static int parse_op(const char *name, uint8_t *op)
{
	int i = words_find(&op_words, name);

	if (i < 0)
		return -EINVAL;
	*op = i;
	return 0;
}

static int parse_share(const char *text, uint32_t *share)
{
	double part;
	int err = parse_part(text, &part);

	if (!err)
		*share = part * UINT32_MAX;
	return err;
}

static int parse_of_pattern(int key, const char *arg, struct job *job)
{
	struct traffic_pattern *pattern = &job->pattern;

	switch (key) {
	case KEY_PATTERN:
		return parse_pattern_name(arg, &pattern->kind);
	case KEY_LOAD:
		return parse_real(arg, &job->load) || job->load <= 0 ? -EINVAL : 0;
	case KEY_OP:
		return parse_op(arg, &pattern->each.op);
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

static int parse_block(const char *text, struct stencil *stencil)
{
	const struct placement *placement = placement_find(text);

	stencil->random = placement && placement->random;
	if (!placement)
		return parse_size(text, stencil->node);
	if (!placement->random && !placement->block[0])
		return -EINVAL;
	if (placement->block[0])
		memcpy(stencil->node, placement->block, sizeof(stencil->node));
	return 0;
}

static int parse_of_stencil(int key, const char *arg, struct stencil *stencil)
{
	switch (key) {
	case KEY_STENCIL:
		return parse_u32(arg, &stencil->points) || !stencil->points ? -EINVAL : 0;
	case KEY_GRID:
		return parse_size(arg, stencil->grid);
	case KEY_BLOCK:
		return parse_block(arg, stencil);
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

/* Options common to all traffics. */
static int parse_of_all(int key, char *arg, struct job *job)
{
	switch (key) {
	case KEY_ZERO:
		job->pattern.each.zero = true;
		job->stencil.zero = true;
		return 0;
	case KEY_MESSAGES:
		job->messages = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void check(const struct job *job, const struct argp_state *state)
{
	if (job->messages && job->stencil.points)
		argp_error(state, "--messages and --stencil are two traffics");
	if (job->of_pattern && (job->messages || job->stencil.points))
		argp_error(state, "options of a pattern go without --stencil and --messages");
	if (job->of_stencil && !job->stencil.points)
		argp_error(state, "options of a stencil go with --stencil");
	if (job->of_hot && !job->pattern.kind->hot)
		argp_error(state, "--hot and --share go with --pattern hot");
	if (job->pattern.each.op == NET_RAW && job->pattern.each.zero)
		argp_error(state, "--zero: raw packets have no data");
	if (job->messages && job->stencil.zero)
		argp_error(state, "--zero: the list says itself which data are zeros");
}

static const struct words *words_of(int key)
{
	switch (key) {
	case KEY_PATTERN:
		return pattern_words();
	case KEY_OP:
		return &op_words;
	default:
		return NULL;
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct job *job = state->input;
	int err;

	if (key == ARGP_KEY_END)
		check(job, state);
	err = parse_of_all(key, arg, job);
	if (err == ARGP_ERR_UNKNOWN) {
		err = parse_of_pattern(key, arg, job);
		job->of_pattern |= !err;
		job->of_hot |= !err && (key == KEY_HOT || key == KEY_SHARE);
	}
	if (err == ARGP_ERR_UNKNOWN) {
		err = parse_of_stencil(key, arg, &job->stencil);
		job->of_stencil |= !err;
	}
	if (err == -EINVAL)
		cli_refuse(state, options, key, arg, words_of(key));
	return err;
}

/* Behind all options: the patterns. */
static char *help_filter(int key, const char *text, void *input)
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

const struct argp job_argp = { .options = options, .parser = parse, .help_filter = help_filter };

bool job_is_endless(const struct job *job)
{
	return !job->messages && !job->stencil.points && !job->pattern.count;
}

static void pattern_complete(const struct job *job, uint64_t until, struct traffic_pattern *pattern)
{
	uint64_t bytes = job->pattern.each.bytes;

	*pattern = job->pattern;
	pattern->until = until;
	if (pattern->each.op == NET_RAW) {
		pattern->each.phits = bytes ? bytes : NET_PACKET;
		pattern->each.bytes = 1;
	} else if (!bytes) {
		pattern->each.bytes = NET_PAYLOAD;
	}
}

static int pattern_failed(const struct traffic_pattern *pattern, int err, const char *why)
{
	complain("pattern %s: %s", pattern->kind->name, why);
	return exit_code(err);
}

static int pattern_traffic(const struct job *job, const struct net_config *config, uint64_t until,
			   struct net_traffic *traffic)
{
	const struct topo *topo = &config->fabric->topo;
	struct traffic_pattern pattern;
	int err;

	pattern_complete(job, until, &pattern);
	pattern.seed = config->seed;
	if (job->pattern.each.op == NET_RAW && job->pattern.each.bytes > NET_PACKET) {
		complain("--bytes %ju: a packet has at most %u phits",
			 (uintmax_t)job->pattern.each.bytes, NET_PACKET);
		return EXIT_USAGE;
	}
	if (pattern.kind->fits && !pattern.kind->fits(topo, &pattern))
		return pattern_failed(&pattern, -EINVAL, pattern.kind->needs);
	err = traffic_gap(config, &pattern, job->load, &pattern.gap);
	if (err == -EINVAL)
		return pattern_failed(&pattern, err, "a transfer has too many packets");
	if (!err)
		err = traffic_pattern(topo, &pattern, traffic);
	if (err == -EINVAL)
		return pattern_failed(&pattern, err, pattern.gap < 1 ? "the load is too large" :
				      "the load is too small");
	return err ? pattern_failed(&pattern, err, engine_why(err)) : 0;
}

static struct stencil job_stencil(const struct job *job, const struct net_config *config)
{
	struct stencil stencil = job->stencil;

	stencil.mpi = mpi_cray;
	stencil.seed = config->seed;
	return stencil;
}

static int stencil_failed(int err)
{
	if (err == -EINVAL)
		complain("the stencil: 6, 26 or 27 points; a block must divide the grid; "
			 "boxes have sides up to 65536, cells 1 to 1048576 bytes, grids 2^28 ranks");
	else if (err == -E2BIG)
		complain("the stencil: more ranks than the machine has nodes for");
	else if (err)
		complain("the stencil: %s", engine_why(err));
	return exit_code(err == -E2BIG ? -EINVAL : err);
}

static int stencil_into_flow(const struct job *job, const struct net_config *config,
			     struct flow *flow)
{
	struct stencil stencil = job_stencil(job, config);
	uint32_t *place = calloc(stencil_ranks(&stencil), sizeof(*place));
	int err;

	if (!place)
		return -ENOMEM;
	err = stencil_place(&stencil, &config->fabric->topo, place);
	if (!err)
		err = stencil_flow(&stencil, place, config, flow);
	free(place);
	return err;
}

static int list_traffic(const struct job *job, const struct net_config *config,
			struct net_traffic *traffic)
{
	bool given = !strcmp(job->messages, "-");
	FILE *file = given ? stdin : fopen(job->messages, "re");
	struct traffic_error error;
	int err;

	if (!file) {
		complain("%s: %s", job->messages, strerror(errno));
		return EXIT_RUNTIME;
	}
	err = traffic_list(file, job->messages, &config->fabric->topo, &mpi_cray, traffic, &error);
	if (!given)
		fclose(file);
	if (err == -EINVAL)
		complain("%s:%lu: %s", error.file, error.line, error.reason);
	else if (err)
		complain("%s: %s", job->messages, strerror(-err));
	return exit_code(err);
}

int job_traffic(const struct job *job, const struct net_config *config, uint64_t until,
		struct net_traffic *traffic)
{
	if (job->messages)
		return list_traffic(job, config, traffic);
	if (job->stencil.points) {
		struct stencil stencil = job_stencil(job, config);

		return stencil_failed(stencil_traffic(&stencil, &config->fabric->topo, traffic));
	}
	return pattern_traffic(job, config, until, traffic);
}

int job_flow(const struct job *job, const struct net_config *config, uint64_t until,
	     struct flow *flow)
{
	struct net_traffic traffic;
	int code, err;

	if (job->stencil.points)
		return stencil_failed(stencil_into_flow(job, config, flow));
	code = job_traffic(job, config, until, &traffic);
	if (code)
		return code;
	err = flow_run(flow, &traffic, until);
	traffic_free(&traffic);
	if (err)
		complain("%s", engine_why(err));
	return exit_code(err);
}

static void pattern_name(const struct job *job, char *text, size_t size)
{
	static const char *const ops[] = {
		[NET_PUT] = "PUTs", [NET_GET] = "GETs", [NET_RAW] = "raw",
	};
	struct traffic_pattern pattern;
	bool raw = job->pattern.each.op == NET_RAW;

	pattern_complete(job, 0, &pattern);
	snprintf(text, size, "%s, %s of %ju %s, load %g", pattern.kind->name,
		 ops[pattern.each.op], (uintmax_t)(raw ? pattern.each.phits : pattern.each.bytes),
		 raw ? "phits" : "B", job->load);
}

void job_name(const struct job *job, char *text, size_t size)
{
	const struct stencil *stencil = &job->stencil;
	char block[48] = "at random";

	if (job->messages) {
		snprintf(text, size, "messages of %s", job->messages);
	} else if (stencil->points) {
		if (!stencil->random)
			snprintf(block, sizeof(block), "%ux%ux%u a node", stencil->node[0],
				 stencil->node[1], stencil->node[2]);
		snprintf(text, size, "%u-point stencil on %ux%ux%u ranks, %s", stencil->points,
			 stencil->grid[0], stencil->grid[1], stencil->grid[2], block);
	} else {
		pattern_name(job, text, size);
	}
}
