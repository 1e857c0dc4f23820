// SPDX-License-Identifier: GPL-2.0-only
/* Figures 8, 9 and 10: programs by default, with a high bias, and as their ranks choose. */
#include <math.h>
#include <string.h>

#include "compare.h"
#include "experiment.h"

/* Six groups, as in the paper's allocation; 48 links between two groups, as elsewhere (chosen). */
#define MACHINE		"dragonfly:16x6x6"

/* Fewer other jobs than elsewhere, as more is simulated (chosen). */
#define JOBS		1

#define ROWS(table)	((unsigned int)(sizeof(table) / sizeof(*(table))))

/* Streams that place ranks in these figures, one for each number of routers. */
#define PLACES		(STREAM_WHOLE - 1)

static int spread(const struct trials *trials, unsigned int groups, unsigned int routers,
		  uint32_t *place, uint32_t nodes)
{
	struct stream stream = stream_of(trials->seed, STREAM_PLACES, PLACES, routers);
	char what[64];

	snprintf(what, sizeof(what), "%u nodes at %u routers in %u groups", nodes, routers,
		 groups);
	return experiment_refused(what, allocation_spread(&trials->machine->fabric.topo, groups,
							  routers, &stream, place, nodes));
}

/* --- claims --- */

/* The sizes of a program: indices of the smallest and the largest; -1: there is no such program. */
struct found {
	int first;
	int last;
};

static struct found find_bench(const struct trials *trials, const char *name)
{
	struct found found = { -1, -1 };

	for (unsigned int i = 0; i < compare_benches(trials); i++) {
		if (strcmp(trials->cell[COMPARE_MODES * i].name, name))
			continue;
		found.first = found.first < 0 ? (int)i : found.first;
		found.last = i;
	}
	return found;
}

/* Return the largest ratio by which a static mode is faster than the other one. */
static double largest_gain(const struct trials *trials)
{
	double largest = 1, biased;

	for (unsigned int i = 0; i < compare_benches(trials); i++) {
		biased = compare_biased(trials, i);
		largest = fmax(largest, fmax(biased, 1 / biased));
	}
	return largest;
}

/* In the paper the choice is near the better mode most of the time; we aim at 80 %. */
static void claim_near(const struct trials *trials, struct table *table)
{
	unsigned int all = compare_benches(trials), near = 0;

	for (unsigned int i = 0; i < all; i++)
		near += compare_chosen(trials, i) <= 1 + COMPARE_NEAR;
	claim_range(table, "choice within a tenth of the better mode, part of cells",
		    (double)near / all, "most of the times", 0.8, 1,
		    "0.8 is aimed at; the table of details has them all");
}

/* --- figures 8 and 9 --- */

#define NODES		64

static const struct bench micro[] = {
	{ .name = "ping-pong", .kind = "pingpong", .ranks = NODES, .bytes = 8, .count = 4 },
	{ .name = "ping-pong", .kind = "pingpong", .ranks = NODES, .bytes = 16384, .count = 4 },
	{ .name = "ping-pong", .kind = "pingpong", .ranks = NODES, .bytes = 262144, .count = 4,
	  .larger = 64 },
	{ .name = "allreduce", .kind = "allreduce", .ranks = NODES, .bytes = 8, .count = 2 },
	{ .name = "allreduce", .kind = "allreduce", .ranks = NODES, .bytes = 8192, .count = 1,
	  .larger = 32 },
	{ .name = "alltoall", .kind = "alltoall", .ranks = NODES, .bytes = 128, .count = 1 },
	{ .name = "alltoall", .kind = "alltoall", .ranks = NODES, .bytes = 1024, .count = 1,
	  .larger = 32 },
	{ .name = "barrier", .kind = "barrier", .ranks = NODES, .count = 2 },
	{ .name = "bcast", .kind = "bcast", .ranks = NODES, .bytes = 1024, .count = 2 },
	{ .name = "bcast", .kind = "bcast", .ranks = NODES, .bytes = 32768, .count = 1,
	  .larger = 32 },
	{ .name = "halo3d", .kind = "stencil", .algorithm = "faces", .grid = { 4, 4, 4 },
	  .box = { 16, 16, 16 }, .count = 2 },
	{ .name = "halo3d", .kind = "stencil", .algorithm = "faces", .grid = { 4, 4, 4 },
	  .box = { 40, 40, 40 }, .count = 2, .larger = 6 },
	{ .name = "sweep3d", .kind = "sweep3d", .grid = { 4, 4, 4 }, .box = { 24, 24, 24 },
	  .count = 1, .larger = 8 },
};

