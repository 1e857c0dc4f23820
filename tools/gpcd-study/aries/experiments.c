// SPDX-License-Identifier: GPL-2.0-only
/* The experiments: which programs each tries, on which nodes, by which routing. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/complain.h"
#include "trials.h"

/*
 * Report why ranks could not be placed; what is, for instance, "two nodes inter-groups". Return the
 * exit code, 0 if err is 0.
 */
static int experiment_refused(const char *what, int err)
{
	if (err == -EDOM) {
		complain("the machine has no room for %s: give a larger one, by --dragonfly", what);
		return EXIT_USAGE;
	}
	if (err)
		complain("%s: %s", what, strerror(-err));
	return exit_code(err);
}

/*
 * Streams that place ranks: enum allocation_pair for pairs, PAIR_KINDS for table1, and then this
 * one for cells that are allocated anew.
 */
enum { PLACE_ANEW = PAIR_KINDS + 1, PLACE_APART };

/* Rounds of a ping-pong whose ranks choose: the first two messages have nothing to choose by. */
#define CHOOSING_ROUNDS	4

static int pair_drawn(const struct trials *trials, enum allocation_pair pair, struct stream *stream,
		      uint32_t *place)
{
	int err = allocation_pair(&trials->machine->fabric.topo, pair, stream, place);
	char what[64];

	snprintf(what, sizeof(what), "two nodes %s", allocation_pair_name(pair));
	return experiment_refused(what, err);
}

/* For struct cell: place the two ranks of a ping-pong at the cell's distance. */
static int place_pair(const struct trials *trials, const struct cell *cell, uint32_t allocation,
		      uint32_t *place)
{
	struct stream stream = stream_of(trials->seed, STREAM_PLACES, cell->pair, allocation);

	return pair_drawn(trials, cell->pair, &stream, place);
}

static int spread_drawn(const struct trials *trials, const struct cell *cell,
			struct stream *stream, uint32_t *place)
{
	uint32_t ranks = cell->work.ranks;
	char what[64];

	snprintf(what, sizeof(what), "%u nodes at %u routers in %u groups", ranks, cell->routers,
		 cell->groups);
	return experiment_refused(what, allocation_spread(&trials->machine->fabric.topo,
							  cell->groups, cell->routers, stream,
							  place, ranks));
}

static int nodes_drawn(const struct topo *topo, struct stream *stream, uint32_t *place,
		       uint32_t count)
{
	bool *taken = calloc(topo_nodes(topo), sizeof(*taken));
	int err = taken ? allocation_rest(topo, stream, taken, place, count) : -ENOMEM;

	free(taken);
	return err;
}

/*
 * Allocate nodes anew in each repetition, for struct cell. They depend on the program only, so that
 * all routings and sizes have the same nodes. The ranks of a ping-pong are at each distance of enum
 * allocation_pair in turn. The ranks of WORK_SHIFT fill routers of one and of two groups in turn.
 * All others are at random nodes. Return the exit code; errors are reported.
 */
static int place_anew(const struct trials *trials, const struct cell *cell, uint32_t repetition,
		      uint32_t *place)
{
	struct stream stream = stream_of(trials->seed, STREAM_PLACES, PLACE_ANEW, repetition);
	const struct topo *topo = &trials->machine->fabric.topo;
	uint32_t ranks = cell->work.ranks;
	char what[64];
	int err;

	if (cell->work.kind == WORK_PINGPONG)
		return pair_drawn(trials, repetition % PAIR_KINDS, &stream, place);
	if (cell->work.kind == WORK_SHIFT)
		err = allocation_spread(topo, 1 + repetition % 2, ranks / topo_nics(topo), &stream,
					place, ranks);
	else
		err = nodes_drawn(topo, &stream, place, ranks);
	snprintf(what, sizeof(what), "%u nodes", ranks);
	return experiment_refused(what, err);
}

/* --- table1: a program that waits longer sees more flits at its routers --- */

#define RANKS_FEW	16
#define ROUTERS		5
#define GROUPS		2

/* The paper waits 1 s and 2 s; that is too long to be simulated at any scale. */
#define UNIT		30000		/* ns */
#define LARGE_UNIT	3000000

/* Mean delay of a host before it begins, ns, and bytes to each other rank (chosen). */
#define DELAY		20000
#define BYTES		4096

static int place_few(const struct trials *trials, const struct cell *cell, uint32_t allocation,
		     uint32_t *place)
{
	struct stream stream = stream_of(trials->seed, STREAM_PLACES, PAIR_KINDS, allocation);

	return spread_drawn(trials, cell, &stream, place);
}

