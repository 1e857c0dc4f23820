// SPDX-License-Identifier: GPL-2.0-only
/*
 * The diamond DAG: Fig. 9.
 */
#include "model/diamond.h"
#include "netsim/mix.h"
#include "study.h"

#define SIDE		1024	/* tasks, as printed */
#define BLOCKS		64	/* as printed */

/* Placements of stripes on nodes. */
enum mapping { ADJACENT, NUMBERED, RANDOM, MAPPINGS };

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
static void find_extreme(const struct study *study, struct results *results)
{
	struct result *result = results_begin(results, "extreme", "kind blocks maximum where");
	double blocks = 1, step = makespan_of(study, 2) - makespan_of(study, 1), next = step;

	while (next * step > 0 && blocks < 16 * SIDE) {
		blocks++;
		next = makespan_of(study, blocks + 1) - makespan_of(study, blocks);
	}
	result_text(results, result, step < 0 ? "minimum" : "maximum");
	result_number(results, result, blocks);
	result_number(results, result, step > 0);
	result_text(results, result, blocks > SIDE ?
		    "more blocks than n: M falls as far as there are blocks" : "there M turns");
}

int study_fig9(void *data, struct results *results)
{
	static const double sizes[] = { 1000, 4000, 16000, 32000, 64000, 160000, 320000 };
	struct result *result = results_begin(results, "fig9",
		"bytes model model_random adjacent numbered random work");
	const struct study *study = data;
	const struct diamond any = diamond_of(sizes[0]);
	struct makespans spans = { 0 };
	int err = 0;

	for (size_t i = 0; i < ARRAY_SIZE(sizes) && !err; i++) {
		spans.bytes = sizes[i];
		err = find_makespans(study, &spans);
		result_numbers(results, result,
			       (double[]){ spans.bytes, spans.model, spans.contended }, 3);
		result_numbers(results, result, spans.simulated, MAPPINGS);
		result_number(results, result, diamond_times(&any, &study->alewife.bulk).work);
	}
	find_extreme(study, results);
	return study_failed(err);
}
