// SPDX-License-Identifier: GPL-2.0-only
/* The experiments: which programs each tries, on which nodes, by which routing. */
#include <string.h>

#include "trials.h"

/* Rounds of a ping-pong whose ranks choose: the first two messages have nothing to choose by. */
#define CHOOSING_ROUNDS	4

/* --- table1: a program that waits longer sees more flits at its routers --- */

/* The paper waits 1 s and 2 s; that is too long to be simulated at any scale. */
#define UNIT		30000		/* ns */
#define LARGE_UNIT	3000000

/* Mean delay of a host before it begins, ns, and bytes to each other rank (chosen). */
#define DELAY		20000
#define BYTES		4096

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

#define NODES		64

/*
 * Large is 64 KiB, but a sweep's 4.5 KiB, whose many messages take long even so: a figure
 * takes five minutes of a processor, of which alltoalls of 64 KiB take four.
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

/* Fewer other jobs than elsewhere, and seldom there, as more is simulated (chosen). */
#define JOBS		1
#define AWAY		200000		/* ns */

const struct experiment experiments[] = {
	{ .name = "table1", .repetitions = 100, .allocations = 3, .prepare = table1_prepare },
	{ .name = "fig3", .repetitions = 18000, .allocations = 5, .prepare = fig3_prepare },
	{
		.name = "fig5", .repetitions = 1000, .usual = 6, .allocations = 5,
		.prepare = fig5_prepare,
	}, {
		.name = "fig6", .repetitions = 1000, .usual = 20, .allocations = 5,
		.prepare = fig6_prepare, .jobs = 2, .away = 100000, .chooses = true,
	}, {
		.name = "fig7", .repetitions = 1000, .usual = 6, .allocations = 5,
		.prepare = fig7_prepare,
	}, {
		.name = "sensitivity", .repetitions = 100, .usual = 2, .allocations = 3,
		.prepare = sensitivity_prepare, .details = true, .chooses = true,
	}, {
		.name = "fig8", .repetitions = 100, .usual = 2, .allocations = 2,
		.prepare = fig8_prepare, .machine = MACHINE, .jobs = JOBS, .away = AWAY,
		.details = true, .chooses = true,
	}, {
		.name = "fig9", .repetitions = 100, .usual = 2, .allocations = 2,
		.prepare = fig9_prepare, .machine = MACHINE, .jobs = JOBS, .away = AWAY,
		.details = true, .chooses = true,
	}, {
		.name = "fig10", .repetitions = 100, .usual = 6, .allocations = 3,
		.prepare = fig10_prepare, .machine = MACHINE, .jobs = JOBS, .away = AWAY,
		.details = true, .chooses = true,
	},
	{
		.name = "model", .repetitions = 40, .usual = 40, .prepare = model_prepare,
		.details = true,
	},
	{ .name = "factors", .repetitions = 40, .prepare = factors_prepare, .details = true },
};

_Static_assert(ARRAY_SIZE(experiments) == EXPERIMENTS, "the list of experiments");
