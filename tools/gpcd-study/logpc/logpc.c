// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpcd-study logpc: the command line.
 */
#include <string.h>

#include "cli/cli.h"
#include "cli/draw/picture.h"
#include "cli/parse.h"
#include "cli/pick.h"
#include "runner/run.h"
#include "studies.h"
#include "study.h"

#define COUNT_MOST	100000
#define EDGES_MOST	(1u << 20)
#define CYCLES_MOST	1000000

enum {
	KEY_MACHINE = 0x900, KEY_SELF, KEY_CHANNEL_BYTE, KEY_COUNT, KEY_LONG_COUNT,
	KEY_ITERATIONS, KEY_VERTICES, KEY_EDGE, KEY_SEED,
};

/* What the arguments ask for. */
struct request {
	const char *machine; /* name, or NULL */
	struct run *run;
	const char *figure; /* the only one wanted, or NULL: all */
	bool self; /* random destinations include the sender */
	struct picture picture;
	struct study study;
	struct pick pick;
};

static const struct argp_option options[] = {
	{ "machine", KEY_MACHINE, "FILE", 0,
	  "the machine: a file, or the name of an installed one; default alewife", 0 },
	{ "self", KEY_SELF, NULL, 0,
	  "k_d of (11), 1.9375: nodes send to themselves, too; default 2: they do not", 0 },
	{ "channel-byte", KEY_CHANNEL_BYTE, "CYCLES", 0,
	  "time of a byte on a channel in (3) to (7), 0.01 to 100; default 1, as in the paper", 0 },
	{ "count", KEY_COUNT, "N", 0,
	  "short messages of a node in table4, 1 to 100000; default 1000", 0 },
	{ "long-count", KEY_LONG_COUNT, "N", 0,
	  "long messages of a node in fig6, 1 to 100000; default 50", 0 },
	{ "iterations", KEY_ITERATIONS, "N", 0,
	  "iterations of fig11 to simulate, for 100 of them, 1 to 100; default 3", 0 },
	{ "vertices", KEY_VERTICES, "N", 0,
	  "E vertices of a node in fig11, and H vertices, 1 to 10000; default 50", 0 },
	{ "edge", KEY_EDGE, "CYCLES", 0,
	  "computation of an edge in fig11, up to 1000000; default 10", 0 },
	{ "seed", KEY_SEED, "N", 0, "which random numbers are drawn; default 1", 0 },
	{ 0 }
};

/* --- words --- */

/* The words of the study's file, but for the order: the first is the default of CSV. */
static const struct words *file_words;

static const char *rotated_word(unsigned int i)
{
	return file_words->name((i + file_words->count - 2) % file_words->count);
}

/* --- options --- */

static int parse_positive_real(const char *text, double least, double most, double *value)
{
	return parse_real(text, value) || *value < least || *value > most ? -EINVAL : 0;
}

static int parse_value(int key, const char *arg, struct study *study)
{
	switch (key) {
	case KEY_CHANNEL_BYTE:
		return parse_positive_real(arg, 0.01, 100, &study->network.channel_byte);
	case KEY_COUNT:
		return parse_between(arg, 1, COUNT_MOST, &study->count);
	case KEY_LONG_COUNT:
		return parse_between(arg, 1, COUNT_MOST, &study->long_count);
	case KEY_ITERATIONS:
		return parse_between(arg, 1, 100, &study->iterations);
	case KEY_VERTICES:
		return parse_between(arg, 1, 10000, &study->vertices);
	case KEY_EDGE:
		return parse_positive_real(arg, 0, CYCLES_MOST, &study->edge);
	default:
		return parse_number(arg, &study->seed);
	}
}

static void take_figure(const struct argp_state *state, struct request *request, const char *arg)
{
	const struct words figures = {
		.name = file_words->name, .count = file_words->count - 2,
	};
	char offer[WORDS_ROOM];
	int i = words_find(&figures, arg);

	if (i < 0)
		argp_error(state, "no figure '%s': %s", arg, words_offer(&figures, arg, offer));
	else if (request->figure)
		argp_error(state, "'%s' and '%s': one FIGURE, or all", request->figure, arg);
	else
		request->figure = figures.name(i);
}

/*
 * --table with the name of a figure selects that figure; the table of another figure has no rows.
 */
