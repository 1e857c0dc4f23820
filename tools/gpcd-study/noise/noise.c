// SPDX-License-Identifier: GPL-2.0-only
/* How much repeated measurements vary, of times as well as of counters. */
#include <argz.h>
#include <errno.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/draw/draw.h"
#include "cli/options.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "cli/pick.h"
#include "studies.h"
#include "noise.h"

/* What the arguments ask for. */
struct noise_arguments {
	struct gather_plan plan;
	struct option_list columns; /* arguments of --column */
	bool plot; /* also print box plots */
	const char *svg; /* file of a picture, or NULL */
	char **paths;
	size_t npaths;
};

static const struct option_row option_rows[] = {
	{ "column", 'c', "NAME", 0,
	  "a column of values, a glob, or a quotient of two columns, A/B; may be repeated; "
	  "default: all columns of numbers",
	  OPTION_LIST(struct noise_arguments, columns) },
	{ "by", 0, "COLUMN", 0, "a row for each group of lines that agree in this column",
	  OPTION_ONCE(struct noise_arguments, plan.by) },
	{ "plot", 0, NULL, 0, "box plots below the table",
	  OPTION_FLAG(struct noise_arguments, plot) },
	{ "svg", 0, "FILE", 0, "a picture: box plots of all rows",
	  OPTION_ONCE(struct noise_arguments, svg) },
	{ 0 }
};

static int check_noise(struct options_state *state, void *input)
{
	struct noise_arguments *arguments = input;
	struct gather_plan *plan = &arguments->plan;
	const char *name = NULL;

	while ((name = argz_next(arguments->columns.argz, arguments->columns.size, name))) {
		if (plan->ncolumns == GATHER_COLUMNS)
			return options_reject(state, "--column: %d names at most: a glob is one",
					      GATHER_COLUMNS);
		plan->columns[plan->ncolumns++] = name;
	}
	if (arguments->plot && format_chosen != &format_text)
		return options_reject(state,
				      "--plot: it is text: leave out --csv and --json, or take --svg");
	while (arguments->paths[arguments->npaths])
		arguments->npaths++;
	return 0;
}

static const struct options_part parts[] = { { .options = &format_options }, { 0 } };

static const struct options options = {
	.rows = option_rows,
	.parts = parts,
	.argument = ARGUMENT_ALL(struct noise_arguments, paths,
				 "which measurements? FILE, or - for standard input"),
	.check = check_noise,
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

static int picture_write(const struct noise_arguments *arguments, const struct noise_plot *plot)
{
	const char *path = arguments->paths[0], *by = arguments->plan.by;
	bool named = arguments->npaths == 1 && strcmp(path, "-");
	char title[256];
	int err;

	snprintf(title, sizeof(title), "Noise of %s%s%s", named ? path : "measurements",
		 by ? ", by " : "", by ? by : "");
	err = boxes_write(title, plot->panels, plot->count, arguments->svg);

	return err ? complain_output(arguments->svg, err) : 0;
}

static int results_print(const struct noise_arguments *arguments, const struct noise_rows *rows)
{
	struct noise_plot plot = { 0 };
	int code = rows_print(rows, arguments->npaths);

	if (code || (!arguments->plot && !arguments->svg))
		return code;
	if (plot_make(&plot, rows, arguments->npaths))
		code = complain_error(arguments->paths[0], -ENOMEM);
	else if (arguments->plot)
		code = plot_print(&plot);
	if (!code && arguments->svg)
		code = picture_write(arguments, &plot);
	plot_free(&plot);
	return code;
}

static int noise_find(const struct noise_arguments *arguments)
{
	struct gathered *files = calloc(arguments->npaths, sizeof(*files));
	struct noise_rows rows = { 0 };
	size_t count = 0;
	int code = 0;

	if (!files)
		return complain_error(arguments->paths[0], -ENOMEM);
	for (; count < arguments->npaths && !code; count++)
		code = gather(&files[count], &arguments->plan, arguments->paths[count]);
	if (!code && rows_make(&rows, files, count))
		code = complain_error(arguments->paths[0], -ENOMEM);
	if (!code)
		code = results_print(arguments, &rows);
	rows_free(&rows);
	while (count)
		gathered_free(&files[--count]);
	free(files);
	return code;
}

int cmd_noise(int argc, char **argv)
{
	struct noise_arguments arguments = { 0 };
	int code = 0;

	options_parse(&options, argc, argv, &arguments);
	for (size_t i = 0; i < arguments.npaths && arguments.svg && !code; i++)
		code = outfile_spares(arguments.svg, arguments.paths[i]);
	if (arguments.svg && !code)
		code = svg_check(arguments.svg);
	if (!code)
		code = noise_find(&arguments);
	free(arguments.columns.argz);
	return code;
}
