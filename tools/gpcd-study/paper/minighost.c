// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "claim.h"
#include "cli/cli.h"
#include "cli/draw/picture.h"
#include "cli/options.h"
#include "cli/pick.h"
#include "ghost.h"
#include "machine/engine.h"
#include "studies.h"

#define SIDE_MAX 1000

/* The arguments. */
struct arguments {
	struct machine machine; /* Cielo by default */
	struct ghost_plan plan;
	struct pick pick; /* tables to print */
};

static const struct option_row rows[] = {
	{ "grid", 0, "XxYxZ", 0, "of ranks, 16 a node, up to 2^28; default 64x64x32",
	  OPTION_SIZE(struct arguments, plan.grid) },
	{ "box", 0, "N", 0, "cells along each side of a rank, for bytes; 1 to 1000, default 100",
	  OPTION_NUMBER(struct arguments, plan.box, 1, SIDE_MAX) },
	{ "reduced-box", 0, "N", 0,
	  "cells along each side of a rank, for stalls; 1 to 1000, default 10",
	  OPTION_NUMBER(struct arguments, plan.reduced, 1, SIDE_MAX) },
	{ "seed", 0, "N", 0, "a number that the random placement depends on; default 1",
	  OPTION_WIDE(struct arguments, plan.seed, 0, UINT64_MAX) },
	{ "threads", 0, "N", 0, "of the event engine; 1 to 256, default 1",
	  OPTION_NUMBER(struct arguments, plan.threads, 1, ENGINE_THREADS) },
	{ "svg", 0, "PREFIX", 0, "draw PREFIX-injected.svg, PREFIX-input.svg and PREFIX-output.svg",
	  OPTION_TEXT(struct arguments, plan.svg) },
	{ 0 }
};