struct cell experiment_few(enum work_kind kind, uint64_t bytes)
{
	return (struct cell){
		.work = { .kind = kind, .ranks = RANKS_FEW, .bytes = bytes },
		.allocate = place_few, .groups = GROUPS, .routers = ROUTERS,
		.routing = NET_ADAPTIVE0,
	};
}

static int table1_prepare(struct trials *trials)
{
	uint64_t unit = trials->scale == SCALE_PAPER ? LARGE_UNIT : UNIT;
	struct cell cell = experiment_few(WORK_IDLE, 0);

	cell.name = "idle, 1 unit";
	cell.work.idle = unit;
	trials_add(trials, &cell);
	cell.name = "idle, 2 units";
	cell.work.idle = 2 * unit;
	trials_add(trials, &cell);
	cell.name = "alltoall, hosts late";
	cell.work = experiment_few(WORK_ALLTOALL, BYTES).work;
	cell.work.delay = DELAY;
	trials_add(trials, &cell);
	return 0;
}

/* --- fig3: a ping-pong between nodes that are nearer, or further apart --- */

static int fig3_prepare(struct trials *trials)
{
	struct cell cell = {
		.work = { .kind = WORK_PINGPONG, .ranks = 2, .bytes = 16384 },
		.allocate = place_pair, .routing = NET_ADAPTIVE0,
	};

	for (cell.pair = 0; cell.pair < PAIR_KINDS; cell.pair++) {
		cell.name = allocation_pair_name(cell.pair);
		trials_add(trials, &cell);
	}
	return 0;
}

/* --- fig5: a ping-pong between two groups, by size --- */

/* Mean delay of a host before it sends, ns: about the time of an MPI call (chosen). */
#define CALL_DELAY		500

static const uint64_t fig5_sizes[] = { 8, 128, 1024, 4096, 16384, 65536, 262144 };

static int fig5_prepare(struct trials *trials)
{
	struct cell cell = {
		.name = allocation_pair_name(PAIR_GROUPS),
		.work = { .kind = WORK_PINGPONG, .ranks = 2, .delay = CALL_DELAY },
		.allocate = place_pair, .pair = PAIR_GROUPS, .routing = NET_ADAPTIVE0,
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(fig5_sizes); i++) {
		cell.work.bytes = fig5_sizes[i];
		trials_add(trials, &cell);
	}
	return 0;
}

/* --- fig6: noise that detours make, and who lowers it --- */

/* The group of a node's chip. */
static unsigned int group_of(const struct topo *topo, uint32_t node)
{
	return topo_node_chip(topo, node) / topo_group(topo);
}

/* Draw a group where none of some nodes is, and which is not @other. */
static unsigned int free_group(const struct topo *topo, struct stream *stream, const uint32_t *own,
			       uint32_t ranks, unsigned int other)
{
	unsigned int groups = topo->chips / topo_group(topo), group;
	bool taken;

	do {
		group = stream_below(stream, groups);
		taken = group == other;
		for (uint32_t i = 0; i < ranks; i++)
			taken |= group_of(topo, own[i]) == group;
	} while (taken);
	return group;
}

/* Place the other jobs in two groups without the application, ranks in each in turn. */
static int place_apart(const struct trials *trials, const struct cell *cell, uint32_t allocation,
		       const uint32_t *own, uint32_t *place)
{
	struct stream stream = stream_of(trials->seed, STREAM_PLACES, PLACE_APART, allocation);
	const struct topo *topo = &trials->machine->fabric.topo;
	uint32_t size = topo_group(topo) * topo_nics(topo), half = trials->beside.ranks / 2, first;
	uint32_t ranks = cell->work.ranks, *order;
	unsigned int groups[2];

	if (topo->chips / topo_group(topo) < 3 || trials->jobs * half > size)
		return experiment_refused("other jobs in two other groups", -EDOM);
	order = calloc(size, sizeof(*order));
	if (!order)
		return experiment_refused("other jobs", -ENOMEM);
	groups[0] = free_group(topo, &stream, own, ranks, topo->chips);
	groups[1] = free_group(topo, &stream, own, ranks, groups[0]);
	for (unsigned int i = 0; i < 2; i++) {
		first = groups[i] * size;
		for (uint32_t j = 0; j < size; j++)
			order[j] = first + j;
		stream_shuffle(&stream, order, size);
		for (uint32_t j = 0; j < trials->jobs * half; j++)
			place[2 * j + i] = order[j];
	}
	free(order);
	return 0;
}

