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
#include "cli/out/progress.h"
#include "cli/pick.h"
#include "cli/programs/programs.h"
#include "cli/wait/wait.h"
#include "machine/engine.h"
#include "machine/simulate.h"
#include "runner/run.h"
#include "netsim/traffic/traffic.h"
#include "runner/results.h"
#include "studies.h"

/* Placements of ranks, by their names in the paper. */
enum ghost_placement {
	GHOST_RANDOM, /* ranks on nodes at random */
	GHOST_NO_REMAP, /* a node takes a line of the grid of ranks */
	GHOST_REMAP, /* a node takes a block of the grid of ranks */
	GHOST_PLACEMENTS,
};

/* Number of groups of links: X, Y, Z and host. */
#define GHOST_LINKS 4

/* The arguments. */
struct ghost_plan {
	const struct machine *machine;
	unsigned int grid[3];
	unsigned int box; /* cells of a rank along each side, for injected bytes */
	unsigned int reduced; /* likewise, for stalls */
	uint64_t seed; /* of the random placement */
	unsigned int threads; /* of the event engine */
	const char *svg; /* prefix of the pictures' names, or NULL: draw none */
};

#define CELL		8	/* bytes: a double */
#define POINTS		27
#define PHIT_MIB	(3.0 / (1 << 20)) /* of 3 bytes */

static const char *const names[] = {
	[GHOST_RANDOM] = "Random", [GHOST_NO_REMAP] = "No-Remap", [GHOST_REMAP] = "Remap",
};

static const char *const links[] = { "X", "Y", "Z", "Host" };

/* Where results go. */
struct tables {
	struct results *results;
	struct result *injected;
	struct result *stalls;
};

/* Mean and maximum over Geminis. */
struct bar {
	double mean, most;
};

/* A placement of ranks on a machine. */
struct placing {
	const struct machine *machine;
	struct net_config config; /* of both engines */
	struct stencil stencil;
	uint32_t *place; /* node of each rank */
	bool *used; /* by chip: it has ranks */
};

static struct stencil placing_stencil(const struct ghost_plan *plan,
				      enum ghost_placement placement)
{
	const struct placement *named = placement_find(names[placement]);
	struct stencil stencil = {
		.points = POINTS, .cell = CELL, .steps = 1, .node = { 1, 1, 16 },
		.seed = plan->seed, .mpi = mpi_cray, .random = named->random,
	};

	memcpy(stencil.grid, plan->grid, sizeof(stencil.grid));
	if (named->block[0])
		memcpy(stencil.node, named->block, sizeof(stencil.node));
	return stencil;
}

static void placing_box(struct placing *placing, unsigned int side)
{
	for (unsigned int i = 0; i < 3; i++)
		placing->stencil.box[i] = side;
}

static int placing_place(struct placing *placing)
{
	uint32_t ranks = stencil_ranks(&placing->stencil);
	int err;

	placing->place = calloc(ranks, sizeof(*placing->place));
	placing->used = calloc(placing->machine->fabric.topo.chips, sizeof(*placing->used));
	if (!placing->place || !placing->used)
		return -ENOMEM;
	err = stencil_place(&placing->stencil, &placing->machine->fabric.topo, placing->place);
	for (uint32_t rank = 0; rank < ranks && !err; rank++)
		placing->used[topo_node_chip(&placing->machine->fabric.topo,
					      placing->place[rank])] = true;
	return err;
}

static void placing_free(struct placing *placing)
{
	free(placing->place);
	free(placing->used);
}

/* --- values of a Gemini --- */

typedef double (*gemini_value)(const struct engine *engine, unsigned int chip, unsigned int link);

static double gemini_injected(const struct engine *engine, unsigned int chip, unsigned int link)
{
	(void)link;
	return PHIT_MIB * engine_phits(engine, chip, GEMINI_HOST);
}

/* Sum both directions of a dimension, or read the host link. */
static double gemini_stalls(const struct engine *engine, unsigned int chip, unsigned int link,
			    enum net_counter counter)
{
	double sum = engine_count(engine, chip, 2 * link, counter);

	if (2 * link != GEMINI_HOST)
		sum += engine_count(engine, chip, 2 * link + 1, counter);
	return sum;
}

