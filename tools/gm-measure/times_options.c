// SPDX-License-Identifier: GPL-2.0-only
#include <argp.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/parse.h"
#include "cli/rank_options.h"
#include "cli/words.h"
#include "times.h"

enum {
	KEY_FROM = 0x200, KEY_TO, KEY_BYTES, KEY_LONG, KEY_BURST, KEY_DELAY, KEY_ROUNDS,
	KEY_PROGRAM, KEY_CSV,
};

static const struct argp_option arguments[] = {
	{ 0, 0, NULL, 0, "What a message costs:", 1 },
	{ "from", KEY_FROM, "RANK", 0, "who measures; default 0", 1 },
	{ "to", KEY_TO, "RANK", 0, "the other one; default the last", 1 },
	{ "bytes", KEY_BYTES, "N", 0,
	  "of a short message, as in 8, 4KiB, up to 1GiB; default 8", 1 },
	{ "long", KEY_LONG, "N", 0,
	  "of a long one, more than --bytes, up to 512MiB; another is twice as long; default 1MiB",
	  1 },
	{ "burst", KEY_BURST, "N", 0, "messages of a burst, 2 to 1024; default 16", 1 },
	{ "delay", KEY_DELAY, "TIME", 0,
	  "how long to compute before an answer is received; default four ways there and back", 1 },
	{ 0, 0, NULL, 0, "A program instead:", 2 },
	{ "program", KEY_PROGRAM, "FILE", 0,
	  "that all ranks run, in the format GOAL: see `gpcd-sim program'", 2 },
	{ 0, 0, NULL, 0, "All:", 3 },
	{ "rounds", KEY_ROUNDS, "N", 0, "how often, 6 to 1000000; default 1000", 3 },
	{ "csv", KEY_CSV, NULL, 0,
	  "times of the probes, for `gpcd-sim model fit', or of ranks", 3 },
	{ 0 }
};

/* Parse the bytes of a message, up to @most: MPI counts them in an int. */
static int parse_bytes_to(const char *text, uint64_t most, uint64_t *bytes)
{
	return parse_bytes(text, bytes) || *bytes > most ? -EINVAL : 0;
}

static int parse_probe(int key, const char *arg, struct times_options *options)
{
	switch (key) {
	case KEY_FROM:
		return parse_u32(arg, &options->from);
	case KEY_TO:
		return parse_u32(arg, &options->to);
	case KEY_BYTES:
		return parse_bytes_to(arg, 1 << 30, &options->bytes);
	case KEY_LONG:
		return parse_bytes_to(arg, 1 << 29, &options->long_bytes);
	case KEY_BURST:
		return parse_between(arg, 2, 1024, &options->burst);
	case KEY_DELAY:
		return parse_time(arg, &options->delay);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int parse_all(int key, const char *arg, struct times_options *options)
{
	switch (key) {
	case KEY_PROGRAM:
		options->program = arg;
		return 0;
	case KEY_ROUNDS:
		return parse_between(arg, 6, TIMES_ROUNDS, &options->rounds);
	case KEY_CSV:
		options->csv = true;
		return 0;
	default:
		return parse_probe(key, arg, options);
	}
}

/* Check what depends on several options. */
static int complete_times(const struct times_options *options, struct argp_state *state)
{
	uint32_t last = options->ranks - 1;

	if (options->program)
		return 0;
	if (options->from > last || options->to > last)
		argp_failure(state, 0, 0, "rank %u: the job has 0 to %u: see mpirun -n",
			     options->from > last ? options->from : options->to, last);
	else if (options->from == options->to)
		argp_failure(state, 0, 0,
			     "a message needs two ranks: see mpirun -n, --from, --to");
	else if (options->long_bytes <= options->bytes)
		argp_failure(state, 0, 0, "--long: more than --bytes, which is %llu",
			     (unsigned long long)options->bytes);
	else
		return 0;
	return -EINVAL;
}

static int parse_times(int key, char *arg, struct argp_state *state)
{
	struct times_options *options = state->input;
	char text[2 * WORDS_ROOM];
	int err;

	if (key == ARGP_KEY_INIT) {
		state->child_inputs[0] = "gm-measure " GPCD_VERSION;
		return 0;
	}
	if (key == ARGP_KEY_END)
		return complete_times(options, state);
	err = parse_all(key, arg, options);
	if (err < 0)
		argp_failure(state, 0, 0, "%s",
			     words_refusal(arguments, key, arg, NULL, text));
	return err;
}

static error_t measure_option(int key, char *arg, struct argp_state *state)
{
	return abs(parse_times(key, arg, state));
}

static const struct argp_child children[] = { { .argp = &rank_argp }, { 0 } };

static const struct argp argp = {
	.options = arguments,
	.parser = measure_option,
	.children = children,
	.doc = "Measure what a message costs, o_s, o_r, L, g and G of the LogP models, by\n"
	       "messages between two ranks; or the times of ranks that run a program.\n"
	       "\n"
	       "`gm-measure ping' sends known messages, and prints what the chips counted:\n"
	       "see `gm-measure ping --help'.\n"
	       "\vExit codes: 0 good, 1 failed, 2 wrong arguments.",
};

int times_options_parse(struct times_options *options, int argc, char **argv, int ranks,
			bool silent)
{
	*options = (struct times_options){
		.ranks = ranks, .to = ranks - 1, .rounds = 1000, .bytes = 8,
		.long_bytes = 1 << 20, .burst = 16,
	};
	return rank_options_parse(&argp, argc, argv, silent, options);
}