/*
 * Gray is a ping-pong within a group. Yellow, in two others, sends enough between these that its
 * detours help, and its minimal ways never come by. Then a ping-pong between groups, beside the
 * same jobs at random nodes, by the routings that its program can have.
 */
static int fig6_prepare(struct trials *trials)
{
	static const struct {
		const char *name;
		unsigned int routing;
	} yellow[] = {
		{ "yellow-minimal", NET_MINIMAL },
		{ "yellow-adaptive0", NET_ADAPTIVE0 },
		{ "yellow-adaptive3", NET_ADAPTIVE3 },
	};
	static const unsigned int own[] = { NET_ADAPTIVE0, NET_ADAPTIVE3, TRIAL_AWARE };
	struct cell cell = {
		.name = "gray-alone", .work = { .kind = WORK_PINGPONG, .ranks = 2, .bytes = 4096 },
		.allocate = place_pair, .pair = PAIR_GROUP, .routing = NET_ADAPTIVE0, .alone = true,
	};

	trials_add(trials, &cell);
	cell.alone = false;
	cell.apart = place_apart;
	for (unsigned int i = 0; i < ARRAY_SIZE(yellow); i++) {
		cell.name = yellow[i].name;
		cell.beside_routing = yellow[i].routing;
		trials_add(trials, &cell);
	}
	trials->rules = model_rules_default(&model_paper);
	model_rules_scale(&trials->rules, COMPARE_LAMBDA, COMPARE_SIGMA);
	cell.apart = NULL;
	cell.name = "between-groups";
	cell.pair = PAIR_GROUPS;
	cell.work.bytes = 16384;
	cell.work.rounds = CHOOSING_ROUNDS;
	for (unsigned int i = 0; i < ARRAY_SIZE(own); i++) {
		cell.routing = own[i];
		trials_add(trials, &cell);
	}
	return 0;
}

/* --- fig7: a ping-pong within a group and between groups, without and with a bias --- */

/* Less than in the paper, but sent by PUTs, as the paper's 4 MiB are. */
#define PUT_BYTES		(256u << 10)
#define PAPER_BYTES	(4u << 20)

struct cell experiment_puts(const struct trials *trials)
{
	return (struct cell){
		.work = {
			.kind = WORK_PINGPONG, .ranks = 2,
			.bytes = trials->scale == SCALE_PAPER ? PAPER_BYTES : PUT_BYTES,
			.engine = PUT_BYTES,
		},
		.allocate = place_pair,
	};
}

static int fig7_prepare(struct trials *trials)
{
	static const struct {
		const char *name;
		enum allocation_pair pair;
	} wheres[] = { { "intra-group", PAIR_GROUP }, { "inter-groups", PAIR_GROUPS } };
	struct cell cell = experiment_puts(trials);

	for (unsigned int i = 0; i < 2; i++) {
		cell.name = wheres[i].name;
		cell.pair = wheres[i].pair;
		trials_add_both(trials, &cell);
	}
	return 0;
}

/* --- fig8 to fig10: programs by default, with a high bias, and as their ranks choose --- */

/* Stream that places ranks in these figures, for each number of routers and allocation. */
#define PLACES		(STREAM_WHOLE - 1)
#define ROUTER_BITS	12

static int place_spread(const struct trials *trials, const struct cell *cell, uint32_t allocation,
			uint32_t *place)
{
	uint32_t which = allocation << ROUTER_BITS | cell->routers;
	struct stream stream = stream_of(trials->seed, STREAM_PLACES, PLACES, which);

	return spread_drawn(trials, cell, &stream, place);
}

#define NODES		64

/*
 * Large is 64 KiB, but a sweep's 4.5 KiB, whose many messages take long even so: a figure
 * takes seven minutes of a processor, of which alltoalls of 64 KiB take two thirds.
 */