static double gemini_input(const struct engine *engine, unsigned int chip, unsigned int link)
{
	return gemini_stalls(engine, chip, link, NET_INQ_STALLS);
}

static double gemini_output(const struct engine *engine, unsigned int chip, unsigned int link)
{
	return gemini_stalls(engine, chip, link, NET_CREDIT_STALLS);
}

static struct bar over_geminis(const struct placing *placing, const struct engine *engine,
			       gemini_value of, unsigned int link)
{
	struct bar bar = { 0 };
	unsigned int count = 0;
	double value;

	for (unsigned int chip = 0; chip < placing->machine->fabric.topo.chips; chip++) {
		if (!placing->used[chip])
			continue;
		value = of(engine, chip, link);
		bar.mean += value;
		bar.most = value > bar.most ? value : bar.most;
		count++;
	}
	bar.mean /= count;
	return bar;
}

/* --- both measurements --- */

static int ghost_failed(int err)
{
	if (err == -EINVAL)
		complain("the grid: up to 2^28 ranks, divided by 1x1x16 and by 2x2x4 a node");
	else if (err == -E2BIG)
		complain("the grid has more ranks than the machine has nodes for");
	else
		complain("%s", engine_why(err));
	return exit_code(err == -E2BIG ? -EINVAL : err);
}

static void add_extent(struct tables *tables, struct result *result, struct bar bar)
{
	result_number(tables->results, result, bar.mean);
	result_number(tables->results, result, bar.most);
}

static int measure_bytes(struct placing *placing, enum ghost_placement placement,
			 struct tables *tables)
{
	struct engine engine;
	int err = engine_flow(&engine, placing->machine, &placing->config);

	if (!err)
		err = stencil_flow(&placing->stencil, placing->place, &placing->config,
				   engine.flow);
	if (!err) {
		engine_flow_finish(&engine, 0);
		result_text(tables->results, tables->injected, "%s", names[placement]);
		add_extent(tables, tables->injected,
			   over_geminis(placing, &engine, gemini_injected, 0));
		result_number(tables->results, tables->injected,
			      fabric_failed(&placing->machine->fabric));
	}
	engine_free(&engine);
	return err ? ghost_failed(err) : 0;
}

/* Sum up what all nodes send: how far a run has come is known by what has arrived of it. */
static int sum_bytes(const struct placing *placing, uint64_t *bytes)
{
	const struct topo *topo = &placing->machine->fabric.topo;
	uint32_t nodes = topo_nodes(topo);
	struct net_transfer transfer;
	struct net_traffic traffic;
	int err = stencil_traffic(&placing->stencil, topo, &traffic);

	*bytes = 0;
	for (uint32_t node = 0; node < nodes && !err; node++) {
		while (traffic.next(traffic.context, node, &transfer))
			*bytes += transfer.bytes;
	}
	traffic_free(&traffic);
	return err;
}

static int simulate_all(struct engine *engine, uint64_t bytes)
{
	struct simulation simulation = {
		.engine = engine, .until = NET_FOREVER, .bytes = bytes,
	};
	int code;

	stop_catch();
	code = simulate(&simulation);
	stop_heeded();
	if (code || !simulation.asked)
		return code;
	complain("ended before all placements were measured");
	return EXIT_RUNTIME;
}

static int measure_stalls(struct placing *placing, enum ghost_placement placement,
			  struct tables *tables)
{
	struct net_traffic traffic;
	struct engine engine;
	uint64_t bytes;
	int code, err;

	err = sum_bytes(placing, &bytes);
	if (!err)
		err = stencil_traffic(&placing->stencil, &placing->machine->fabric.topo, &traffic);
	if (err)
		return ghost_failed(err);
	err = engine_event(&engine, placing->machine, &placing->config, &traffic);
	code = err ? ghost_failed(err) : simulate_all(&engine, bytes);
	for (unsigned int link = 0; link < GHOST_LINKS && !code; link++) {
		result_text(tables->results, tables->stalls, "%s", names[placement]);
		result_text(tables->results, tables->stalls, "%s", links[link]);
		add_extent(tables, tables->stalls,
			   over_geminis(placing, &engine, gemini_input, link));
		add_extent(tables, tables->stalls,
			   over_geminis(placing, &engine, gemini_output, link));
	}
	engine_free(&engine);
	traffic_free(&traffic);
	return code;
}

