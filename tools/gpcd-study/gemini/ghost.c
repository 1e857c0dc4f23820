// SPDX-License-Identifier: GPL-2.0-only
/* Ranks placed, the bytes that they inject by the flow engine, and stalls by the event engine. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/out/complain.h"
#include "cli/out/people.h"
#include "cli/out/progress.h"
#include "cli/programs/programs.h"
#include "cli/wait/wait.h"
#include "machine/simulate.h"
#include "netsim/packet.h"
#include "runner/run.h"
#include "ghost.h"

/* Number of groups of links: X, Y, Z and host. */
#define GHOST_LINKS 4

#define CELL		8	/* bytes: a double */
#define POINTS		27
#define PHIT_MIB	(3.0 / (1 << 20)) /* of 3 bytes */

const char *const ghost_names[] = {
	[GHOST_RANDOM] = "Random", [GHOST_NO_REMAP] = "No-Remap", [GHOST_REMAP] = "Remap",
};

static const char *const links[] = { "X", "Y", "Z", "Host" };

/* Where results go. */
struct tables {
	struct results *results;
	struct result *injected;
	struct result *stalls;
	struct result *times;
};

/* Mean and maximum over Geminis. */
struct bar {
	double mean, most;
};

static struct stencil placing_stencil(const struct ghost_plan *plan,
				      enum ghost_placement placement)
{
	const struct placement *named = placement_find(ghost_names[placement]);
	struct stencil stencil = {
		.points = POINTS, .cell = CELL, .steps = 1, .node = { 1, 1, 16 },
		.seed = plan->seed, .random = named->random,
	};

	memcpy(stencil.grid, plan->grid, sizeof(stencil.grid));
	if (named->block[0])
		memcpy(stencil.node, named->block, sizeof(stencil.node));
	return stencil;
}

/*
 * Set the size of the boxes. Faces go as from whole boxes, in fewer packets; edges and
 * corners are PUT.
 */
static void placing_box(struct placing *placing, unsigned int side, unsigned int whole)
{
	uint64_t face = CELL * (uint64_t)side * side, full = CELL * (uint64_t)whole * whole;
	struct mpi *mpi = &placing->stencil.mpi;

	for (unsigned int i = 0; i < 3; i++)
		placing->stencil.box[i] = side;
	*mpi = mpi_cray;
	if (side == whole)
		return;
	mpi->pulled = full < mpi_cray.pulled ? UINT64_MAX : face;
	mpi->engine = full < mpi_cray.engine ? UINT64_MAX : face;
}

int placing_open(struct placing *placing, const struct ghost_plan *plan,
		 enum ghost_placement placement, unsigned int side)
{
	const struct topo *topo = &plan->machine->fabric.topo;
	uint32_t ranks, rank;
	int err;

	*placing = (struct placing){
		.machine = plan->machine, .config = engine_config(plan->machine),
		.stencil = placing_stencil(plan, placement),
	};
	placing_box(placing, side, plan->box);
	ranks = stencil_ranks(&placing->stencil);
	placing->place = calloc(ranks, sizeof(*placing->place));
	placing->used = calloc(topo->chips, sizeof(*placing->used));
	if (!placing->place || !placing->used)
		return -ENOMEM;
	err = stencil_place(&placing->stencil, topo, placing->place);
	for (rank = 0; rank < ranks && !err; rank++)
		placing->used[topo_node_chip(topo, placing->place[rank])] = true;
	return err;
}

void placing_free(struct placing *placing)
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

int ghost_failed(int err)
{
	static const char sizes[] =
		"x and y must be multiples of 2, z of 16, so that nodes have whole blocks";
	static const char remedy[] = "give a smaller one, by --grid, or a larger --torus";

	if (err == -EINVAL)
		complain("--grid: %s; up to 2^28 ranks", sizes);
	else if (err == -E2BIG)
		complain("the grid has more ranks than the machine has nodes for, 16 on each: %s",
			 remedy);
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
		result_text(tables->results, tables->injected, "%s", ghost_names[placement]);
		add_extent(tables, tables->injected,
			   over_geminis(placing, &engine, gemini_injected, 0));
		result_number(tables->results, tables->injected,
			      fabric_failed(&placing->machine->fabric));
	}
	engine_free(&engine);
	return err ? ghost_failed(err) : 0;
}

/* Exchanges of a placement in the event engine, and what they send. */
struct exchanges {
	struct net_traffic traffic;
	struct engine engine;
	uint64_t bytes; /* of payload */
	uint64_t packets; /* requests */
};