static const struct bench micro[] = {
	{ .name = "ping-pong", .kind = "pingpong", .ranks = NODES, .bytes = 8, .count = 4 },
	{ .name = "ping-pong", .kind = "pingpong", .ranks = NODES, .bytes = 16384, .count = 4 },
	{ .name = "ping-pong", .kind = "pingpong", .ranks = NODES, .bytes = 65536, .count = 4,
	  .larger = { 1, 1, 256 } },
	{ .name = "allreduce", .kind = "allreduce", .ranks = NODES, .bytes = 8, .count = 2 },
	{ .name = "allreduce", .kind = "allreduce", .ranks = NODES, .bytes = 8192, .count = 1,
	  .larger = { 1, 8, 128 } },
	{ .name = "alltoall", .kind = "alltoall", .ranks = NODES, .bytes = 128, .count = 1 },
	{ .name = "alltoall", .kind = "alltoall", .ranks = NODES, .bytes = 1024, .count = 1,
	  .larger = { 1, 64, 1024 } },
	{ .name = "barrier", .kind = "barrier", .ranks = NODES, .count = 2 },
	{ .name = "bcast", .kind = "bcast", .ranks = NODES, .bytes = 1024, .count = 2 },
	{ .name = "bcast", .kind = "bcast", .ranks = NODES, .bytes = 32768, .count = 1,
	  .larger = { 1, 2, 32 } },
	{ .name = "halo3d", .kind = "stencil", .algorithm = "faces", .grid = { 4, 4, 4 },
	  .box = { 16, 16, 16 }, .count = 2 },
	{ .name = "halo3d", .kind = "stencil", .algorithm = "faces", .grid = { 4, 4, 4 },
	  .box = { 10, 10, 10 }, .count = 2, .larger = { 4, 9, 36 } },
	{ .name = "sweep3d", .kind = "sweep3d", .grid = { 4, 4, 4 }, .box = { 24, 24, 24 },
	  .count = 1, .larger = { 1, 1, 15 } },
};

/* The paper's 1,024 nodes, and their grid. */
#define PAPER_NODES	1024
static const uint32_t paper_grid[PROGRAM_DIMS] = { 16, 8, 8 };

static int micro_prepare(struct trials *trials, const struct cell *where, uint32_t nodes)
{
	struct bench bench;
	int code = 0;

	for (unsigned int i = 0; i < ARRAY_SIZE(micro) && !code; i++) {
		bench = micro[i];
		if (bench.ranks)
			bench.ranks = nodes;
		else if (nodes == PAPER_NODES)
			memcpy(bench.grid, paper_grid, sizeof(paper_grid));
		code = compare_add(trials, &bench, where);
	}
	return code;
}

static int fig8_prepare(struct trials *trials)
{
	static const struct cell few = { .allocate = place_spread, .groups = 6, .routers = 17 };
	static const struct cell many = { .allocate = place_spread, .groups = 6, .routers = 257 };

	return trials->scale == SCALE_PAPER ? micro_prepare(trials, &many, PAPER_NODES) :
	       micro_prepare(trials, &few, NODES);
}

static int fig9_prepare(struct trials *trials)
{
	static const struct cell where = { .allocate = place_spread, .groups = 5, .routers = 33 };

	return micro_prepare(trials, &where, NODES);
}

/* One of them runs on fewer nodes. */
enum { FFT_LARGE, FFT_SMALL, MILC, HALO3D };

/* FFT: 64^3 complex numbers on 256 and on 64 ranks; MILC: vectors of three complex numbers. */
static const struct bench applications[] = {
	[FFT_LARGE] = {
		.name = "fft-256", .kind = "fft", .grid = { 16, 16 }, .box = { 16, 8, 8 },
		.cell = 16, .compute = 5000, .count = 2, .larger = { 1, 1, 4 },
	},
	[FFT_SMALL] = {
		.name = "fft-64", .kind = "fft", .grid = { 8, 8 }, .box = { 16, 16, 16 },
		.cell = 16, .compute = 20000, .count = 2, .larger = { 1, 1, 4 },
	},
	[MILC] = {
		.name = "milc", .kind = "milc", .grid = { 4, 4, 4, 4 }, .box = { 4, 4, 4, 4 },
		.cell = 48, .compute = 10000, .count = 2, .larger = { 1, 1, 2 },
	},
	[HALO3D] = {
		.name = "halo3d", .kind = "stencil", .algorithm = "faces", .grid = { 8, 8, 4 },
		.box = { 32, 32, 32 }, .count = 2, .larger = { 1, 1, 4 },
	},
};

static int fig10_prepare(struct trials *trials)
{
	static const struct cell large = { .allocate = place_spread, .groups = 6, .routers = 65 };
	static const struct cell small = { .allocate = place_spread, .groups = 6, .routers = 17 };
	int code = 0;

	for (unsigned int i = 0; i < ARRAY_SIZE(applications) && !code; i++)
		code = compare_add(trials, &applications[i], i == FFT_SMALL ? &small : &large);
	return code;
}