static int measure_placement(const struct ghost_plan *plan, enum ghost_placement placement,
			     struct tables *tables)
{
	struct placing placing = {
		.machine = plan->machine, .config = engine_config(plan->machine),
		.stencil = placing_stencil(plan, placement),
	};
	int code, err;

	placing.config.seed = plan->seed;
	placing.config.threads = plan->threads;
	placing_box(&placing, plan->box);
	err = placing_place(&placing);
	code = err ? ghost_failed(err) : measure_bytes(&placing, placement, tables);
	placing_box(&placing, plan->reduced);
	if (!code)
		code = measure_stalls(&placing, placement, tables);
	placing_free(&placing);
	return code;
}

static int ghost_measure(void *data, struct results *results)
{
	const struct ghost_plan *plan = data;
	struct tables tables = {
		.results = results,
		.injected = results_begin(results, "injected",
					  "placement mean_mib max_mib failed_lanes"),
		.stalls = results_begin(results, "stalls",
			"placement link input_mean input_max output_mean output_max"),
	};
	struct result *sizes = results_begin(results, "plan", "box reduced");
	struct progress progress;
	int code = 0;

	result_number(results, sizes, plan->box);
	result_number(results, sizes, plan->reduced);
	for (unsigned int i = 0; i < GHOST_PLACEMENTS && !code; i++) {
		progress_begin(&progress, (i + 1.) / GHOST_PLACEMENTS);
		code = measure_placement(plan, i, &tables);
		progress_end(&progress);
	}
	return code;
}

/* --- growth: the same boxes on fewer ranks --- */

/* Most grids: the plan's, and halves of it. */
#define GROWTH_GRIDS	8
#define CYCLES_A_MS	800000.0	/* of the router, 800 MHz */

/* Halve the longer of x and y. Return false if blocks of ranks would not fit any more. */
static bool halve(unsigned int grid[3])
{
	unsigned int *longer = grid[0] > grid[1] ? &grid[0] : &grid[1];

	if (*longer % 4)
		return false;
	*longer /= 2;
	return true;
}

/* Orders of nodes by dimensions, the fastest first; the first one is the machine's own. */
static const char *const orders[] = { "ZYX", "YZX", "ZXY", "XZY", "YXZ", "XYZ" };

/* Return a node in another order that has the number which this one has in the machine's own. */
static uint32_t reorder(const struct topo *topo, uint32_t node, const char *order)
{
	unsigned int coord[TOPO_DIMS] = { 0 }, number = 0, dim;

	topo_coord(topo, topo_node_chip(topo, node), coord);
	for (dim = 0; dim < 3; dim++)
		number = number * topo->size[dim] + coord[dim];
	for (unsigned int i = 0; i < 3; i++) {
		dim = order[i] - 'X';
		coord[dim] = number % topo->size[dim];
		number /= topo->size[dim];
	}
	return topo_node(topo, topo_chip(topo, coord), topo_node_nic(topo, node));
}

/* Place ranks, with nodes in an order, and carry an exchange of theirs by the flow engine. */
static int carry_exchange(const struct ghost_plan *plan, enum ghost_placement placement,
			  const char *order, struct engine *engine)
{
	const struct topo *topo = &plan->machine->fabric.topo;
	struct placing placing = {
		.machine = plan->machine, .config = engine_config(plan->machine),
		.stencil = placing_stencil(plan, placement),
	};
	int err;

	placing_box(&placing, plan->box);
	err = placing_place(&placing);
	for (uint32_t rank = 0; rank < stencil_ranks(&placing.stencil) && !err; rank++)
		placing.place[rank] = reorder(topo, placing.place[rank], order);
	if (!err)
		err = engine_flow(engine, placing.machine, &placing.config);
	if (!err)
		err = stencil_flow(&placing.stencil, placing.place, &placing.config, engine->flow);
	if (!err)
		engine_flow_finish(engine, 0);
	placing_free(&placing);
	return err;
}

