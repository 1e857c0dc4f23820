// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-study xmp64: the command line. */
#include <errno.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/draw/picture.h"
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

enum {
	KEY_MACHINE = 0x900, KEY_PERMUTATIONS, KEY_BYTES, KEY_RUNS, KEY_OFFSET, KEY_DRIFT,
	KEY_JITTER, KEY_SEED, KEY_MEASURED, KEY_SVG,
};

/* What the arguments ask for. */
struct request {
	const char *machine;
	const char *measured; /* folder of MPI programs' times, or NULL */
	const char *svg; /* file for Figs. 4 to 9, or NULL */
	struct findings_request ask;
	struct pick pick;
};

static const struct argp_option options[] = {
	{ "machine", KEY_MACHINE, "FILE", 0,
	  "the machine: a file, or the name of an installed one; default xmp64", 0 },
	{ "permutations", KEY_PERMUTATIONS, "N", 0,
	  "random permutations, 1 to 1000000; default 10000", 0 },
	{ "bytes", KEY_BYTES, "N", 0,
	  "size of a message of Figs. 5 to 9, up to 64KiB; default 32", 0 },
	{ "runs", KEY_RUNS, "N", 0,
	  "how often clocks are synchronised, 1 to 1000000; default 1000", 0 },
	{ "offset", KEY_OFFSET, "TIME", 0,
	  "largest offset of a clock at first, up to 100s; default 1s", 0 },
	{ "drift", KEY_DRIFT, "PPM", 0,
	  "largest drift of a clock, up to 1000; default 20", 0 },
	{ "jitter", KEY_JITTER, "TIME", 0,
	  "largest error of a reading, up to 1us; default 5ns", 0 },
	{ "seed", KEY_SEED, "N", 0, "seed of clocks and random permutations; default 1", 0 },
	{ "measured", KEY_MEASURED, "FOLDER", 0,
	  "what gm-measure --program --csv printed for the same schedules, as barrier.csv", 0 },
	{ "svg", KEY_SVG, "FILE", 0, "draw Figs. 4 to 9 into this file", 1 },
	{ 0 }
};

static int parse_ns(const char *text, uint64_t most, int64_t *fs)
{
	uint64_t ns;

	if (parse_time(text, &ns) || ns > most)
		return -EINVAL;
	*fs = ns * FS_PER_NS;
	return 0;
}

static int parse_drift(const char *text, int64_t *parts)
{
	double ppm;

	if (parse_real(text, &ppm) || ppm > DRIFT_MOST)
		return -EINVAL;
	*parts = ppm * PARTS + 0.5;
	return 0;
}

static int parse_clocks(int key, const char *arg, struct sync_clocks *clocks)
{
	switch (key) {
	case KEY_OFFSET:
		return parse_ns(arg, OFFSET_MOST, &clocks->offset);
	case KEY_DRIFT:
		return parse_drift(arg, &clocks->drift);
	case KEY_JITTER:
		return parse_ns(arg, JITTER_MOST, &clocks->jitter);
	default:
		return parse_number(arg, &clocks->seed);
	}
}

static int take_option_value(struct request *request, int key, const char *arg)
{
	struct findings_request *ask = &request->ask;

	switch (key) {
	case KEY_PERMUTATIONS:
		return parse_between(arg, 1, RUNS_MOST, &ask->permutations);
	case KEY_RUNS:
		return parse_between(arg, 1, RUNS_MOST, &ask->runs);
	case KEY_BYTES:
		return parse_bytes(arg, &ask->bytes) || ask->bytes > BYTES_MOST ? -EINVAL : 0;
	default:
		return parse_clocks(key, arg, &ask->clocks);
	}
}

static error_t xmp64_option(int key, char *arg, struct argp_state *state)
{
	struct request *request = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &request->pick;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s': there are options alone", arg);
		return 0;
	case KEY_MACHINE:
		cli_once(state, "--machine", request->machine, arg);
		request->machine = arg;
		return 0;
	case KEY_MEASURED:
		cli_once(state, "--measured", request->measured, arg);
		request->measured = arg;
		return 0;
	case KEY_SVG:
		cli_once(state, "--svg", request->svg, arg);
		request->svg = arg;
		return 0;
	default:
		if (key < KEY_MACHINE || key > KEY_SVG)
			return ARGP_ERR_UNKNOWN;
		if (take_option_value(request, key, arg))
			cli_refuse(state, options, key, arg, NULL);
		return 0;
	}
}

static const struct argp_child children[] = { { .argp = &pick_argp }, { 0 } };

static const struct argp argp = {
	.options = options,
	.parser = xmp64_option,
	.doc = "Simulate what Hanlon measured on the XMP-64 (2010): its table and figures,\n"
	       "beside what the paper prints.\n"
	       "\vTables: verdicts, chosen, table1, barrier, clocks, schedules, permutations,\n"
	       "hops, fig4 to fig9.\n"
	       "What the paper does not print is chosen, and not fitted to its results.",
	.children = children,
};

static int find_then_print(struct run *run, struct request *request, struct findings *findings)
{
	int code = world_read(&findings->world, request->machine ? request->machine : "xmp64");

	if (code)
		return code;
	schedules_name(findings->schedule);
	if (request->measured)
		code = schedules_read(request->measured, findings->schedule);
	if (code)
		return code;
	findings->request = request->ask;
	findings->request.seed = request->ask.clocks.seed;
	run_choose(run, &request->pick, NULL);
	if (request->svg)
		run_want_panels(run);
	code = run_simulate(run, findings_sources, findings);
	if (!code && request->svg)
		code = run_draw_svg(run, "permutations", request->svg);
	return code ? code : run_print(run, &request->pick);
}

static int ask_xmp64(struct run *run, int argc, char **argv)
{
	struct request request = {
		.ask = {
			.clocks = {
				.offset = 1000000000ll * FS_PER_NS, .drift = 20 * PARTS,
				.jitter = 5 * FS_PER_NS, .seed = 1,
			},
			.runs = 1000, .permutations = 10000, .bytes = 32,
		},
		.pick = { .tables = run_words(run) },
	};
	struct findings *findings;
	int code;

	cli_parse(&argp, argc, argv, &request);
	code = pick_check(&request.pick);
	if (!code && request.svg)
		code = svg_check(request.svg);
	if (code)
		return code;
	findings = calloc(1, sizeof(*findings));
	if (!findings)
		return complain_error("tables", -ENOMEM);
	code = find_then_print(run, &request, findings);
	free(findings);
	return code;
}

int cmd_xmp64(int argc, char **argv)
{
	struct run *run;
	int code = run_open(&run, "xmp64", "xmp64");

	if (!code)
		code = ask_xmp64(run, argc, argv);
	run_free(run);
	return code;
}
