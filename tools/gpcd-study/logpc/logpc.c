// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpcd-study logpc: the command line.
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/draw/draw.h"
#include "cli/parse.h"
#include "cli/pick.h"
#include "runner/run.h"
#include "studies.h"
#include "study.h"

#define COUNT_MOST	100000
#define CYCLES_MOST	1000000
#define QUEUE_LEAST	64
#define QUEUE_MOST	4096

/* The command line. */
struct arguments {
	const char *machine; /* a file, or a name */
	struct run *run;
	const char *figure; /* the only one wanted, or NULL: all */
	bool self; /* random destinations include the sender */
	struct picture picture;
	struct study study;
	struct pick pick;
};

static int parse_queue(const char *text, void *bytes)
{
	uint64_t number;

	if (parse_number(text, &number) || (number && number < QUEUE_LEAST) ||
	    number > QUEUE_MOST)
		return -EINVAL;
	*(uint32_t *)bytes = number;
	return 0;
}

static const struct option_row rows[] = {
	{ "machine", 0, "FILE", 0,
	  "the machine: a file, or the name of an installed one; default alewife",
	  OPTION_ONCE(struct arguments, machine) },
	{ "self", 0, NULL, 0,
	  "k_d of (11), 1.9375: nodes send to themselves, too; default 2: they do not",
	  OPTION_FLAG(struct arguments, self) },
	{ "channel-byte", 0, "CYCLES", 0,
	  "time of a byte on a channel in (3) to (7), 0.01 to 100; default 1, as in the paper",
	  OPTION_REAL(struct arguments, study.network.channel_byte, 0.01, 100) },
	{ "count", 0, "N", 0, "short messages of a node in table4, 1 to 100000; default 1000",
	  OPTION_NUMBER(struct arguments, study.count, 1, COUNT_MOST) },
	{ "long-count", 0, "N", 0, "long messages of a node in fig6, 1 to 100000; default 50",
	  OPTION_NUMBER(struct arguments, study.long_count, 1, COUNT_MOST) },
	{ "iterations", 0, "N", 0,
	  "iterations of fig11 to simulate, for 100 of them, 1 to 100; default 3",
	  OPTION_NUMBER(struct arguments, study.iterations, 1, 100) },
	{ "vertices", 0, "N", 0,
	  "E vertices of a node in fig11, and H vertices, 1 to 10000; default 50",
	  OPTION_NUMBER(struct arguments, study.vertices, 1, 10000) },
	{ "edge", 0, "CYCLES", 0, "computation of an edge in fig11, up to 1000000; default 10",
	  OPTION_REAL(struct arguments, study.edge, 0, CYCLES_MOST) },
	{ "queue", 0, "BYTES", 0,
	  "input and output queue of a node, 64 to 4096; 0: without an end; default 256, as printed",
	  OPTION_CALL(struct arguments, study.alewife.node.queue, parse_queue) },
	{ "port", 0, "CYCLES", 0,
	  "time of a DMA's byte at the memory's port, up to 100; 0: none; default 0.3625",
	  OPTION_REAL(struct arguments, study.alewife.node.port, 0, 100) },
	{ "seed", 0, "N", 0, "which random numbers are drawn; default 1",
	  OPTION_WIDE(struct arguments, study.seed, 0, UINT64_MAX) },
	{ 0 }
};

/* --- words --- */

/* The words of the study's file, but for the order: the first is the default of CSV. */
static const struct words *file_words;

static const char *rotated_word(unsigned int i)
{
	return file_words->name((i + file_words->count - 2) % file_words->count);
}

static struct words figure_words(void)
{
	return (struct words){ .name = file_words->name, .count = file_words->count - 2 };
}

/* --- checks --- */

static int take_figure(struct options_state *state, const char *arg, void *input)
{
	const struct words figures = figure_words();
	struct arguments *arguments = input;
	char offer[WORDS_ROOM];
	int i = words_find(&figures, arg);

	if (i < 0)
		return options_reject(state, "no figure '%s': %s", arg,
				      words_offer(&figures, arg, offer));
	if (arguments->figure)
		return options_reject(state, "'%s' and '%s': one FIGURE, or all",
				      arguments->figure, arg);
	arguments->figure = figures.name(i);
	return 0;
}