/* Add how long the busiest link takes for an exchange. */
static int measure_growth(const struct ghost_plan *plan, enum ghost_placement placement,
			  unsigned int halved, struct results *results, struct result *result)
{
	struct engine engine = { 0 };
	int err = carry_exchange(plan, placement, orders[0], &engine);

	if (!err) {
		result_number(results, result, plan->box);
		result_number(results, result, plan->grid[0] * plan->grid[1] * plan->grid[2]);
		result_number(results, result, halved);
		result_text(results, result, "%s", names[placement]);
		result_number(results, result, engine.cycles / CYCLES_A_MS);
	}
	engine_free(&engine);
	return err ? ghost_failed(err) : 0;
}

static int ghost_growth(void *data, struct results *results)
{
	struct result *result = results_begin(results, "growth",
					      "box ranks halved placement busiest_ms");
	struct ghost_plan plan = *(const struct ghost_plan *)data;
	struct progress progress;
	unsigned int halved = 0;
	int code = 0;

	do {
		progress_begin(&progress, 1 - 1. / (2u << halved));
		for (unsigned int i = 0; i < GHOST_PLACEMENTS && !code; i++)
			code = measure_growth(&plan, i, halved, results, result);
		progress_end(&progress);
	} while (!code && ++halved < GROWTH_GRIDS && halve(plan.grid));
	return code;
}

/* --- orders: the same with nodes numbered along other dimensions first --- */

/* Return how long the busiest link of a dimension takes. */
static double busiest_ms(const struct engine *engine, unsigned int dim)
{
	double most = 0, busy;

	for (unsigned int link = 0; link < 2 * engine->machine->fabric.topo.chips; link++) {
		busy = flow_link_busy(engine->flow, link / 2, 2 * dim + link % 2);
		most = busy > most ? busy : most;
	}
	return most / CYCLES_A_MS;
}

static int measure_order(const struct ghost_plan *plan, enum ghost_placement placement,
			 const char *order, struct results *results, struct result *result)
{
	struct engine engine = { 0 };
	int err = carry_exchange(plan, placement, order, &engine);

	if (!err) {
		result_text(results, result, "%s", order);
		result_text(results, result, "%s", names[placement]);
		for (unsigned int dim = 0; dim < 3; dim++)
			result_number(results, result, busiest_ms(&engine, dim));
	}
	engine_free(&engine);
	return err ? ghost_failed(err) : 0;
}

static int ghost_orders(void *data, struct results *results)
{
	struct result *result = results_begin(results, "orders", "order placement x_ms y_ms z_ms");
	struct progress progress;
	int code = 0;

	for (unsigned int i = 0; i < 2 * ARRAY_SIZE(orders) && !code; i++) {
		progress_begin(&progress, (i + 1.) / (2 * ARRAY_SIZE(orders)));
		code = measure_order(data, GHOST_NO_REMAP + i % 2, orders[i / 2], results, result);
		progress_end(&progress);
	}
	return code;
}

/* --- the command --- */

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
	OPTIONS_PART(struct arguments, pick, &pick_options),
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
	{ "growth", ghost_growth, 0.1 },
	{ "orders", ghost_orders, 0.2 },
	{ 0 }
};

static int run_minighost(struct run *run, struct arguments *arguments)
{
	int code = arguments->plan.svg ? check_pictures(arguments->plan.svg) : 0;

	arguments->plan.machine = &arguments->machine;
	if (!code)
		code = run_simulate(run, sources, &arguments->plan);
	if (!code)
		code = run_print(run, &arguments->pick);
	if (!code && arguments->plan.svg)
		code = draw_all(run, arguments->plan.svg);
	return code;
}

static int ask_minighost(struct run *run, int argc, char **argv)
{
	struct arguments arguments = {
		.machine = { .usual = MACHINE_CIELO, .class = -1 },
		.plan = {
			.grid = { 64, 64, 32 }, .box = 100, .reduced = 10, .seed = 1, .threads = 1,
		},
		.pick = { .tables = run_words(run) },
	};
	int code;

	options_parse(&options, argc, argv, &arguments);
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
