// SPDX-License-Identifier: GPL-2.0-only
#include "cli/options.h"
#include "times.h"

static const struct option_row rows[] = {
	{ .help = "What a message costs:", .group = 1 },
	{ "from", 0, "RANK", 1, "who measures; default 0",
	  OPTION_NUMBER(struct times_options, from, 0, UINT32_MAX) },
	{ "to", 0, "RANK", 1, "the other one; default the last",
	  OPTION_NUMBER(struct times_options, to, 0, UINT32_MAX) },
	{ "bytes", 0, "N", 1, "of a short message, as in 8, 4KiB, up to 1GiB; default 8",
	  OPTION_BYTES(struct times_options, bytes, 0, 1 << 30) },
	{ "long", 0, "N", 1,
	  "of a long one, more than --bytes, up to 512MiB; another is twice as long; default 1MiB",
	  OPTION_BYTES(struct times_options, long_bytes, 0, 1 << 29) },
	{ "burst", 0, "N", 1, "messages of a burst, 2 to 1024; default 16",
	  OPTION_NUMBER(struct times_options, burst, 2, 1024) },
	{ "delay", 0, "TIME", 1,
	  "how long to compute before an answer is received; default four ways there and back",
	  OPTION_TIME(struct times_options, delay, 0, UINT64_MAX) },
	{ .help = "A program instead:", .group = 2 },
	{ "program", 0, "FILE", 2, "that all ranks run, in the format GOAL: see `gpcd-sim program'",
	  OPTION_TEXT(struct times_options, program) },
	{ .help = "All:", .group = 3 },
	{ "rounds", 0, "N", 3, "how often, 6 to 1000000; default 1000",
	  OPTION_NUMBER(struct times_options, rounds, 6, TIMES_ROUNDS) },
	{ "csv", 0, NULL, 3, "times of the probes, for `gpcd-sim model fit', or of ranks",
	  OPTION_FLAG(struct times_options, csv) },
	{ 0 }
};

static int check_times(struct options_state *state, void *input)
{
	const struct times_options *options = input;
	uint32_t last = options->ranks - 1;

	if (options->program)
		return 0;
	if (options->from > last || options->to > last)
		return options_reject(state, "rank %u: the job has 0 to %u: see mpirun -n",
				      options->from > last ? options->from : options->to, last);
	if (options->from == options->to)
		return options_reject(state,
				      "a message needs two ranks: see mpirun -n, --from, --to");
	if (options->long_bytes <= options->bytes)
		return options_reject(state, "--long: more than --bytes, which is %ju",
				      (uintmax_t)options->bytes);
	return 0;
}

static const struct options times = {
	.rows = rows,
	.check = check_times,
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
	return options_parse_rank(&times, argc, argv, silent, "gm-measure " GPCD_VERSION, options);
}
