// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpcd-study logpc: the command line.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/draw/curves.h"
#include "cli/hardware/machines.h"
#include "cli/out/format.h"
#include "cli/parse.h"
#include "cli/pick.h"
#include "studies.h"
#include "study.h"

#define COUNT_MOST	100000
#define EDGES_MOST	(1u << 20)
#define CYCLES_MOST	1000000
#define FIGURES		ARRAY_SIZE(figures)

enum {
	KEY_MACHINE = 0x900, KEY_SELF, KEY_CHANNEL_BYTE, KEY_COUNT, KEY_LONG_COUNT,
	KEY_ITERATIONS, KEY_VERTICES, KEY_EDGE, KEY_SEED,
};

/* In the paper's order. */
static const struct study_figure *const figures[] = {
	&study_table1, &study_table2, &study_fig3, &study_break, &study_fig4, &study_fig5,
	&study_distance, &study_table4, &study_fig6, &study_fig9, &study_fig11,
};

/* Tables that follow the figures' tables. */
enum { VERDICTS = FIGURES, CHOSEN, TABLES };

/* What the arguments ask for. */
struct request {
	const char *machine; /* name, or NULL */
	unsigned int figure; /* index of the only one wanted, or FIGURES: all */
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

static const char *figure_word(unsigned int i)
{
	return figures[i]->name;
}

static const struct words figure_words = { .name = figure_word, .count = FIGURES };

/* The first is the default of CSV. */
static const char *table_word(unsigned int i)
{
	return !i ? "verdicts" : i == 1 ? "chosen" : figure_word(i - 2);
}

static const struct words table_words = { .name = table_word, .count = TABLES };

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
	char offer[WORDS_ROOM];
	int i = words_find(&figure_words, arg);

	if (request->figure < FIGURES)
		argp_error(state, "'%s' and '%s': one FIGURE, or all",
			   figure_word(request->figure), arg);
	if (i < 0)
		argp_error(state, "no figure '%s': %s", arg,
			   words_offer(&figure_words, arg, offer));
	request->figure = i;
}

/*
 * --table with the name of a figure selects that figure; the table of another figure has no rows.
 */
static void check_figure(const struct argp_state *state, struct request *request)
{
	const char *table = request->pick.name;
	int i = table ? words_find(&figure_words, table) : -1;

	if (i >= 0 && request->figure < FIGURES && (unsigned int)i != request->figure)
		argp_error(state, "--table %s is not of %s", table, figure_word(request->figure));
	if (i >= 0 && !request->pick.folder)
		request->figure = i;
	if (!request->picture.path)
		return;
	if (request->figure == FIGURES)
		argp_error(state, "%s draws one FIGURE: name it",
			   picture_option(&request->picture));
	else if (!figures[request->figure]->curves)
		argp_error(state, "%s: %s has no curves", picture_option(&request->picture),
			   figure_word(request->figure));
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

/* --- the picture --- */

static double cell_value(const struct table *table, size_t row, size_t column)
{
	const char *cell = table_cell(table, row, column);

	return cell ? strtod(cell, NULL) : 0;
}

static void read_column(const struct table *table, size_t column, double *values)
{
	for (size_t row = 0; row < table_rows(table); row++)
		values[row] = cell_value(table, row, column);
}

static int draw_figure(const struct study_figure *figure, const struct table *table,
		       const struct picture *picture)
{
	size_t points = table_rows(table);
	double *values = calloc((CURVES_MOST + 1) * points, sizeof(*values));
	struct curve each[CURVES_MOST];
	struct curves curves = {
		.title = figure->title, .below = figure->columns[0].name, .beside = figure->unit,
		.x = values, .points = points, .count = figure->curves,
	};
	int code;

	if (!values)
		return complain_output(picture->path, -ENOMEM);
	read_column(table, 0, values);
	for (size_t i = 0; i < figure->curves; i++) {
		double *y = values + (i + 1) * points;

		read_column(table, figure->curve + i, y);
		each[i] = (struct curve){ .name = figure->columns[figure->curve + i].name, .y = y };
	}
	curves.each = each;
	code = curves_draw(&curves, picture);
	free(values);
	return code;
}

/* --- the tables --- */

static void begin_tables(struct table *tables)
{
	tables[VERDICTS] = (struct table){
		.name = "verdicts", .title = "what the paper prints",
		.columns = printed_columns, .ncolumns = PRINTED_COLUMNS,
	};
	tables[CHOSEN] = (struct table){
		.name = "chosen", .title = "what the paper does not print",
		.columns = chosen_columns, .ncolumns = CHOSEN_COLUMNS,
	};
	for (unsigned int i = 0; i < FIGURES; i++)
		tables[i] = (struct table){
			.name = figures[i]->name, .title = figures[i]->title,
			.columns = figures[i]->columns,
			.ncolumns = figures[i]->ncolumns,
		};
}

static int fill_tables(const struct request *request, struct table *tables)
{
	bool all = request->figure == FIGURES;
	int err = 0;

	study_chosen(&request->study, &tables[CHOSEN]);
	tables[CHOSEN].bulky = !all;
	for (unsigned int i = 0; i < FIGURES && !err; i++) {
		tables[i].bulky = !all && i != request->figure;
		if (!tables[i].bulky)
			err = figures[i]->fill(&request->study, &tables[i],
						     &tables[VERDICTS]);
	}
	return err;
}

static int find_tables(const struct request *request, struct table *tables)
{
	int err = fill_tables(request, tables);

	if (err)
		return complain_error("the simulation", err);
	if (!request->picture.path || tables[request->figure].error)
		return 0;
	return draw_figure(figures[request->figure], &tables[request->figure],
			   &request->picture);
}

static int find_and_print(const struct request *request)
{
	struct table tables[TABLES];
	int code;

	begin_tables(tables);
	code = find_tables(request, tables);
	if (!code)
		return pick_print(&request->pick, tables, ARRAY_SIZE(tables));
	for (size_t i = 0; i < ARRAY_SIZE(tables); i++)
		table_free(&tables[i]);
	return code;
}

int cmd_logpc(int argc, char **argv)
{
	struct request request = {
		.figure = FIGURES,
		.study = {
			.network = { .dims = 2, .channel_byte = LOGPC_CHANNEL_BYTE },
			.seed = 1, .count = 1000, .long_count = 50, .iterations = 3,
			.vertices = 50, .edge = 10,
		},
		.pick = { .tables = &table_words },
	};
	int code;

	cli_parse(&argp, argc, argv, &request);
	request.study.network.distance = logpc_distance(ALEWIFE_X, ALEWIFE_Y, request.self) / 2;
	code = pick_check(&request.pick);
	if (!code)
		code = picture_check(&request.picture);
	if (!code)
		code = alewife_read(&request.study.alewife,
				    request.machine ? request.machine : "alewife");
	return code ? code : find_and_print(&request);
}
