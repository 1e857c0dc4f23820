// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-study xmp64: the command line. */
#include <errno.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/draw/draw.h"
#include "cli/parse.h"
#include "cli/pick.h"
#include "findings.h"
#include "runner/run.h"
#include "studies.h"

/* Limits of options, in ns and parts per million. */
#define OFFSET_MOST	100000000000ull
#define DRIFT_MOST	1000
#define JITTER_MOST	1000
#define RUNS_MOST	1000000
#define BYTES_MOST	65536

#define FS_PER_NS	1000000
#define PARTS		1000	/* parts of 10^9 per part of 10^6 */

/* The command line. */
struct arguments {
	const char *machine; /* a file, or a name */
	const char *measured; /* folder of MPI programs' times, or NULL */
	const char *svg; /* file for Figs. 4 to 9, or NULL */
	struct findings_request ask;
	struct pick pick;
};

static int parse_drift(const char *text, void *parts)
{
	double ppm;

	if (parse_real(text, &ppm) || ppm > DRIFT_MOST)
		return -EINVAL;
	*(int64_t *)parts = ppm * PARTS + 0.5;
	return 0;
}

static const struct option_row rows[] = {
	{ "machine", 0, "FILE", 0,
	  "the machine: a file, or the name of an installed one; default xmp64",
	  OPTION_ONCE(struct arguments, machine) },
	{ "permutations", 0, "N", 0, "random permutations, 1 to 1000000; default 10000",
	  OPTION_NUMBER(struct arguments, ask.permutations, 1, RUNS_MOST) },
	{ "bytes", 0, "N", 0, "size of a message of Figs. 5 to 9, up to 64KiB; default 32",
	  OPTION_BYTES(struct arguments, ask.bytes, 0, BYTES_MOST) },
	{ "runs", 0, "N", 0, "how often clocks are synchronised, 1 to 1000000; default 1000",
	  OPTION_NUMBER(struct arguments, ask.runs, 1, RUNS_MOST) },
	{ "offset", 0, "TIME", 0, "largest offset of a clock at first, up to 100s; default 1s",
	  OPTION_TIME(struct arguments, ask.clocks.offset, 0, OFFSET_MOST), .times = FS_PER_NS },
	{ "drift", 0, "PPM", 0, "largest drift of a clock, up to 1000; default 20",
	  OPTION_CALL(struct arguments, ask.clocks.drift, parse_drift) },
	{ "jitter", 0, "TIME", 0, "largest error of a reading, up to 1us; default 5ns",
	  OPTION_TIME(struct arguments, ask.clocks.jitter, 0, JITTER_MOST), .times = FS_PER_NS },
	{ "code", 0, "NS", 0,
	  "code between two messages of the barrier, 0 to 46; default 10, an instruction",
	  OPTION_NUMBER(struct arguments, ask.code, 0, WORLD_CODE_MOST / WORLD_NS) },
	{ "seed", 0, "N", 0, "seed of clocks and random permutations; default 1",
	  OPTION_WIDE(struct arguments, ask.seed, 0, UINT64_MAX) },
	{ "measured", 0, "FOLDER", 0,
	  "what gm-measure --program --csv printed for the same schedules, as barrier.csv",
	  OPTION_ONCE(struct arguments, measured) },
	{ "svg", 0, "FILE", 1, "draw Figs. 4 to 9 into this file",
	  OPTION_ONCE(struct arguments, svg) },
	{ 0 }
};

static int reject_argument(struct options_state *state, const char *arg, void *input)
{
	(void)input;
	return options_reject(state, "'%s': there are options alone", arg);
}

static const struct options_part parts[] = {
	OPTIONS_PART(struct arguments, pick, &pick_options), { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_EACH(reject_argument, NULL),
	.doc = "Simulate what Hanlon measured on the XMP-64 (2010): its table and figures,\n"
	       "beside what the paper prints.\n"
	       "\vTables: verdicts, chosen, table1, barrier, clocks, schedules, permutations,\n"
	       "hops, fig4 to fig9, code, short, pairs.\n"
	       "What the paper does not print is chosen, and not fitted to its results.",
};

static int find_then_print(struct run *run, struct arguments *arguments, struct findings *findings)
{
	int code = world_read(&findings->world, arguments->machine);

	if (code)
		return code;
	schedules_name(findings->schedule);
	if (arguments->measured)
		code = schedules_read(arguments->measured, findings->schedule);
	if (code)
		return code;
	findings->request = arguments->ask;
	findings->request.clocks.seed = arguments->ask.seed;
	run_choose(run, &arguments->pick, NULL);
	if (arguments->svg)
		run_want_panels(run);
	code = run_simulate(run, findings_sources, findings);
	if (!code && arguments->svg)
		code = run_draw_svg(run, "permutations", arguments->svg);
	return code ? code : run_print(run, &arguments->pick);
}

static int ask_xmp64(struct run *run, int argc, char **argv)
{
	struct arguments arguments = {
		.machine = "xmp64",
		.ask = {
			.clocks = {
				.offset = 1000000000ull * FS_PER_NS, .drift = 20 * PARTS,
				.jitter = 5 * FS_PER_NS,
			},
			.runs = 1000, .code = 10, .permutations = 10000, .bytes = 32, .seed = 1,
		},
		.pick = { .tables = run_words(run) },
	};
	struct findings *findings;
	int code;

	options_parse(&options, argc, argv, &arguments);
	code = pick_check(&arguments.pick);
	if (!code && arguments.svg)
		code = svg_check(arguments.svg);
	if (code)
		return code;
	findings = calloc(1, sizeof(*findings));
	if (!findings)
		return complain_error("tables", -ENOMEM);
	code = find_then_print(run, &arguments, findings);
	free(findings);
	return code;
}

int cmd_xmp64(int argc, char **argv)
{
	struct run *run;
	int code = run_open(&run, "xmp64", "xmp64");

	return code ? code : ask_xmp64(run, argc, argv);
}
