// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-sim model fit: the cost of a message, from the times of probes. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/hardware/machines.h"
#include "cli/infile.h"
#include "cli/options.h"
#include "cli/out/complain.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "cli/pick.h"
#include "cli/probes/probes.h"
#include "model.h"

/* What is asked for. */
struct fit_arguments {
	const char *path; /* times of probes, or NULL: standard input */
	const char *machine; /* for machines_read(); its end points are replaced; or NULL */
	const char *output; /* file for that machine, or NULL */
};

static const struct option_row rows[] = {
	{ "machine", 0, "FILE", 0, "a machine, by its file or its name, for --output",
	  OPTION_ONCE(struct fit_arguments, machine), .with = "output" },
	{ "output", 'o', "FILE", 0, "write the machine with these end points in place of its own",
	  OPTION_ONCE(struct fit_arguments, output), .with = "machine" },
	{ 0 }
};

static int check_fit(struct options_state *state, void *input)
{
	const struct fit_arguments *arguments = input;

	if (arguments->output && !strcmp(arguments->output, "-"))
		return options_reject(state,
				      "--output -: name a file: standard output has the table");
	return 0;
}

static const struct options_part parts[] = { { .options = &format_options }, { 0 } };

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_ONE(struct fit_arguments, path, "FILE", NULL),
	.check = check_fit,
	.args_doc = "[FILE]",
	.doc = "Find what a message costs by the times of probes: o_s, o_r, L, g and G of\n"
	       "the LogP models.\n"
	       "\vFILE is what `gm-measure --csv' prints, or, of a simulated machine,\n"
	       "`gpcd-sim probe --csv'; -, or none: standard input.",
};

static const struct column columns[] = {
	{ "parameter", COLUMN_TEXT, false },
	{ "value", COLUMN_REAL, false },
	{ "low", COLUMN_REAL, false },
	{ "high", COLUMN_REAL, false },
	{ "unit", COLUMN_TEXT, false },
};

static void add_fitted(struct table *table, const char *name, const struct fit_value *value,
		       const char *unit)
{
	table_add(table, "%s", name);
	table_add(table, "%.4f", value->ns);
	table_add(table, "%.4f", value->low);
	table_add(table, "%.4f", value->high);
	table_add(table, "%s", unit);
}

static int print_end_points(const struct fit_ends *ends)
{
	struct table table = {
		.name = "parameters",
		.columns = columns,
		.ncolumns = ARRAY_SIZE(columns),
	};

	add_fitted(&table, "o_s", &ends->send, "ns");
	add_fitted(&table, "o_r", &ends->recv, "ns");
	add_fitted(&table, "L", &ends->latency, "ns");
	add_fitted(&table, "g", &ends->gap, "ns");
	add_fitted(&table, "G", &ends->byte, "ns/B");
	return table_print(&table);
}

static int read_probes(const char *path, struct probes *probes)
{
	bool standard = !path || !strcmp(path, "-");
	const char *name = standard ? "standard input" : path;
	FILE *file = infile_text(standard ? "-" : path);
	const char *wrong;

	if (!file)
		return EXIT_INPUT;
	wrong = probes_read(file, probes);
	infile_close(file);
	if (!wrong)
		return 0;
	complain("%s:%lu: %s", name, probes->line, wrong);
	return EXIT_INPUT;
}

/* --- the machine --- */

static uint64_t ps_of(const struct fit_value *value)
{
	return value->ns > 0 ? llround(value->ns * 1000) : 0;
}

/* Replace the end points by measured ones; keep what only simulations need. */
static void replace_ends(struct hardware *hardware, const struct fit_ends *ends)
{
	static const char *const names[] = {
		"host.send", "host.recv", "host.gap", "host.latency", "host.byte",
	};
	struct hardware_host *host = &hardware->host;

	host->send_ps = ps_of(&ends->send);
	host->recv_ps = ps_of(&ends->recv);
	host->gap_ps = ps_of(&ends->gap);
	host->latency_ps = ps_of(&ends->latency);
	host->byte_ps = ps_of(&ends->byte);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		hardware_give(hardware, names[i], false);
}

static int write_machine(const struct fit_arguments *arguments, const struct fit_ends *ends)
{
	struct hardware_problem problem;
	struct hardware hardware;
	struct outfile out;
	int code, err;

	code = machines_read(&hardware, arguments->machine);
	if (code)
		return code;
	replace_ends(&hardware, ends);
	if (hardware_check(&hardware, &problem)) {
		complain("%s: %s", arguments->machine, problem.text);
		return EXIT_RUNTIME;
	}
	err = outfile_open(&out, arguments->output);
	if (!err) {
		hardware_write(&hardware, out.stream);
		err = outfile_close(&out, ferror(out.stream) ? -EIO : 0);
	}
	return err ? complain_output(arguments->output, err) : 0;
}

static int fit(const struct fit_arguments *arguments, struct probes *probes)
{
	struct fit_ends ends;
	const char *wrong;
	int code = read_probes(arguments->path, probes);

	if (code)
		return code;
	wrong = fit_ends(probes->list, probes->count, &ends);
	if (wrong) {
		complain("%s: %s", arguments->path ? arguments->path : "standard input", wrong);
		return EXIT_INPUT;
	}
	if (arguments->output)
		code = write_machine(arguments, &ends);
	return code ? code : print_end_points(&ends);
}

int model_fit(int argc, char **argv)
{
	struct fit_arguments arguments = { 0 };
	struct probes *probes;
	int code;

	options_parse(&options, argc, argv, &arguments);
	probes = calloc(1, sizeof(*probes));
	if (!probes)
		return complain_error("probes", -ENOMEM);
	code = fit(&arguments, probes);
	free(probes);
	return code;
}