/* Count what all nodes send: how far a run has come is known by what has arrived of it. */
static int count_sent(const struct placing *placing, struct exchanges *exchanges)
{
	const struct topo *topo = &placing->machine->fabric.topo;
	struct stencil once = placing->stencil;
	uint32_t nodes = topo_nodes(topo);
	struct net_transfer transfer;
	struct net_traffic traffic;
	int err;

	once.steps = 1;
	once.waits = false;
	err = stencil_traffic(&once, topo, &traffic);
	for (uint32_t node = 0; node < nodes && !err; node++) {
		while (traffic.next(traffic.context, node, &transfer)) {
			exchanges->bytes += transfer.bytes;
			exchanges->packets += net_transactions(&transfer);
		}
	}
	traffic_free(&traffic);
	exchanges->bytes *= placing->stencil.steps;
	exchanges->packets *= placing->stencil.steps;
	return err;
}

static int simulate_all(struct exchanges *exchanges)
{
	struct simulation simulation = {
		.engine = &exchanges->engine, .until = NET_FOREVER, .bytes = exchanges->bytes,
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

/* Simulate the exchanges of a placement; call exchanges_free() in any case. */
static int exchanges_run(struct exchanges *exchanges, const struct placing *placing)
{
	int err;

	*exchanges = (struct exchanges){ 0 };
	err = count_sent(placing, exchanges);
	if (!err)
		err = stencil_traffic(&placing->stencil, &placing->machine->fabric.topo,
				      &exchanges->traffic);
	if (!err)
		err = engine_event(&exchanges->engine, placing->machine, &placing->config,
				   &exchanges->traffic);
	return err ? ghost_failed(err) : simulate_all(exchanges);
}

static void exchanges_free(struct exchanges *exchanges)
{
	engine_free(&exchanges->engine);
	traffic_free(&exchanges->traffic);
}

/* --- an estimate --- */

/* Cells along each side of a trial's faces. Packets of smaller ones seldom wait for each other. */
#define TRIAL		6

/* The part of the work that trials are taken for. */
#define TRIAL_PART	0.01

/* Return the time that this process has had of processors, seconds. */
static double used_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}

/* Try one exchange of small faces; add the time that the plan's exchanges would take. */
static int try_placement(const struct ghost_plan *plan, enum ghost_placement placement,
			 double *seconds)
{
	struct exchanges wanted = { 0 }, tried = { 0 };
	struct placing placing;
	int err = placing_open(&placing, plan, placement, plan->reduced);
	int code;
	double start;

	placing.config.threads = plan->threads;
	if (!err)
		err = count_sent(&placing, &wanted);
	placing_box(&placing, TRIAL, plan->box);
	placing.stencil.points = 6;
	start = used_seconds();
	code = err ? ghost_failed(err) : exchanges_run(&tried, &placing);
	if (!code && tried.packets)
		*seconds += (used_seconds() - start) * plan->exchanges * wanted.packets /
			    tried.packets;
	exchanges_free(&tried);
	placing_free(&placing);
	return code;
}

/*
 * If it is asked for, report how much time of a processor and memory the exchanges of a plan will
 * take, after a small trial of each placement from @first on. Return the exit code.
 */
static int announce(const struct ghost_plan *plan, enum ghost_placement first)
{
	struct run_cost cost = { 0 };
	struct progress progress;
	struct rusage usage;
	char what[96];
	int code = 0;

	if (!plan->announced)
		return 0;
	for (unsigned int i = first; i < GHOST_PLACEMENTS && !code; i++) {
		progress_begin(&progress, TRIAL_PART * (i + 1.) / GHOST_PLACEMENTS);
		code = try_placement(plan, i, &cost.seconds);
		progress_end(&progress);
	}
	if (code)
		return code;
	getrusage(RUSAGE_SELF, &usage);
	cost.bytes = usage.ru_maxrss * 1024.0;
	snprintf(what, sizeof(what), "%u exchange%s of boxes of %u^3 cells on %u ranks",
		 plan->exchanges, people_plural(plan->exchanges), plan->reduced,
		 plan->grid[0] * plan->grid[1] * plan->grid[2]);
	run_report_cost(&cost, what);
	return 0;
}

/* --- stalls and times --- */

static int measure_stalls(const struct placing *placing, enum ghost_placement placement,
			  struct tables *tables)
{
	struct results *results = tables->results;
	struct exchanges exchanges;
	const struct engine *engine = &exchanges.engine;
	int code = exchanges_run(&exchanges, placing);

	for (unsigned int link = 0; link < GHOST_LINKS && !code; link++) {
		result_text(results, tables->stalls, "%s", ghost_names[placement]);
		result_text(results, tables->stalls, "%s", links[link]);
		add_extent(tables, tables->stalls,
			   over_geminis(placing, engine, gemini_input, link));
		add_extent(tables, tables->stalls,
			   over_geminis(placing, engine, gemini_output, link));
	}
	if (!code) {
		result_text(results, tables->times, "%s", ghost_names[placement]);
		result_number(results, tables->times, engine->cycles / GHOST_CYCLES_A_US);
	}
	exchanges_free(&exchanges);
	return code;
}

/* Go over from bytes to exchanges of reduced boxes. */
static void placing_reduce(struct placing *placing, const struct ghost_plan *plan)
{
	placing_box(placing, plan->reduced, plan->box);
	placing->stencil.steps = plan->exchanges;
	placing->stencil.waits = true;
	placing->config.seed = plan->seed;
	placing->config.threads = plan->threads;
}

static int measure_placement(const struct ghost_plan *plan, enum ghost_placement placement,
			     struct tables *tables)
{
	struct placing placing;
	int err = placing_open(&placing, plan, placement, plan->box);
	int code;

	code = err ? ghost_failed(err) : measure_bytes(&placing, placement, tables);
	placing_reduce(&placing, plan);
	if (!code)
		code = measure_stalls(&placing, placement, tables);
	placing_free(&placing);
	return code;
}

int ghost_measure(void *data, struct results *results)
{
	const struct ghost_plan *plan = data;
	struct tables tables = {
		.results = results,
		.injected = results_begin(results, "injected",
					  "placement mean_mib max_mib failed_lanes"),
		.stalls = results_begin(results, "stalls",
			"placement link input_mean input_max output_mean output_max"),
		.times = results_begin(results, "times", "placement us"),
	};
	struct result *sizes = results_begin(results, "plan", "box reduced exchanges");
	struct progress progress;
	int code = announce(plan, GHOST_RANDOM);

	result_number(results, sizes, plan->box);
	result_number(results, sizes, plan->reduced);
	result_number(results, sizes, plan->exchanges);
	for (unsigned int i = 0; i < GHOST_PLACEMENTS && !code; i++) {
		progress_begin(&progress, (i + 1.) / GHOST_PLACEMENTS);
		code = measure_placement(plan, i, &tables);
		progress_end(&progress);
	}
	return code;
}

/* --- fewer ranks --- */

bool ghost_halve(unsigned int grid[3])
{
	unsigned int *longer = grid[0] > grid[1] ? &grid[0] : &grid[1];

	if (*longer % 4)
		return false;
	*longer /= 2;
	return true;
}

static int measure_scaled(const struct ghost_plan *plan, enum ghost_placement placement,
			  unsigned int halved, struct results *results, struct result *result)
{
	struct exchanges exchanges = { 0 };
	struct placing placing;
	int err = placing_open(&placing, plan, placement, plan->box);
	int code;

	placing_reduce(&placing, plan);
	code = err ? ghost_failed(err) : exchanges_run(&exchanges, &placing);
	if (!code) {
		result_number(results, result, stencil_ranks(&placing.stencil));
		result_number(results, result, halved);
		result_text(results, result, "%s", ghost_names[placement]);
		result_number(results, result, exchanges.engine.cycles / GHOST_CYCLES_A_US);
	}
	exchanges_free(&exchanges);
	placing_free(&placing);
	return code;
}

static int measure_grid(const struct ghost_plan *plan, unsigned int halved,
			struct results *results, struct result *result)
{
	int code = announce(plan, GHOST_NO_REMAP);

	for (unsigned int i = GHOST_NO_REMAP; i <= GHOST_REMAP && !code; i++)
		code = measure_scaled(plan, i, halved, results, result);
	return code;
}

int ghost_scaling(void *data, struct results *results)
{
	static const unsigned int wanted[] = { 3, 5 }; /* times that the grid is halved */
	struct result *result = results_begin(results, "scaling", "ranks halved placement us");
	struct ghost_plan plan = *(const struct ghost_plan *)data;
	struct progress progress;
	unsigned int halved = 0;
	int code = 0;

	for (unsigned int i = 0; i < ARRAY_SIZE(wanted) && !code; i++) {
		progress_begin(&progress, (i + 1.) / ARRAY_SIZE(wanted));
		while (halved < wanted[i] && ghost_halve(plan.grid))
			halved++;
		if (halved == wanted[i])
			code = measure_grid(&plan, halved, results, result);
		progress_end(&progress);
	}
	return code;
}
