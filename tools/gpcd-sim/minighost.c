// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "claim.h"
#include "cli.h"
#include "engine.h"
#include "minighost.h"
#include "parse.h"
#include "sim.h"

#define SIDE_MAX 1000

const char *const ghost_names[] = {
	[GHOST_RANDOM] = "Random", [GHOST_NO_REMAP] = "No-Remap", [GHOST_REMAP] = "Remap",
};

const char *const ghost_links[] = { "X", "Y", "Z", "Host" };

enum { KEY_GRID = 0x700, KEY_BOX, KEY_REDUCED, KEY_SEED, KEY_THREADS, KEY_SVG };

static const struct argp_option options[] = {
	{ "grid", KEY_GRID, "XxYxZ", 0, "of ranks, 16 a node, up to 2^28; default 64x64x32", 0 },
	{ "box", KEY_BOX, "N", 0,
	  "cells along each side of a rank, for bytes; 1 to 1000, default 100", 0 },
	{ "reduced-box", KEY_REDUCED, "N", 0, "likewise, for stalls; 1 to 1000, default 10", 0 },
	{ "seed", KEY_SEED, "N", 0, "of the random placement; default 1", 0 },
	{ "threads", KEY_THREADS, "N", 0, "of the event engine; 1 to 256, default 1", 0 },
	{ "svg", KEY_SVG, "PREFIX", 0,
	  "draw PREFIX-injected.svg, PREFIX-input.svg and PREFIX-output.svg", 0 },
	{ 0 }
};

/** struct arguments - @machine: default Cielo */
struct arguments {
	struct machine machine;
	struct ghost_plan plan;
};

static int parse_plan(int key, char *arg, struct ghost_plan *plan)
{
	switch (key) {
	case KEY_GRID:
		return parse_size(arg, plan->grid);
	case KEY_BOX:
		return parse_between(arg, 1, SIDE_MAX, &plan->box);
	case KEY_REDUCED:
		return parse_between(arg, 1, SIDE_MAX, &plan->reduced);
	case KEY_SEED:
		return parse_number(arg, &plan->seed);
	case KEY_THREADS:
		return parse_between(arg, 1, ENGINE_THREADS, &plan->threads);
	case KEY_SVG:
		plan->svg = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	int err;

	if (key == ARGP_KEY_INIT) {
		state->child_inputs[1] = &arguments->machine;
		return 0;
	}
	if (key == ARGP_KEY_ARG)
		argp_error(state, "'%s' is no option", arg);
	err = parse_plan(key, arg, &arguments->plan);
	if (err == -EINVAL)
		cli_refuse(state, options, key, arg);
	return err;
}

static const struct argp_child children[] = {
	{ .argp = &cli_format_argp }, { .argp = &gemini_argp }, { 0 }
};

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.children = children,
	.doc = "MiniGhost, a 27-point stencil, on Cielo: section VI of Pedretti et al.\n"
	       "\vBytes are those of whole messages, by the flow engine. Stalls are simulated\n"
	       "packet by packet, with boxes reduced as --reduced-box says: messages are\n"
	       "shorter, and where they fall below 4 KiB go by PUTs instead of GETs.",
};

/* --- telling --- */

static const struct column injected_columns[] = {
	{ "placement", COLUMN_TEXT, false },
	{ "mean_mb", COLUMN_REAL, false },
	{ "max_mb", COLUMN_REAL, false },
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

static int print(const struct ghost *ghost, const struct ghost_plan *plan)
{
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
		for (unsigned int link = 0; link < GHOST_LINKS; link++) {
			table_add(&tables[1], "%s", ghost_names[i]);
			table_add(&tables[1], "%s", ghost_links[link]);
			add_bar(&tables[1], &ghost->input[link][i]);
			add_bar(&tables[1], &ghost->output[link][i]);
		}
	}
	ghost_claims(ghost, &tables[2]);
	return tables_print(tables, ARRAY_SIZE(tables));
}

/* --- drawing --- */

static int draw(const struct bars *bars, const char *prefix, const char *name)
{
	char *path;
	int err = asprintf(&path, "%s-%s.svg", prefix, name) < 0 ? -ENOMEM : 0;

	if (err) {
		complain("%s: %s", prefix, strerror(-err));
		return EXIT_RUNTIME;
	}
	err = bars_write(bars, path);
	if (err)
		complain("%s: %s", path, strerror(-err));
	free(path);
	return err ? EXIT_OUTPUT : 0;
}

static int draw_all(const struct ghost *ghost, const char *prefix)
{
	struct bars bars = {
		.title = "MiniGhost: bytes injected by the hosts of a Gemini",
		.axis = "MB; filled: mean, whisker: most",
		.groups = { "all Geminis of the job" },
	};
	int code;

	memcpy(bars.series, ghost_names, sizeof(bars.series));
	memcpy(bars.bar[0], ghost->injected, sizeof(bars.bar[0]));
	code = draw(&bars, prefix, "injected");
	bars.axis = "router cycles a Gemini; filled: mean, whisker: most";
	memcpy(bars.groups, ghost_links, sizeof(ghost_links));
	bars.title = "MiniGhost: input stalls";
	memcpy(bars.bar, ghost->input, sizeof(bars.bar));
	if (!code)
		code = draw(&bars, prefix, "input");
	bars.title = "MiniGhost: output stalls";
	memcpy(bars.bar, ghost->output, sizeof(bars.bar));
	return code ? code : draw(&bars, prefix, "output");
}

static int run(struct arguments *arguments)
{
	struct ghost ghost = { 0 };
	int code = 0;

	for (unsigned int i = 0; i < GHOST_PLACEMENTS && !code; i++)
		code = ghost_measure(&arguments->machine, &arguments->plan, i, &ghost);
	if (!code)
		code = print(&ghost, &arguments->plan);
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
	};
	int code;

	cli_parse(&argp, argc, argv, &arguments);
	code = machine_build(&arguments.machine);
	if (!code && !arguments.machine.is_gemini) {
		complain("only Geminis have hosts as the paper's: a torus of three dimensions");
		code = EXIT_USAGE;
	}
	if (!code)
		code = run(&arguments);
	machine_free(&arguments.machine);
	return code;
}