static void check_figure(const struct argp_state *state, struct request *request)
{
	const struct words figures = {
		.name = file_words->name, .count = file_words->count - 2,
	};
	const char *table = request->pick.name;

	if (table && words_find(&figures, table) >= 0) {
		if (request->figure && strcmp(table, request->figure))
			argp_error(state, "--table %s is not of %s", table, request->figure);
		if (!request->pick.folder)
			request->figure = table;
	}
	if (!request->picture.path)
		return;
	if (!request->figure)
		argp_error(state, "%s draws one FIGURE: name it",
			   picture_option(&request->picture));
	else if (!run_has_plot(request->run, request->figure))
		argp_error(state, "%s: %s has no curves", picture_option(&request->picture),
			   request->figure);
}

static error_t logpc_option(int key, char *arg, struct argp_state *state)
{
	struct request *request = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &request->pick;
		state->child_inputs[1] = &request->picture;
		return 0;
	case ARGP_KEY_ARG:
		take_figure(state, request, arg);
		return 0;
	case ARGP_KEY_SUCCESS:
		check_figure(state, request);
		return 0;
	case KEY_MACHINE:
		cli_once(state, "--machine", request->machine, arg);
		request->machine = arg;
		return 0;
	case KEY_SELF:
		request->self = true;
		return 0;
	default:
		if (key < KEY_MACHINE || key > KEY_SEED)
			return ARGP_ERR_UNKNOWN;
		if (parse_value(key, arg, &request->study))
			cli_refuse(state, options, key, arg, NULL);
		return 0;
	}
}

static const struct argp_child children[] = {
	{ .argp = &pick_argp },
	{ .argp = &picture_plain_argp },
	{ 0 }
};

static const struct argp argp = {
	.options = options,
	.parser = logpc_option,
	.args_doc = "[FIGURE]",
	.doc = "Compute and simulate what Moritz and Frank say of Alewife (\"LoGPC\", 2001):\n"
	       "their tables and figures, beside the numbers that they print.\n"
	       "\vFIGURE: table1, table2, fig3, break, fig4, fig5, distance, table4, fig6, fig9,\n"
	       "fig11; default: all. Further tables: verdicts, chosen.\n"
	       "What the paper does not print is chosen, and not fitted to its results.",
	.children = children,
};

static const struct source sources[] = {
	{ "machine", study_machine }, { "table1", study_table1 }, { "fig3", study_fig3 },
	{ "break", study_break }, { "fig4", study_fig4 }, { "fig5", study_fig5 },
	{ "distance", study_distance }, { "table4", study_table4 }, { "fig6", study_fig6 },
	{ "fig9", study_fig9 }, { "fig11", study_fig11 }, { "chosen", study_chosen }, { 0 }
};

static int find_and_print(struct request *request)
{
	int code = run_simulate(request->run, sources, &request->study);

	if (!code && request->picture.path)
		code = run_draw(request->run, request->figure, &request->picture);
	return code ? code : run_print(request->run, &request->pick);
}

static int ask_logpc(struct run *run, int argc, char **argv)
{
	const struct words tables = { .name = rotated_word, .count = run_words(run)->count };
	struct request request = {
		.run = run,
		.study = {
			.network = { .dims = 2, .channel_byte = LOGPC_CHANNEL_BYTE },
			.seed = 1, .count = 1000, .long_count = 50, .iterations = 3,
			.vertices = 50, .edge = 10,
		},
		.pick = { .tables = &tables },
	};
	int code;

	file_words = run_words(run);
	cli_parse(&argp, argc, argv, &request);
	request.study.network.distance = logpc_distance(ALEWIFE_X, ALEWIFE_Y, request.self) / 2;
	run_choose(run, &request.pick, request.figure);
	run_want(run, "chosen");
	code = pick_check(&request.pick);
	if (!code)
		code = picture_check(&request.picture);
	if (!code)
		code = alewife_read(&request.study.alewife,
				    request.machine ? request.machine : "alewife");
	return code ? code : find_and_print(&request);
}

int cmd_logpc(int argc, char **argv)
{
	struct run *run;
	int code = run_open(&run, "logpc", "logpc");

	if (!code)
		code = ask_logpc(run, argc, argv);
	run_free(run);
	return code;
}