static int micro_prepare(struct trials *trials, unsigned int groups, unsigned int routers)
{
	uint32_t place[NODES];
	int code = spread(trials, groups, routers, place, NODES);

	for (unsigned int i = 0; i < ROWS(micro) && !code; i++)
		code = compare_add(trials, &micro[i], place);
	return code;
}

static int fig8_prepare(struct trials *trials)
{
	return micro_prepare(trials, 6, 17);
}

static int fig9_prepare(struct trials *trials)
{
	return micro_prepare(trials, 5, 33);
}

/* Programs with little data are faster with the bias. */
static void claim_light(const struct trials *trials, struct table *table)
{
	static const char *const light[] = { "ping-pong", "barrier" };
	unsigned int faster = 0, all = 0;
	struct found found;

	for (unsigned int i = 0; i < ROWS(light); i++) {
		found = find_bench(trials, light[i]);
		for (int j = found.first; j <= found.last; j++, all++)
			faster += compare_biased(trials, j) < 1;
	}
	claim_range(table, "ping-pong and barrier: part of cells faster with bias",
		    (double)faster / all, "bias is better with little data", 0.99, 1,
		    "all of them are taken for that");
}

static void claim_heavy(const struct trials *trials, struct table *table)
{
	static const char *const heavy[] = { "alltoall", "bcast", "halo3d" };
	char what[64];

	for (unsigned int i = 0; i < ROWS(heavy); i++) {
		snprintf(what, sizeof(what), "%s, largest: biased : default", heavy[i]);
		claim_range(table, what, compare_biased(trials, find_bench(trials, heavy[i]).last),
			    "default is better for large inputs", 1.0001, 1e9, "medians");
	}
}

static void claim_variability(const struct trials *trials, struct table *table)
{
	unsigned int all = compare_benches(trials), less = 0, falls = 0, sized = 0;
	struct found found;

	for (unsigned int i = 0; i < all; i++) {
		less += compare_qcd(trials, i, COMPARE_BIASED) <
			compare_qcd(trials, i, COMPARE_DEFAULT);
		found = find_bench(trials, trials->cell[COMPARE_MODES * i].name);
		if (found.first != (int)i || found.last == found.first)
			continue;
		sized++;
		falls += compare_qcd(trials, found.last, COMPARE_DEFAULT) <
			 compare_qcd(trials, found.first, COMPARE_DEFAULT);
	}
	claim_range(table, "bias varies less, part of cells", (double)less / all,
		    "almost all cases", 0.8, 1, "0.8 and more is taken for that");
	claim_range(table, "default varies less at the largest size, part of programs",
		    (double)falls / sized, "each benchmark", 0.99, 1,
		    "quartile coefficients of dispersion of times");
}

static void micro_claims(const struct trials *trials, struct table *table)
{
	struct found alltoall = find_bench(trials, "alltoall");

	claim_range(table, "largest gain of one static mode over the other", largest_gain(trials),
		    "half the time", 1.8, 1e9, "1.8 and more is taken for that");
	claim_light(trials, table);
	claim_heavy(trials, table);
	claim_variability(trials, table);
	claim_near(trials, table);
	claim_range(table, "alltoall, smallest: share by default",
		    compare_share(trials, alltoall.first), "it selects the bias", 0, 0.5,
		    "of bytes; less than half is taken for that");
	claim_range(table, "alltoall, largest: share by default",
		    compare_share(trials, alltoall.last), "it selects the default", 0.5, 1,
		    "likewise, more than half");
	claim_range(table, "alltoall, largest: choice : default",
		    compare_time(trials, alltoall.last, COMPARE_AWARE) /
		    compare_time(trials, alltoall.last, COMPARE_DEFAULT),
		    "the same or better", 0, 1.01, "with less than all by default");
	claim_range(table, "bcast, largest: choice : better mode",
		    compare_chosen(trials, find_bench(trials, "bcast").last), "it fails",
		    1 + COMPARE_NEAR, 1e9, "more than a tenth is taken for that");
	claim_range(table, "sweep3d, largest: choice : better mode",
		    compare_chosen(trials, find_bench(trials, "sweep3d").last), "it fails",
		    1 + COMPARE_NEAR, 1e9, "likewise; the paper: 1024^3 cells");
}