/* --- model: times over many allocations (section 2.4) --- */

/* The paper goes up to 16 MiB; at the usual scale only the first SIZES are used. */
static const uint64_t model_sizes[] = {
	128, 2048, 32768, 262144, 1u << 20, 4u << 20, 16u << 20,
};

#define PAPER_SIZES	ARRAY_SIZE(model_sizes)
#define SIZES		4

/* A message of two packets is too short for registers that count microseconds. */
#define SMALL		1024
#define SMALL_ROUNDS	4

static int model_prepare(struct trials *trials)
{
	struct cell cell = {
		.name = "allocations", .work = { .kind = WORK_PINGPONG, .ranks = 2 },
		.allocate = place_anew, .anew = true, .routing = NET_ADAPTIVE0,
	};

	for (unsigned int i = 0; i < (trials->scale == SCALE_PAPER ? PAPER_SIZES : SIZES); i++) {
		cell.work.bytes = model_sizes[i];
		cell.work.rounds = model_sizes[i] < SMALL ? SMALL_ROUNDS : 1;
		trials_add(trials, &cell);
	}
	return 0;
}

/* --- factors: the rule by which messages choose (section 4) --- */

/* Seeds from here on are used by this experiment only. */
#define SEEDS		(1ull << 63)

/* Each program makes two cells; the second has the bias. */
static const struct {
	const char *name;
	struct work work;
} programs[] = {
	{ "ping-pong", { .kind = WORK_PINGPONG, .ranks = 2, .bytes = 4096 } },
	{ "ping-pong", { .kind = WORK_PINGPONG, .ranks = 2, .bytes = 65536, .engine = 65536 } },
	{ "alltoall", { .kind = WORK_ALLTOALL, .ranks = RANKS_FEW, .bytes = 1024 } },
	{ "shift", { .kind = WORK_SHIFT, .ranks = RANKS_FEW, .bytes = 65536, .engine = 65536 } },
};

static int factors_prepare(struct trials *trials)
{
	struct cell cell = { .allocate = place_anew, .anew = true };

	trials->seed |= SEEDS;
	for (unsigned int i = 0; i < ARRAY_SIZE(programs); i++) {
		cell.name = programs[i].name;
		cell.work = programs[i].work;
		trials_add_both(trials, &cell);
	}
	return 0;
}

/* --- all --- */

/* Six groups, as in the paper's allocation; 48 links between two groups, as elsewhere (chosen). */
#define MACHINE		"dragonfly:16x6x6"

/* Fewer other jobs than elsewhere, as more is simulated (chosen). */
#define JOBS		1

const struct experiment experiments[] = {
	{ .name = "table1", .repetitions = 100, .allocations = 3, .prepare = table1_prepare },
	{ .name = "fig3", .repetitions = 18000, .allocations = 5, .prepare = fig3_prepare },
	{
		.name = "fig5", .repetitions = 1000, .usual = 6, .allocations = 5,
		.prepare = fig5_prepare,
	}, {
		.name = "fig6", .repetitions = 1000, .usual = 20, .allocations = 5,
		.prepare = fig6_prepare, .jobs = 2, .away = 100000,
	}, {
		.name = "fig7", .repetitions = 1000, .usual = 6, .allocations = 5,
		.prepare = fig7_prepare,
	}, {
		.name = "sensitivity", .repetitions = 100, .usual = 2, .allocations = 3,
		.prepare = sensitivity_prepare, .details = true,
	}, {
		.name = "fig8", .repetitions = 100, .usual = 2, .allocations = 2,
		.prepare = fig8_prepare, .machine = MACHINE, .jobs = JOBS, .details = true,
	}, {
		.name = "fig9", .repetitions = 100, .usual = 2, .allocations = 2,
		.prepare = fig9_prepare, .machine = MACHINE, .jobs = JOBS, .details = true,
	}, {
		.name = "fig10", .repetitions = 100, .usual = 6, .allocations = 3,
		.prepare = fig10_prepare, .machine = MACHINE, .jobs = JOBS, .details = true,
	},
	{
		.name = "model", .repetitions = 40, .usual = 40, .prepare = model_prepare,
		.details = true,
	},
	{ .name = "factors", .repetitions = 40, .prepare = factors_prepare, .details = true },
};

_Static_assert(ARRAY_SIZE(experiments) == EXPERIMENTS, "the list of experiments");