/*
 * --table with the name of a figure selects that figure; the table of another figure has no rows.
 */
static int check_table(struct options_state *state, struct arguments *arguments)
{
	const struct words figures = figure_words();
	const char *table = arguments->pick.name;

	if (!table || words_find(&figures, table) < 0)
		return 0;
	if (arguments->figure && strcmp(table, arguments->figure))
		return options_reject(state, "--table %s is not of %s", table, arguments->figure);
	if (!arguments->pick.folder)
		arguments->figure = table;
	return 0;
}

static int check_figure(struct options_state *state, void *input)
{
	struct arguments *arguments = input;
	const char *option = picture_option(&arguments->picture);
	int err = check_table(state, arguments);

	if (err || !option)
		return err;
	if (!arguments->figure)
		return options_reject(state, "%s draws one FIGURE: name it", option);
	if (!run_has_plot(arguments->run, arguments->figure))
		return options_reject(state, "%s: %s has no curves", option, arguments->figure);
	return 0;
}

static const struct options_part parts[] = {
	OPTIONS_PART(struct arguments, pick, &pick_options),
	OPTIONS_PART(struct arguments, picture, &picture_plain_options), { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_EACH(take_figure, NULL),
	.check = check_figure,
	.args_doc = "[FIGURE]",
	.doc = "Compute and simulate what Moritz and Frank say of Alewife (\"LoGPC\", 2001):\n"
	       "their tables and figures, beside the numbers that they print.\n"
	       "\vFIGURE: table1, table2, fig3, break, fig4, fig5, distance, table4, fig6, fig8,\n"
	       "fig9, fig11, dma, sensitivity; default: all. Further tables: verdicts, chosen.\n"
	       "What the paper does not print is chosen, and not fitted to its results.",
};

static const struct source sources[] = {
	{ "machine", study_machine, 0 },
	{ "table1", study_table1, 0 },
	{ "fig3", study_fig3, 0 },
	{ "break", study_break, 0 },
	{ "fig4", study_fig4, 0 },
	{ "fig5", study_fig5, 0 },
	{ "distance", study_distance, 0 },
	{ "table4", study_table4, 3 },
	{ "fig6", study_fig6, 18 },
	{ "fig8", study_fig8, 0 },
	{ "fig9", study_fig9, 12 },
	{ "fig11", study_fig11, 23 },
	{ "dma", study_dma, 1 },
	{ "sensitivity", study_sensitivity, 30 },
	{ "chosen", study_chosen, 0 },
	{ 0 }
};

static int find_and_print(struct arguments *arguments)
{
	int code = run_simulate(arguments->run, sources, &arguments->study);

	if (!code && arguments->picture.path)
		code = run_draw(arguments->run, arguments->figure, &arguments->picture);
	return code ? code : run_print(arguments->run, &arguments->pick);
}

static int ask_logpc(struct run *run, int argc, char **argv)
{
	const struct words tables = { .name = rotated_word, .count = run_words(run)->count };
	struct arguments arguments = {
		.run = run,
		.machine = "alewife",
		.study = {
			.network = { .dims = 2, .channel_byte = LOGPC_CHANNEL_BYTE },
			.seed = 1, .count = 1000, .long_count = 50, .iterations = 3,
			.vertices = 50, .edge = 10,
			.alewife = { .node = { STUDY_QUEUES, NAN } },
		},
		.pick = { .tables = &tables },
	};
	struct study *study = &arguments.study;
	int code;

	file_words = run_words(run);
	options_parse(&options, argc, argv, &arguments);
	study->network.distance = logpc_distance(ALEWIFE_X, ALEWIFE_Y, arguments.self) / 2;
	run_choose(run, &arguments.pick, arguments.figure);
	run_want(run, "chosen");
	code = pick_check(&arguments.pick);
	if (!code)
		code = picture_check(&arguments.picture);
	if (!code)
		code = alewife_read(&study->alewife, arguments.machine);
	if (!code && isnan(study->alewife.node.port))
		study->alewife.node.port = alewife_port(&study->alewife);
	return code ? code : find_and_print(&arguments);
}

int cmd_logpc(int argc, char **argv)
{
	struct run *run;
	int code = run_open(&run, "logpc", "logpc");

	return code ? code : ask_logpc(run, argc, argv);
}
