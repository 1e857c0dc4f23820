// SPDX-License-Identifier: GPL-2.0-only
/* How much repeated measurements vary, of times as well as of counters. */
#include <errno.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/draw/picture.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "studies.h"
#include "rows.h"

enum { KEY_BY = 0xa00, KEY_PLOT, KEY_SVG };

/* What the arguments ask for. */
struct request {
	struct gather_plan plan;
	bool plot; /* also print box plots */
	const char *svg; /* file of a picture, or NULL */
	char **paths;
	size_t npaths;
};

static const struct argp_option options[] = {
	{ "column", 'c', "NAME", 0,
	  "a column of values, a glob, or a quotient of two columns, A/B; may be repeated; "
	  "default: all columns of numbers", 0 },
	{ "by", KEY_BY, "COLUMN", 0, "a row for each group of lines that agree in this column", 0 },
	{ "plot", KEY_PLOT, NULL, 0, "box plots below the table", 0 },
	{ "svg", KEY_SVG, "FILE", 0, "a picture: box plots of all rows", 0 },
	{ 0 }
};

static void add_wanted(struct gather_plan *plan, const char *name, const struct argp_state *state)
{
	if (plan->ncolumns < GATHER_COLUMNS)
		plan->columns[plan->ncolumns++] = name;
	else
		argp_error(state, "--column: %d names at most: a glob is one", GATHER_COLUMNS);
}

static void check_wanted(struct request *request, const struct argp_state *state)
{
	if (!request->npaths)
		argp_error(state, "which measurements? FILE, or - for standard input");
	if (request->plot && format_chosen != &format_text)
		argp_error(state, "--plot: it is text: leave out --csv and --json, or take --svg");
}

static error_t noise_option(int key, char *arg, struct argp_state *state)
{
	struct request *request = state->input;

	switch (key) {
	case 'c':
		add_wanted(&request->plan, arg, state);
		return 0;
	case KEY_BY:
		cli_once(state, "--by", request->plan.by, arg);
		request->plan.by = arg;
		return 0;
	case KEY_PLOT:
		request->plot = true;
		return 0;
	case KEY_SVG:
		cli_once(state, "--svg", request->svg, arg);
		request->svg = arg;
		return 0;
	case ARGP_KEY_ARGS:
		request->paths = state->argv + state->next;
		request->npaths = state->argc - state->next;
		return 0;
	case ARGP_KEY_END:
		check_wanted(request, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = { { .argp = &format_argp }, { 0 } };

static const struct argp argp = {
	.options = options,
	.parser = noise_option,
	.children = children,
	.args_doc = "FILE...",
	.doc = "Summarise how much repeated measurements vary.\n"
	       "\vFILE is a table of text: fields with commas, tabs or blanks in between, and\n"
	       "a first line with names or without. - is standard input.\n"
	       "\n"
	       "A row for each column of numbers: quartiles (linear between two values),\n"
	       "whiskers (the last values within 1.5 times q3 - q1), the quartile\n"
	       "coefficient of dispersion qcd = (q3 - q1) / (q3 + q1), and the 95 % interval\n"
	       "of the median by order statistics, which takes 6 values.",
};

static int picture_write(const struct request *request, const struct noise_plot *plot)
{
	const char *title = request->npaths > 1 ? "Noise of measurements" : request->paths[0];
	int err = boxes_write(title, plot->panels, plot->count, request->svg);

	return err ? complain_output(request->svg, err) : 0;
}

static int results_print(const struct request *request, const struct noise_rows *rows)
{
	struct noise_plot plot = { 0 };
	int code = rows_print(rows, request->npaths);

	if (code || (!request->plot && !request->svg))
		return code;
	if (plot_make(&plot, rows, request->npaths))
		code = complain_error(request->paths[0], -ENOMEM);
	else if (request->plot)
		code = plot_print(&plot);
	if (!code && request->svg)
		code = picture_write(request, &plot);
	plot_free(&plot);
	return code;
}

static int noise_find(const struct request *request)
{
	struct gathered *files = calloc(request->npaths, sizeof(*files));
	struct noise_rows rows = { 0 };
	size_t count = 0;
	int code = 0;

	if (!files)
		return complain_error(request->paths[0], -ENOMEM);
	for (; count < request->npaths && !code; count++)
		code = gather(&files[count], &request->plan, request->paths[count]);
	if (!code && rows_make(&rows, files, count))
		code = complain_error(request->paths[0], -ENOMEM);
	if (!code)
		code = results_print(request, &rows);
	rows_free(&rows);
	while (count)
		gathered_free(&files[--count]);
	free(files);
	return code;
}

int cmd_noise(int argc, char **argv)
{
	struct request request = { 0 };
	int code = 0;

	cli_parse(&argp, argc, argv, &request);
	for (size_t i = 0; i < request.npaths && request.svg && !code; i++)
		code = outfile_spares(request.svg, request.paths[i]);
	if (request.svg && !code)
		code = svg_check(request.svg);
	return code ? code : noise_find(&request);
}
