// SPDX-License-Identifier: GPL-2.0-only
/*
 * gpcd-study minighost: the effects on the network of three placements of ranks on Cielo; bytes by
 * the flow engine, stalls by the event engine.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/draw/draw.h"
#include "cli/options.h"
#include "cli/out/complain.h"
#include "cli/pick.h"
#include "runner/run.h"
#include "ghost.h"
#include "studies.h"

#define SIDE_MAX	1000
#define EXCHANGES_MAX	1000
#define REDUCED		8	/* cells along each side of a rank, at the usual scale */

/* How large the boxes are that stalls are simulated with. */
enum ghost_scale { GHOST_USUAL, GHOST_PAPER };

static const struct words ghost_scales = WORDS_OF("usual", "paper");

/* The arguments. */
struct arguments {
	struct machine machine; /* Cielo by default */
	struct ghost_plan plan;
	unsigned int scale; /* enum ghost_scale */
	const char *svg; /* prefix of the pictures' names, or NULL: draw none */
	struct pick pick; /* tables to print */
};

static const struct option_row rows[] = {
	{ "grid", 0, "XxYxZ", 0, "of ranks, 16 a node, up to 2^28; default 64x64x32",
	  OPTION_SIZE(struct arguments, plan.grid) },
	{ "box", 0, "N", 0, "cells along each side of a rank, for bytes; 1 to 1000, default 100",
	  OPTION_NUMBER(struct arguments, plan.box, 1, SIDE_MAX) },
	{ "reduced-box", 0, "N", 0,
	  "cells along each side of a rank, for stalls; 1 to 1000, default 8",
	  OPTION_NUMBER(struct arguments, plan.reduced, 1, SIDE_MAX) },
	{ "exchanges", 0, "N", 0, "for stalls, one after the other; 1 to 1000, default 2",
	  OPTION_NUMBER(struct arguments, plan.exchanges, 1, EXCHANGES_MAX) },
	{ "scale", 0, "NAME", 0,
	  "usual (default), or paper: whole boxes for stalls, too; what that takes is said first",
	  OPTION_WORD(struct arguments, scale, &ghost_scales) },
	{ "seed", 0, "N", 0, "a number that the random placement depends on; default 1",
	  OPTION_WIDE(struct arguments, plan.seed, 0, UINT64_MAX) },
	{ "threads", 0, "N", 0,
	  "of each simulation, 1 to 256; default: as many as processors, up to 8",
	  OPTION_NUMBER(struct arguments, plan.threads, 1, ENGINE_THREADS) },
	{ "svg", 0, "PREFIX", 0, "draw PREFIX-injected.svg, PREFIX-input.svg and PREFIX-output.svg",
	  OPTION_TEXT(struct arguments, svg) },
	{ 0 }
};

static const struct options_part parts[] = {
	OPTIONS_PART(struct arguments, pick, &pick_options),
	OPTIONS_PART(struct arguments, machine, &gemini_options), { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.doc = "MiniGhost on Cielo, as a 27-point stencil: section VI of Pedretti et al.\n"
	       "\vIn an exchange each rank sends each of up to 26 neighbours one message, all at\n"
	       "once; a node begins the next one when all of its messages have come and gone.\n"
	       "The grid is not periodic.  MiniGhost's reference code exchanges 6 faces, one\n"
	       "dimension after the other: this is its stencil, not its messages.\n"
	       "\n"
	       "Bytes are of full-size messages, by the flow engine. Stalls are simulated\n"
	       "packet by packet, with boxes reduced as --reduced-box says: messages are\n"
	       "shorter, and faces go by PUTs or GETs as the full-size ones do.",
};

/* --- drawing --- */

/* The figures of the study. */
static const char *const pictures[] = { "injected", "input", "output" };

/* Name a picture's file after the chart. */
static int picture_path(const char *prefix, const char *name, char **path)
{
	return asprintf(path, "%s-%s.svg", prefix, name) < 0 ? complain_error(prefix, -ENOMEM) : 0;
}

static int check_pictures(const char *prefix)
{
	char *path;
	/* A prefix that names standard output is taken for standard output itself. */
	int code = strcmp(prefix, "-") ? 0 : svg_check(prefix);

	for (unsigned int i = 0; i < ARRAY_SIZE(pictures) && !code; i++) {
		code = picture_path(prefix, pictures[i], &path);
		if (code)
			break;
		code = svg_check(path);
		free(path);
	}
	return code;
}

static int draw_all(struct run *run, const char *prefix)
{
	char *path;
	int code = 0;

	for (unsigned int i = 0; i < ARRAY_SIZE(pictures) && !code; i++) {
		code = picture_path(prefix, pictures[i], &path);
		if (code)
			break;
		code = run_draw_svg(run, pictures[i], path);
		free(path);
	}
	return code;
}

static const struct source sources[] = {
	{ "minighost", ghost_measure, 1 },
	{ "scaling", ghost_scaling, 0.06 },
	{ "growth", ghost_growth, 0.01 },
	{ "orders", ghost_orders, 0.02 },
	{ 0 }
};

static int run_minighost(struct run *run, struct arguments *arguments)
{
	int code = arguments->svg ? check_pictures(arguments->svg) : 0;

	arguments->plan.machine = &arguments->machine;
	arguments->plan.announced = arguments->scale == GHOST_PAPER;
	if (!code)
		code = run_simulate(run, sources, &arguments->plan);
	if (!code)
		code = run_print(run, &arguments->pick);
	if (!code && arguments->svg)
		code = draw_all(run, arguments->svg);
	return code;
}

static int ask_minighost(struct run *run, int argc, char **argv)
{
	struct arguments arguments = {
		.machine = { .usual = MACHINE_CIELO, .class = -1 },
		.plan = {
			.grid = { 64, 64, 32 }, .box = 100, .exchanges = 2, .seed = 1,
			.threads = run_usual_threads(),
		},
		.pick = { .tables = run_words(run) },
	};
	struct ghost_plan *plan = &arguments.plan;
	int code;

	options_parse(&options, argc, argv, &arguments);
	if (!plan->reduced)
		plan->reduced = arguments.scale == GHOST_PAPER ? plan->box : REDUCED;
	run_choose(run, &arguments.pick, NULL);
	code = pick_check(&arguments.pick);
	if (!code)
		code = machine_build(&arguments.machine);
	if (!code && !arguments.machine.is_gemini) {
		complain("only Geminis have hosts as the paper's: a torus of three dimensions");
		code = EXIT_USAGE;
	}
	if (!code)
		code = run_minighost(run, &arguments);
	machine_free(&arguments.machine);
	return code;
}

int cmd_minighost(int argc, char **argv)
{
	struct run *run;
	int code = run_open(&run, "gemini", "minighost");

	return code ? code : ask_minighost(run, argc, argv);
}
