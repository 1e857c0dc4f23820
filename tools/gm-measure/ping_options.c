// SPDX-License-Identifier: GPL-2.0-only
#include <argp.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include "cli/parse.h"
#include "cli/rank_options.h"
#include "cli/util.h"
#include "cli/words.h"
#include "ping.h"
#include "topo/gemini.h"

enum {
	KEY_FROM = 0x200, KEY_TO, KEY_OP, KEY_BYTES, KEY_COUNT, KEY_ZERO, KEY_RANDOM, KEY_PATTERN,
	KEY_TORUS, KEY_HEAD, KEY_JSON,
};

static const struct argp_option arguments[] = {
	{ 0, 0, NULL, 0, "Messages:", 1 },
	{ "from", KEY_FROM, "RANK", 0, "rank that sends, puts or gets; default 0", 1 },
	{ "to", KEY_TO, "RANK", 0, "the other one; default the last", 1 },
	{ "op", KEY_OP, "OP", 0, "mpi: messages (default), put (MPI_Put) or get (MPI_Get)", 1 },
	{ "bytes", KEY_BYTES, "N", 0, "of a message, as in 64, 4KiB, 1MiB; default 64", 1 },
	{ "count", KEY_COUNT, "N", 0, "messages of a rank, 1 or more; default 1", 1 },
	{ "zero", KEY_ZERO, NULL, 0, "send zeros, which a Gemini compresses", 1 },
	{ "random", KEY_RANDOM, NULL, 0, "send random bits (default)", 1 },
	{ 0, 0, NULL, 0, "Messages of all ranks:", 2 },
	{ "pattern", KEY_PATTERN, "NAME", 0,
	  "a pattern of gpcd-sim(1), with ranks as nodes; hot: --to is the hot one",
	  2 },
	{ "torus", KEY_TORUS, "SIZE", 0,
	  "XxYxZ Geminis of two ranks each, over which it is laid; default a ring", 2 },
	{ 0, 0, NULL, 0, "Table:", 3 },
	{ "head", KEY_HEAD, NULL, 0, "print a heading, and the times of the samples", 3 },
	{ "json", KEY_JSON, NULL, 0, "as JSON", 3 },
	{ "output", 'o', "FILE", 0, "write to a file, all or nothing", 3 },
	{ 0 }
};

static const char *op_word(unsigned int i)
{
	static const char *const names[] = {
		[OP_MPI] = "mpi", [OP_PUT] = "put", [OP_GET] = "get",
	};

	return names[i];
}

static const struct words ops = { .name = op_word, .count = OP_GET + 1 };

static int parse_op(const char *name, enum op *op)
{
	int found = words_find(&ops, name);

	*op = found;
	return found < 0 ? -EINVAL : 0;
}

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

static int parse_pattern(const char *name, const struct traffic_kind **kind)
{
	int found = words_find(pattern_words(), name);

	if (found < 0)
		return -EINVAL;
	*kind = &traffic_kinds[found];
	return 0;
}

/* Parse a number that fits into an int, as MPI uses. */
static int parse_int(const char *text, int least, int *value)
{
	uint32_t wide;

	if (parse_u32(text, &wide) || wide > INT_MAX || (int)wide < least)
		return -EINVAL;
	*value = wide;
	return 0;
}

/* Parse the bytes of a message, which MPI counts in an int. */
static int parse_message(const char *text, int *bytes)
{
	uint64_t wide;

	if (parse_bytes(text, &wide) || !wide || wide > INT_MAX)
		return -EINVAL;
	*bytes = wide;
	return 0;
}

