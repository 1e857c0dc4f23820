// SPDX-License-Identifier: GPL-2.0-only
/*
 * The diamond DAG: Fig. 9.
 */
#include <math.h>
#include <stdio.h>

#include "model/logp.h"
#include "netsim/mix.h"
#include "study.h"

#define SIDE		1024	/* tasks, as printed */
#define BLOCKS		64	/* as printed */
#define FREE_MOST	16000	/* bytes without contention, as printed */

/* Placements of stripes on nodes. */
enum mapping { ADJACENT, NUMBERED, RANDOM, MAPPINGS };

static const struct column fig9_columns[] = {
	{ "bytes", COLUMN_NUMBER, false },
	{ "model", COLUMN_REAL, false },
	{ "model_random", COLUMN_REAL, false },
	{ "adjacent", COLUMN_REAL, false },
	{ "numbered", COLUMN_REAL, false },
	{ "random", COLUMN_REAL, false },
	{ "model_off_percent", COLUMN_REAL, false },
	{ "model_random_off_percent", COLUMN_REAL, false },
};

/*
 * Makespans for messages of a length: by (15), by (15) with contention for a random placement, and
 * simulated.
 */
struct makespans {
	double bytes;
	double model;
	double contended;
	double simulated[MAPPINGS];
};

static struct diamond diamond_of(double bytes)
{
	return (struct diamond){
		.side = SIDE, .stripes = ALEWIFE_NODES, .blocks = BLOCKS, .task = STUDY_TASK,
		.gather = STUDY_GATHER, .bytes = bytes,
	};
}

/* ADJACENT alternates the direction of rows: each node is beside the one before it. */
static void map_stripes(const struct study *study, enum mapping mapping, uint32_t *place)
{
	for (uint32_t i = 0; i < ALEWIFE_NODES; i++) {
		uint32_t x = i % ALEWIFE_X, y = i / ALEWIFE_X;

		place[i] = mapping == ADJACENT && y % 2 ? y * ALEWIFE_X + ALEWIFE_X - 1 - x : i;
	}
	if (mapping == RANDOM)
		net_mix_shuffle(study->seed, false, place, ALEWIFE_NODES);
}

static int simulate_diamond(const struct study *study, enum mapping mapping, double bytes,
			    double work, double *makespan)
{
	uint32_t place[ALEWIFE_NODES];
	const struct alewife_run run = {
		.plan = {
			.bytes = bytes, .count = BLOCKS,
			.compute = alewife_ns(&study->alewife, work),
		},
		.kind = "diamond", .algorithm = "stripes", .place = place,
	};
	struct alewife_times times;
	int err;

	map_stripes(study, mapping, place);
	err = alewife_run(&study->alewife, &run, &times);
	*makespan = times.end;
	return err;
}

static int find_makespans(const struct study *study, struct makespans *spans)
{
	const struct diamond diamond = diamond_of(spans->bytes);
	struct diamond_times times = diamond_times(&diamond, &study->alewife.bulk);
	struct logpc_load load = diamond_load(&diamond, &times, &study->network);
	int err = 0;

	spans->model = diamond_makespan(&diamond, &times);
	spans->contended = spans->model + diamond_bound(&diamond, load.contention);
	for (unsigned int i = 0; i < MAPPINGS && !err; i++)
		err = simulate_diamond(study, i, spans->bytes, times.work, &spans->simulated[i]);
	return err;
}

static void add_makespans(struct table *table, const struct makespans *spans)
{
	table_add(table, "%.0f", spans->bytes);
	table_add(table, "%.0f", spans->model);
	table_add(table, "%.0f", spans->contended);
	for (unsigned int i = 0; i < MAPPINGS; i++)
		table_add(table, "%.0f", spans->simulated[i]);
	table_add(table, "%.2f", study_percent(spans->model, spans->simulated[ADJACENT]));
	table_add(table, "%.2f", study_percent(spans->contended, spans->simulated[RANDOM]));
}

/* --- the paper's statements --- */

/*
 * Largest error of the model, and largest increase by random placement, up to FREE_MOST bytes,
 * percent.
 */
struct worst {
	double model;
	double random;
};

static void note_worst(const struct makespans *spans, struct worst *worst)
{
	double adjacent = spans->simulated[ADJACENT];

	if (spans->bytes > FREE_MOST)
		return;
	worst->model = fmax(worst->model, fabs(study_percent(spans->model, adjacent)));
	worst->random = fmax(worst->random, study_percent(spans->simulated[RANDOM], adjacent));
}

