// SPDX-License-Identifier: GPL-2.0-only
/*
 * What follows from a node's queues and the port of its memory: DMAs side by side, the schedule of
 * Fig. 8, and how results depend on what was chosen.
 */
#include "cli/out/progress.h"
#include "study.h"

/* --- DMAs side by side --- */

/* Find how long two nodes take, cycles, for a message there and back, or for one each way. */
static int simulate_pair(const struct study *study, const char *kind, const char *algorithm,
			 uint64_t bytes, double *cycles)
{
	const struct alewife_run run = {
		.plan = { .ranks = 2, .bytes = bytes, .count = 1 },
		.kind = kind, .algorithm = algorithm,
	};
	struct alewife_times times = { 0 };
	int err = alewife_run(&study->alewife, &run, &times);

	*cycles = times.end;
	return err;
}

/* Cycles of a message alone, and beside one the other way. */
static int simulate_dma(const struct study *study, uint64_t bytes, double *alone, double *beside)
{
	int err = simulate_pair(study, "pingpong", "blocking", bytes, alone);

	*alone /= 2;
	return err ? err : simulate_pair(study, "barrier", "hypercube", bytes, beside);
}

int study_dma(void *data, struct results *results)
{
	static const unsigned int sizes[] = { 1000, 4000, 16000, 64000, 320000 };
	struct result *result = results_begin(results, "dma", "bytes alone beside");
	const struct study *study = data;
	double alone = 0, beside = 0;
	int err = 0;

	for (size_t i = 0; i < ARRAY_SIZE(sizes) && !err; i++) {
		err = simulate_dma(study, sizes[i], &alone, &beside);
		result_numbers(results, result, (double[]){ sizes[i], alone, beside }, 3);
	}
	return study_failed(err);
}

/* --- Fig. 8 --- */

#define CHART_NODES	8	/* that are shown */
#define CHART_COLUMNS	72
#define CHART_BLOCKS	6	/* computations of the first node in a chart */

struct chart {
	double slice;		/* ps of a column */
	char row[CHART_NODES][CHART_COLUMNS + 1];
};

static bool covers(const struct host_op *op, double time)
{
	return op->begin != HOST_NEVER && op->begin <= time && time < op->end;
}

/* A handler that receives has suspended what its thread does. */
static char doing(const struct program *program, const struct host_result *result, uint32_t rank,
		  double time)
{
	char what = '.';

	for (uint32_t op = program->first[rank]; op < program->first[rank + 1]; op++) {
		if (!covers(&result->op[op], time))
			continue;
		if (program->op[op].kind == PROGRAM_RECV)
			return 'r';
		what = program->op[op].kind == PROGRAM_SEND ? 's' : 'w';
	}
	return what;
}

static void draw_chart(const struct program *program, const struct host_result *result, void *data)
{
	struct chart *chart = data;

	for (uint32_t rank = 0; rank < CHART_NODES; rank++)
		for (unsigned int i = 0; i < CHART_COLUMNS; i++)
			chart->row[rank][i] = doing(program, result, rank,
						    (i + 0.5) * chart->slice);
}

int study_fig8(void *data, struct results *results)
{
	struct result *result = results_begin(results, "fig8", "stripe cycles schedule");
	const struct study *study = data;
	struct chart chart = { 0 };
	const struct alewife_run run = { .watch = draw_chart, .data = &chart };
	struct diamond_times model = study_blocks(study, STUDY_CHART);
	double cycles, makespan;
	int err;

	cycles = CHART_BLOCKS * (model.work + model.send + model.recv) / CHART_COLUMNS;
	chart.slice = cycles * study->alewife.hardware.cycle_ps;
	err = study_diamond(study, ADJACENT, STUDY_CHART, run, &makespan);
	for (unsigned int i = 0; i < CHART_NODES && !err; i++) {
		result_numbers(results, result, (double[]){ i, cycles }, 2);
		result_text(results, result, "%s", chart.row[i]);
	}
	return study_failed(err);
}

/* --- what was chosen, varied --- */

#define REMAP_BYTES	16000	/* of a message of Fig. 6 */
#define GRAPH_SPAN	5	/* of Fig. 11 */
#define DIAMOND_BYTES	320000	/* of a message of Fig. 9, the largest */

static int vary(const struct study *study, struct results *results, struct result *result)
{
	const struct alewife_node *node = &study->alewife.node;
	const struct alewife_run plain = { .wide = false };
	struct graph ordered = { 0 }, random = { 0 };
	double alone = 0, beside = 0, near = 0, far = 0;
	struct remap remap = { 0 };
	int err = simulate_dma(study, REMAP_BYTES, &alone, &beside);

	if (!err)
		err = study_remap(study, "asynchronous", REMAP_BYTES, false, &remap);
	if (!err)
		err = study_diamond(study, ADJACENT, DIAMOND_BYTES, plain, &near);
	if (!err)
		err = study_diamond(study, RANDOM, DIAMOND_BYTES, plain, &far);
	if (!err)
		err = study_graph(study, "ordered", GRAPH_SPAN, false, &ordered);
	if (!err)
		err = study_graph(study, "random", GRAPH_SPAN, false, &random);
	result_numbers(results, result,
		       (double[]){ node->queue, node->port, 100 * (beside / alone - 1),
				   remap.iteration / REMAP_BYTES, 100 * (far / near - 1),
				   100 * (1 - random.cycles / ordered.cycles), ordered.stall,
				   random.stall }, 8);
	return err;
}

int study_sensitivity(void *data, struct results *results)
{
	struct result *result = results_begin(results, "sensitivity",
		"queue port slower cycles_a_byte random_over_adjacent improves ordered_stall random_stall");
	const struct study *study = data;
	const struct alewife_node *node = &study->alewife.node;
	const struct alewife_node nodes[] = {
		*node, { 0, 0 }, { 0, node->port }, { 128, node->port }, { 512, node->port },
		{ 1024, node->port }, { node->queue, 0 },
		{ node->queue, study->alewife.bulk.memory_byte },
		{ node->queue, study->alewife.bulk.byte },
	};
	int err = 0;

	for (size_t i = 0; i < ARRAY_SIZE(nodes) && !err; i++) {
		struct study varied = *study;

		progress_show((double)i / ARRAY_SIZE(nodes), "sensitivity");
		varied.alewife.node = nodes[i];
		err = vary(&varied, results, result);
	}
	return study_failed(err);
}