static int parse_of_messages(int key, const char *arg, struct ping_options *options)
{
	switch (key) {
	case KEY_FROM:
		return parse_int(arg, 0, &options->from);
	case KEY_TO:
		return parse_int(arg, 0, &options->to);
	case KEY_OP:
		return parse_op(arg, &options->op);
	case KEY_BYTES:
		return parse_message(arg, &options->bytes);
	case KEY_COUNT:
		return parse_int(arg, 1, &options->count);
	case KEY_ZERO:
	case KEY_RANDOM:
		options->zero = key == KEY_ZERO;
		return 0;
	case KEY_PATTERN:
		return parse_pattern(arg, &options->pattern);
	case KEY_TORUS:
		return topo_parse(&options->torus, arg) ? -EINVAL : 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int parse_of_table(int key, const char *arg, struct ping_options *options)
{
	switch (key) {
	case KEY_HEAD:
		options->format = GEMINI_TEXT_HEAD;
		return 0;
	case KEY_JSON:
		options->format = GEMINI_JSON;
		return 0;
	case 'o':
		options->output = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int check_pattern(struct ping_options *options, struct argp_state *state)
{
	unsigned int nodes, ring = (options->ranks + 1) / GEMINI_NICS;

	if (!options->torus.chips)
		options->torus = (struct topo){
			.family = &topo_torus, .dims = 1, .size = { ring }, .chips = ring,
		};
	nodes = topo_nodes(&options->torus);
	if (options->from >= 0)
		argp_failure(state, 0, 0, "--from: in a pattern all ranks send: leave it out");
	else if (nodes != (unsigned int)options->ranks)
		argp_failure(state, 0, 0,
			     "--pattern: two ranks a Gemini would be %u, the job has %d: see mpirun -n, --torus",
			     nodes, options->ranks);
	else
		return 0;
	return -EINVAL;
}

static int check_pair(struct ping_options *options, struct argp_state *state)
{
	if (options->torus.chips) {
		argp_failure(state, 0, 0, "--torus: only a --pattern is laid over it");
		return -EINVAL;
	}
	if (options->from < 0)
		options->from = 0;
	return 0;
}

/* A rank reports a GET to the simulator when it begins, before its data is known. */
static int check_zero(const struct ping_options *options, struct argp_state *state)
{
	if (options->op != OP_GET || !options->zero || !getenv("GM_JOB"))
		return 0;
	argp_failure(state, 0, 0, "--zero: in an emulated job what a GET brings counts as random");
	return -EINVAL;
}

/* Check what depends on several options. */
static int complete_ping(struct ping_options *options, struct argp_state *state)
{
	int last = options->ranks - 1;

	if (check_zero(options, state))
		return -EINVAL;
	if (options->to < 0)
		options->to = last;
	if (options->from > last || options->to > last) {
		argp_failure(state, 0, 0, "rank %d: the job has 0 to %d: see mpirun -n",
			     options->from > last ? options->from : options->to, last);
		return -EINVAL;
	}
	return options->pattern ? check_pattern(options, state) : check_pair(options, state);
}

/* Reject the argument of an option, and list what is allowed. */
static void refuse(const struct argp_state *state, int key, const char *arg)
{
	char text[2 * WORDS_ROOM];
	const struct words *words;

	words = key == KEY_OP ? &ops : key == KEY_PATTERN ? pattern_words() : NULL;
	argp_failure(state, 0, 0, "%s", words_refusal(arguments, key, arg, words, text));
}

static int parse_ping(int key, char *arg, struct argp_state *state)
{
	struct ping_options *options = state->input;
	int err;

	if (key == ARGP_KEY_INIT) {
		state->child_inputs[0] = "gm-measure " GPCD_VERSION;
		return 0;
	}
	if (key == ARGP_KEY_END)
		return complete_ping(options, state);
	err = parse_of_messages(key, arg, options);
	if (err == ARGP_ERR_UNKNOWN)
		err = parse_of_table(key, arg, options);
	if (err < 0)
		refuse(state, key, arg);
	return err;
}

static error_t ping_option(int key, char *arg, struct argp_state *state)
{
	return abs(parse_ping(key, arg, state));
}

static const struct argp_child children[] = { { .argp = &rank_argp }, { 0 } };

static const struct argp argp = {
	.options = arguments,
	.parser = ping_option,
	.children = children,
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
	return rank_options_parse(&argp, argc, argv, silent, options);
}