static void judge_free(const struct worst *worst, struct table *verdicts)
{
	char ours[64];

	snprintf(ours, sizeof(ours), "random mapping %.2g %% slower at most", worst->random);
	printed_words(verdicts, "Fig. 9: contention up to 16,000 bytes", ours, "none",
		      worst->random < 1, "simulated; none: less than 1 %");
	snprintf(ours, sizeof(ours), "%.3g %% off at most", worst->model);
	printed_words(verdicts, "Fig. 9: model without contention", ours, "within 3.14 percent",
		      worst->model <= 3.14, "(15) and simulation, up to 16,000 bytes");
}

/* Slowdown by contention for messages of 320,000 bytes. */
static void judge_slower(const struct makespans *spans, struct table *verdicts)
{
	const double *simulated = spans->simulated;
	double random = study_percent(simulated[RANDOM], simulated[ADJACENT]);

	study_number(verdicts, "Fig. 9: random over adjacent, percent (5.2.2)", random, 56, 1,
		     "simulated, 320,000 bytes");
	study_number(verdicts, "Fig. 9: random over adjacent, percent (section 1)", random, 54, 1,
		     "likewise; the paper has both numbers");
	study_number(verdicts, "Fig. 9: random over adjacent by the model, percent",
		     study_percent(spans->contended, spans->model), 56, 1,
		     "(15), and C_n for each message of the critical path");
	study_number(verdicts, "Fig. 9: numbered over adjacent, percent",
		     study_percent(simulated[NUMBERED], simulated[ADJACENT]), 31, 1,
		     "simulated; by the model 0, for k_d < 1");
	study_number(verdicts, "7: contention in the diamond DAG, percent",
		     100 * (1 - simulated[ADJACENT] / simulated[RANDOM]), 30, 1,
		     "simulated; 56 % slower would be 36 %");
}

/* Section 1: the placement of nodes makes a factor of two at most. */
static void judge_locality(const struct makespans *spans, struct table *verdicts)
{
	double factor = spans->simulated[RANDOM] / spans->simulated[ADJACENT];
	char ours[64];

	snprintf(ours, sizeof(ours), "a factor of %.3g", factor);
	printed_words(verdicts, "1: locality, long messages", ours, "at most a factor of two",
		      factor <= 2, "simulated, random over adjacent, 320,000 bytes");
}

static double makespan_of(const struct study *study, double blocks)
{
	struct diamond diamond = diamond_of(SIDE / blocks);
	struct diamond_times times;

	diamond.blocks = blocks;
	times = diamond_times(&diamond, &study->alewife.bulk);
	return diamond_makespan(&diamond, &times);
}

/*
 * Find where M turns as a function of b, with messages of n / b bytes as in section 5.2.1. Above n
 * blocks there is nothing left to divide, but (15) is still defined.
 */
static void judge_extreme(const struct study *study, struct table *verdicts)
{
	double blocks = 1, step = makespan_of(study, 2) - makespan_of(study, 1), next = step;
	char ours[64];

	while (next * step > 0 && blocks < 16 * SIDE) {
		blocks++;
		next = makespan_of(study, blocks + 1) - makespan_of(study, blocks);
	}
	snprintf(ours, sizeof(ours), "a %s at b = %.0f", step < 0 ? "minimum" : "maximum", blocks);
	printed_words(verdicts, "(15): dM/db = 0", ours, "the maximum of M", step > 0,
		      blocks > SIDE ? "more blocks than n: M falls as far as there are blocks" :
				      "there M turns");
}

static int fill_fig9(const struct study *study, struct table *table, struct table *verdicts)
{
	static const double sizes[] = { 1000, 4000, 16000, 32000, 64000, 160000, 320000 };
	const struct diamond any = diamond_of(sizes[0]);
	double work = diamond_times(&any, &study->alewife.bulk).work;
	struct makespans spans = { 0 };
	struct worst worst = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		int err;

		spans.bytes = sizes[i];
		err = find_makespans(study, &spans);
		if (err)
			return err;
		add_makespans(table, &spans);
		note_worst(&spans, &worst);
	}
	judge_free(&worst, verdicts);
	study_number(verdicts, "Fig. 9: communication to computation, 32,000 bytes",
		     2 * 32000 * study->alewife.bulk.byte / work, 0.625, 0.001,
		     "2 G B for 512 tasks of 100 cycles");
	judge_slower(&spans, verdicts);
	judge_locality(&spans, verdicts);
	judge_extreme(study, verdicts);
	return 0;
}

const struct study_figure study_fig9 = {
	.name = "fig9", .title = "Fig. 9: the diamond DAG, n = 1,024, b = 64, cycles",
	.columns = fig9_columns, .ncolumns = ARRAY_SIZE(fig9_columns), .curve = 1, .curves = 5,
	.unit = "cycles", .fill = fill_fig9,
};
