// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include "cli/options.h"
#include "cli/parse.h"
#include "ping.h"
#include "topo/gemini.h"

static const struct words ops = WORDS_OF([OP_MPI] = "mpi", [OP_PUT] = "put", [OP_GET] = "get");

static const char *pattern_word(unsigned int i)
{
	return traffic_kinds[i].name;
}

static const struct words patterns = { .name = pattern_word, .count = WORDS_ALL };

static int parse_pattern(const char *name, void *kind)
{
	int found = words_find(&patterns, name);

	if (found < 0)
		return -EINVAL;
	*(const struct traffic_kind **)kind = &traffic_kinds[found];
	return 0;
}

static int parse_torus(const char *size, void *torus)
{
	return topo_parse(torus, size) ? -EINVAL : 0;
}

/* Parse the bytes of a message, which MPI counts in an int. */
static int parse_message(const char *text, void *bytes)
{
	uint64_t wide;

	if (parse_bytes(text, &wide) || !wide || wide > INT_MAX)
		return -EINVAL;
	*(int *)bytes = wide;
	return 0;
}

static const struct option_row rows[] = {
	{ .help = "Messages:", .group = 1 },
	{ "from", 0, "RANK", 1, "rank that sends, puts or gets; default 0",
	  OPTION_INT(struct ping_options, from, 0, INT_MAX) },
	{ "to", 0, "RANK", 1, "the other one; default the last",
	  OPTION_INT(struct ping_options, to, 0, INT_MAX) },
	{ "op", 0, "OP", 1, "mpi: messages (default), put (MPI_Put) or get (MPI_Get)",
	  OPTION_WORD(struct ping_options, op, &ops) },
	{ "bytes", 0, "N", 1, "of a message, as in 64, 4KiB, 1MiB; default 64",
	  OPTION_CALL(struct ping_options, bytes, parse_message) },
	{ "count", 0, "N", 1, "messages of a rank, 1 or more; default 1",
	  OPTION_INT(struct ping_options, count, 1, INT_MAX) },
	{ "zero", 0, NULL, 1, "send zeros, which a Gemini compresses",
	  OPTION_FLAG(struct ping_options, zero) },
	{ "random", 0, NULL, 1, "send random bits (default)",
	  OPTION_CLEAR(struct ping_options, zero) },
	{ .help = "Messages of all ranks:", .group = 2 },
	{ "pattern", 0, "NAME", 2,
	  "a pattern of gpcd-sim(1), with ranks as nodes; hot: --to is the hot one",
	  OPTION_CALL(struct ping_options, pattern, parse_pattern), .words = &patterns },
	{ "torus", 0, "SIZE", 2,
	  "XxYxZ Geminis of two ranks each, over which it is laid; default a ring",
	  OPTION_CALL(struct ping_options, torus, parse_torus) },
	{ .help = "Table:", .group = 3 },
	{ "head", 0, NULL, 3, "print a heading, and the times of the samples",
	  OPTION_SET(struct ping_options, format, GEMINI_TEXT_HEAD) },
	{ "json", 0, NULL, 3, "as JSON", OPTION_SET(struct ping_options, format, GEMINI_JSON) },
	{ "output", 'o', "FILE", 3, "write to a file, all or nothing",
	  OPTION_TEXT(struct ping_options, output) },
	{ 0 }
};

static int check_pattern(struct ping_options *options, struct options_state *state)
{
	unsigned int nodes, ring = (options->ranks + 1) / GEMINI_NICS;

	if (!options->torus.chips)
		options->torus = (struct topo){
			.family = &topo_torus, .dims = 1, .size = { ring }, .chips = ring,
		};
	nodes = topo_nodes(&options->torus);
	if (options->from >= 0)
		return options_reject(state, "--from: in a pattern all ranks send: leave it out");
	if (nodes != (unsigned int)options->ranks)
		return options_reject(state,
				      "--pattern: two ranks a Gemini would be %u, the job has %d: see mpirun -n, --torus",
				      nodes, options->ranks);
	return 0;
}

static int check_pair(struct ping_options *options, struct options_state *state)
{
	if (options->torus.chips)
		return options_reject(state, "--torus: only a --pattern is laid over it");
	if (options->from < 0)
		options->from = 0;
	return 0;
}

static int check_ping(struct options_state *state, void *input)
{
	struct ping_options *options = input;
	int last = options->ranks - 1;

	/* A rank reports a GET to the simulator when it begins, before its data is known. */
	if (options->op == OP_GET && options->zero && getenv("GM_JOB"))
		return options_reject(state,
				      "--zero: in an emulated job what a GET brings counts as random");
	if (options->to < 0)
		options->to = last;
	if (options->from > last || options->to > last)
		return options_reject(state, "rank %d: the job has 0 to %d: see mpirun -n",
				      options->from > last ? options->from : options->to, last);
	return options->pattern ? check_pattern(options, state) : check_pair(options, state);
}

static const struct options ping = {
	.rows = rows,
	.check = check_ping,
	.doc = "Send known messages from rank to rank, and print what the chips counted.\n"
	       "\vExit codes: 0 good, 2 wrong arguments, 3 the counters could not be read or printed.",
};

int ping_options_parse(struct ping_options *options, int argc, char **argv, int ranks,
		       bool silent)
{
	*options = (struct ping_options){
		.ranks = ranks, .from = -1, .to = -1, .bytes = 64, .count = 1,
		.format = GEMINI_TEXT,
	};
	return options_parse_rank(&ping, argc, argv, silent, "gm-measure " GPCD_VERSION, options);
}