const struct experiment experiment_fig8 = {
	.name = "fig8",
	.title = "64 nodes at 17 routers in 6 groups, by routing (Fig. 8)",
	.quantities = 1u << QUANTITY_TIME,
	.repetitions = 100,
	.prepare = fig8_prepare,
	.claims = micro_claims,
	.machine = MACHINE,
	.jobs = JOBS,
	.columns = compare_columns,
	.ncolumns = COMPARE_COLUMNS,
	.details = compare_details,
};

const struct experiment experiment_fig9 = {
	.name = "fig9",
	.title = "64 nodes at 33 routers in 5 groups, by routing (Fig. 9)",
	.quantities = 1u << QUANTITY_TIME,
	.repetitions = 100,
	.prepare = fig9_prepare,
	.claims = micro_claims,
	.machine = MACHINE,
	.jobs = JOBS,
	.columns = compare_columns,
	.ncolumns = COMPARE_COLUMNS,
	.details = compare_details,
};

/* --- figure 10 --- */

#define LARGE_NODES	256

enum { FFT_LARGE, FFT_SMALL, MILC, HALO3D };

/* FFT: 64^3 complex numbers on 256 and on 64 ranks; MILC: vectors of three complex numbers. */
static const struct bench applications[] = {
	[FFT_LARGE] = {
		.name = "fft-256", .kind = "fft", .grid = { 16, 16 }, .box = { 16, 8, 8 },
		.cell = 16, .compute = 5000, .count = 2, .larger = 4,
	},
	[FFT_SMALL] = {
		.name = "fft-64", .kind = "fft", .grid = { 8, 8 }, .box = { 16, 16, 16 },
		.cell = 16, .compute = 20000, .count = 2, .larger = 4,
	},
	[MILC] = {
		.name = "milc", .kind = "milc", .grid = { 4, 4, 4, 4 }, .box = { 4, 4, 4, 4 },
		.cell = 48, .compute = 10000, .count = 2, .larger = 2,
	},
	[HALO3D] = {
		.name = "halo3d", .kind = "stencil", .algorithm = "faces", .grid = { 8, 8, 4 },
		.box = { 32, 32, 32 }, .count = 2, .larger = 4,
	},
};

static int fig10_prepare(struct trials *trials)
{
	uint32_t large[LARGE_NODES], small[NODES];
	int code = spread(trials, 6, 65, large, LARGE_NODES);

	if (!code)
		code = spread(trials, 6, 17, small, NODES);
	for (unsigned int i = 0; i < ROWS(applications) && !code; i++)
		code = compare_add(trials, &applications[i], i == FFT_SMALL ? small : large);
	return code;
}

static void fig10_claims(const struct trials *trials, struct table *table)
{
	claim_range(table, "largest part of the time that a static mode saves",
		    1 - 1 / largest_gain(trials), "up to 60 %", 0.54, 1,
		    "0.54 and more is taken for that");
	claim_range(table, "fft-256: biased : default", compare_biased(trials, FFT_LARGE),
		    "bias is better", 0, 0.9999, "medians");
	claim_range(table, "fft-64: biased : default", compare_biased(trials, FFT_SMALL),
		    "the opposite", 1.0001, 1e9, "medians");
	claim_range(table, "fft-256: choice : biased",
		    compare_time(trials, FFT_LARGE, COMPARE_AWARE) /
		    compare_time(trials, FFT_LARGE, COMPARE_BIASED), "similar",
		    1 - COMPARE_NEAR, 1 + COMPARE_NEAR, "a tenth is taken for that");
	claim_range(table, "fft-64: choice : default",
		    compare_time(trials, FFT_SMALL, COMPARE_AWARE) /
		    compare_time(trials, FFT_SMALL, COMPARE_DEFAULT), "comparable",
		    1 - COMPARE_NEAR, 1 + COMPARE_NEAR, "likewise");
	claim_range(table, "milc: biased : default", compare_biased(trials, MILC),
		    "bias is better", 0, 0.9999, "other than halo3d, as it computes too");
	claim_range(table, "halo3d: biased : default", compare_biased(trials, HALO3D),
		    "default is better", 1.0001, 1e9, "medians");
	claim_near(trials, table);
}

const struct experiment experiment_fig10 = {
	.name = "fig10",
	.title = "an FFT and a lattice like MILC's, by routing (Fig. 10)",
	.quantities = 1u << QUANTITY_TIME,
	.repetitions = 100,
	.prepare = fig10_prepare,
	.claims = fig10_claims,
	.machine = MACHINE,
	.jobs = JOBS,
	.columns = compare_columns,
	.ncolumns = COMPARE_COLUMNS,
	.details = compare_details,
};