static const struct options_part parts[] = {
	OPTIONS_ARGP(struct arguments, pick, &pick_argp),
	OPTIONS_PART(struct arguments, machine, &gemini_options), { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.doc = "MiniGhost on Cielo, as a 27-point stencil: section VI of Pedretti et al.\n"
	       "\vEach rank sends each of up to 26 neighbours one message, once and all at once;\n"
	       "the grid is not periodic.  MiniGhost's reference code exchanges 6 faces, one\n"
	       "dimension after the other: this is its stencil, not its messages.\n"
	       "\n"
	       "Bytes are of full-size messages, by the flow engine. Stalls are simulated\n"
	       "packet by packet, with boxes reduced as --reduced-box says: messages are\n"
	       "shorter, and where they fall below 4 KiB go by PUTs instead of GETs.",
};

/* --- printing --- */

static const char *ghost_table_name(unsigned int i)
{
	static const char *const names[] = { "injected", "stalls", "claims" };

	return names[i];
}

static const struct words ghost_tables = { .name = ghost_table_name, .count = 3 };

static const struct column injected_columns[] = {
	{ "placement", COLUMN_TEXT, false },
	{ "mean_mib", COLUMN_REAL, false },
	{ "max_mib", COLUMN_REAL, false },
	{ "failed_lanes", COLUMN_NUMBER, false },
};

static const struct column stall_columns[] = {
	{ "placement", COLUMN_TEXT, false },
	{ "link", COLUMN_TEXT, false },
	{ "input_mean", COLUMN_REAL, false },
	{ "input_max", COLUMN_REAL, false },
	{ "output_mean", COLUMN_REAL, false },
	{ "output_max", COLUMN_REAL, false },
};

static void add_bar(struct table *table, const struct bar *bar)
{
	table_add(table, "%.1f", bar->mean);
	table_add(table, "%.1f", bar->most);
}

static int print(const struct ghost *ghost, const struct arguments *arguments)
{
	const struct ghost_plan *plan = &arguments->plan;
	char bytes[128], stalls[192];
	struct table tables[] = {
		{ .name = "injected", .title = bytes, .columns = injected_columns,
		  .ncolumns = ARRAY_SIZE(injected_columns) },
		{ .name = "stalls", .title = stalls, .columns = stall_columns,
		  .ncolumns = ARRAY_SIZE(stall_columns) },
		{ .name = "claims", .title = "beside the paper's section VI",
		  .columns = claim_columns, .ncolumns = CLAIM_COLUMNS },
	};

	snprintf(bytes, sizeof(bytes),
		 "bytes injected by a Gemini's hosts, boxes of %u^3 cells (Fig. 6)", plan->box);
	snprintf(stalls, sizeof(stalls),
		 "stalls of a Gemini, router cycles, boxes reduced to %u^3 cells (Fig. 7)",
		 plan->reduced);
	for (unsigned int i = 0; i < GHOST_PLACEMENTS; i++) {
		table_add(&tables[0], "%s", ghost_names[i]);
		table_add(&tables[0], "%.3f", ghost->injected[i].mean);
		table_add(&tables[0], "%.3f", ghost->injected[i].most);
		table_number(&tables[0], fabric_failed(&arguments->machine.fabric));
		for (unsigned int link = 0; link < GHOST_LINKS; link++) {
			table_add(&tables[1], "%s", ghost_names[i]);
			table_add(&tables[1], "%s", ghost_links[link]);
			add_bar(&tables[1], &ghost->input[link][i]);
			add_bar(&tables[1], &ghost->output[link][i]);
		}
	}
	ghost_claims(ghost, &tables[2]);
	return pick_print(&arguments->pick, tables, ARRAY_SIZE(tables));
}

/* --- drawing --- */

/* Name a picture's file after the chart. */
static int picture_path(const char *prefix, const char *name, char **path)
{
	return asprintf(path, "%s-%s.svg", prefix, name) < 0 ? complain_error(prefix, -ENOMEM) : 0;
}

static int check_pictures(const char *prefix)
{
	static const char *const names[] = { "injected", "input", "output" };
	char *path;
	/* A prefix that names standard output is taken for standard output itself. */
	int code = strcmp(prefix, "-") ? 0 : svg_check(prefix);

	for (unsigned int i = 0; i < ARRAY_SIZE(names) && !code; i++) {
		code = picture_path(prefix, names[i], &path);
		if (code)
			break;
		code = svg_check(path);
		free(path);
	}
	return code;
}

static int draw_chart(const struct bars *bars, const char *prefix, const char *name)
{
	char *path;
	int code = picture_path(prefix, name, &path), err;

	if (code)
		return code;
	err = bars_write(bars, path);
	if (err)
		code = complain_output(path, err);
	free(path);
	return code;
}

static int draw_all(const struct ghost *ghost, const char *prefix)
{
	struct bars bars = {
		.title = "MiniGhost: bytes injected by the hosts of a Gemini",
		.axis = "MiB; filled: mean, whisker: most",
		.groups = { "all Geminis of the job" },
	};
	int code;

	memcpy(bars.series, ghost_names, sizeof(bars.series));
	memcpy(bars.bar[0], ghost->injected, sizeof(bars.bar[0]));
	code = draw_chart(&bars, prefix, "injected");
	bars.axis = "router cycles a Gemini; filled: mean, whisker: most";
	memcpy(bars.groups, ghost_links, sizeof(ghost_links));
	bars.title = "MiniGhost: input stalls";
	memcpy(bars.bar, ghost->input, sizeof(bars.bar));
	if (!code)
		code = draw_chart(&bars, prefix, "input");
	bars.title = "MiniGhost: output stalls";
	memcpy(bars.bar, ghost->output, sizeof(bars.bar));
	return code ? code : draw_chart(&bars, prefix, "output");
}

static int run_minighost(struct arguments *arguments)
{
	int code = arguments->plan.svg ? check_pictures(arguments->plan.svg) : 0;
	struct ghost ghost = { 0 };

	for (unsigned int i = 0; i < GHOST_PLACEMENTS && !code; i++)
		code = ghost_measure(&arguments->machine, &arguments->plan, i, &ghost);
	if (!code)
		code = print(&ghost, arguments);
	if (!code && arguments->plan.svg)
		code = draw_all(&ghost, arguments->plan.svg);
	return code;
}

int cmd_minighost(int argc, char **argv)
{
	struct arguments arguments = {
		.machine = { .usual = MACHINE_CIELO, .class = -1 },
		.plan = {
			.grid = { 64, 64, 32 }, .box = 100, .reduced = 10, .seed = 1, .threads = 1,
		},
		.pick = { .tables = &ghost_tables },
	};
	int code;

	options_parse(&options, argc, argv, &arguments);
	code = pick_check(&arguments.pick);
	if (!code)
		code = machine_build(&arguments.machine);
	if (!code && !arguments.machine.is_gemini) {
		complain("only Geminis have hosts as the paper's: a torus of three dimensions");
		code = EXIT_USAGE;
	}
	if (!code)
		code = run_minighost(&arguments);
	machine_free(&arguments.machine);
	return code;
}
