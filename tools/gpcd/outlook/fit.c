// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpcd model fit: what a message costs, by the times of probes.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/out/complain.h"
#include "cli/out/format.h"
#include "cli/out/table.h"
#include "cli/probes/probes.h"
#include "outlook.h"

static error_t fit_argument(int key, char *arg, struct argp_state *state)
{
	const char **path = state->input;

	if (key != ARGP_KEY_ARG)
		return ARGP_ERR_UNKNOWN;
	if (*path)
		argp_error(state, "both %s and %s: one FILE", *path, arg);
	*path = arg;
	return 0;
}

static const struct argp_child children[] = { { .argp = &format_argp }, { 0 } };

static const struct argp argp = {
	.parser = fit_argument,
	.args_doc = "[FILE]",
	.doc = "Find what a message costs by the times of probes: o_s, o_r, L, g and G of\n"
	       "the LogP models.\n"
	       "\vFILE is what `gm-measure --csv' prints; -, or none: standard input.",
	.children = children,
};

static const struct column columns[] = {
	{ "parameter", COLUMN_TEXT, false },
	{ "value", COLUMN_REAL, false },
	{ "low", COLUMN_REAL, false },
	{ "high", COLUMN_REAL, false },
	{ "unit", COLUMN_TEXT, false },
};

static void add_parameter(struct table *table, const char *name, const struct fit_value *value,
			  const char *unit)
{
	table_add(table, "%s", name);
	table_add(table, "%.4f", value->ns);
	table_add(table, "%.4f", value->low);
	table_add(table, "%.4f", value->high);
	table_add(table, "%s", unit);
}

static int print_ends(const struct fit_ends *ends)
{
	struct table table = {
		.name = "parameters",
		.columns = columns,
		.ncolumns = ARRAY_SIZE(columns),
	};

	add_parameter(&table, "o_s", &ends->send, "ns");
	add_parameter(&table, "o_r", &ends->recv, "ns");
	add_parameter(&table, "L", &ends->latency, "ns");
	add_parameter(&table, "g", &ends->gap, "ns");
	add_parameter(&table, "G", &ends->byte, "ns/B");
	return table_print(&table);
}

static int read_probes(const char *path, struct probes *probes)
{
	bool standard = !path || !strcmp(path, "-");
	const char *name = standard ? "standard input" : path;
	FILE *file = standard ? stdin : fopen(path, "r");
	const char *wrong;

	if (!file)
		return complain_error(name, -errno);
	wrong = probes_read(file, probes);
	if (!standard)
		fclose(file);
	if (!wrong)
		return 0;
	complain("%s:%lu: %s", name, probes->line, wrong);
	return EXIT_RUNTIME;
}

int outlook_fit(int argc, char **argv)
{
	struct probes *probes;
	const char *path = NULL, *wrong;
	struct fit_ends ends;
	int code;

	cli_parse(&argp, argc, argv, &path);
	probes = calloc(1, sizeof(*probes));
	if (!probes)
		return complain_error("probes", -ENOMEM);
	code = read_probes(path, probes);
	if (!code) {
		wrong = fit_ends(probes->list, probes->count, &ends);
		if (wrong) {
			complain("%s: %s", path ? path : "standard input", wrong);
			code = EXIT_RUNTIME;
		} else {
			code = print_ends(&ends);
		}
	}
	free(probes);
	return code;
}
