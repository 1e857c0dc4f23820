// SPDX-License-Identifier: GPL-2.0-only
/* What is simulated: all-to-all remap, the diamond DAG, EM3D. */
#include "cli/out/progress.h"
#include "model/logp.h"
#include "netsim/mix.h"
#include "study.h"

/* C_n, as printed; an input of the model. */
#define SYNCHRONOUS_CONTENTION	23
#define ASYNCHRONOUS_CONTENTION	31

int study_remap(const struct study *study, const char *algorithm, uint64_t bytes, bool wide,
		struct remap *remap)
{
	uint32_t count = bytes > STUDY_ARGUMENTS ? study->long_count : study->count;
	const struct alewife_run run = {
		.plan = { .bytes = bytes, .count = count, .seed = study->seed },
		.kind = "remap", .algorithm = algorithm, .wide = wide,
	};
	struct alewife_times times;
	int err = alewife_run(&study->alewife, &run, &times);

	if (!err)
		*remap = (struct remap){ times.mean / count, times.blocked, times.stall / count };
	return err;
}

static void show_row(const char *table, unsigned int row, unsigned int rows)
{
	progress_show((double)row / rows, "%s: %u of %u rows", table, row, rows);
}

/* --- Table 4 --- */

/* A row of Table 4; times are cycles of an iteration. */
struct style {
	const char *name; /* how messages are sent; the algorithm */
	double logp;
	double lopc;
	double logpc;
	double contention; /* C_n, an input */
	double waiting; /* C_r, or 0 */
	double messages; /* one after the other in an iteration */
};

static int add_style(const struct study *study, const struct style *style,
		     struct results *results, struct result *result)
{
	double length = logpc_length(&study->network, style->messages / style->logpc,
				     style->contention);
	struct remap simulated = { 0 }, wide = { 0 };
	int err = study_remap(study, style->name, STUDY_ARGUMENTS, false, &simulated);

	if (!err)
		err = study_remap(study, style->name, STUDY_ARGUMENTS, true, &wide);
	result_text(results, result, "%s", style->name);
	result_numbers(results, result,
		       (double[]){ style->logp, style->lopc, style->logpc, style->contention,
				   style->waiting, simulated.iteration, wide.iteration,
				   simulated.contention, length, simulated.stall }, 10);
	return err;
}

int study_table4(void *data, struct results *results)
{
	struct result *result = results_begin(results, "table4",
		"type LogP LoPC LoGPC C_n C_r simulated without_contention simulated_C_n length stall");
	const struct study *study = data;
	const struct logp_short *ends = &study->alewife.brief;
	double waiting = logp_waiting(ends);
	const struct style both[] = {
		{
			.name = "synchronous", .logp = logp_roundtrip(ends),
			.lopc = logpc_roundtrip(ends, 0, waiting),
			.logpc = logpc_roundtrip(ends, SYNCHRONOUS_CONTENTION, waiting),
			.contention = SYNCHRONOUS_CONTENTION, .waiting = waiting, .messages = 2,
		}, {
			.name = "asynchronous", .logp = ends->send + ends->recv,
			.lopc = ends->send + ends->recv, .logpc = ends->send + ends->recv,
			.contention = ASYNCHRONOUS_CONTENTION, .messages = 1,
		},
	};
	int err = 0;

	for (unsigned int i = 0; i < ARRAY_SIZE(both) && !err; i++) {
		show_row("table4", i, ARRAY_SIZE(both));
		err = add_style(study, &both[i], results, result);
	}
	return study_failed(err);
}

/* --- Fig. 6 --- */

#define FROM		1000
#define DOUBLINGS	7	/* up to 64,000 bytes */

int study_fig6(void *data, struct results *results)
{
	struct result *result = results_begin(results, "fig6",
					      "bytes LogGP LoGPC simulated without_contention");
	const struct study *study = data;
	const struct logp_long *bulk = &study->alewife.bulk;
	struct remap simulated = { 0 }, wide = { 0 };
	int err = 0;

	for (unsigned int i = 0; i < DOUBLINGS && !err; i++) {
		double bytes = FROM << i;
		double free = logp_send_busy(bulk, bytes) + logp_recv_busy(bulk, bytes);
		double model = logpc_saturation(&study->network, bulk->byte, bytes).period;

		show_row("fig6", i, DOUBLINGS);
		err = study_remap(study, "asynchronous", bytes, false, &simulated);
		if (!err)
			err = study_remap(study, "asynchronous", bytes, true, &wide);
		result_numbers(results, result,
			       (double[]){ bytes, free, model, simulated.iteration,
					   wide.iteration }, 5);
	}
	return study_failed(err);
}

#define SIDE		1024	/* tasks, as printed */
#define BLOCKS		64	/* as printed */

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

struct diamond_times study_blocks(const struct study *study, double bytes)
{
	const struct diamond diamond = diamond_of(bytes);

	return diamond_times(&diamond, &study->alewife.bulk);
}

int study_diamond(const struct study *study, enum mapping mapping, double bytes,
		  struct alewife_run run, double *makespan)
{
	struct alewife_times times = { 0 };
	uint32_t place[ALEWIFE_NODES];
	int err;

	run.kind = "diamond";
	run.algorithm = "stripes";
	run.place = place;
	run.plan = (struct program_plan){
		.bytes = bytes, .count = BLOCKS,
		.compute = alewife_ns(&study->alewife, study_blocks(study, bytes).work),
	};
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
	const struct alewife_run plain = { .wide = false };
	int err = 0;

	spans->model = diamond_makespan(&diamond, &times);
	spans->contended = spans->model + diamond_bound(&diamond, load.contention);
	for (unsigned int i = 0; i < MAPPINGS && !err; i++)
		err = study_diamond(study, i, spans->bytes, plain, &spans->simulated[i]);
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

	for (unsigned int i = 0; i < ARRAY_SIZE(sizes) && !err; i++) {
		show_row("fig9", i, ARRAY_SIZE(sizes));
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

#define SPANS		15	/* as printed */
#define DEGREE		32	/* as printed */
#define BLOCK		10	/* values per message, as printed */
#define ITERATIONS	100	/* as printed */

static double compute_of(const struct study *study)
{
	return study->vertices * DEGREE * study->edge;
}

int study_graph(const struct study *study, const char *algorithm, uint32_t span, bool wide,
		struct graph *graph)
{
	/* Ten values are a short message, even if the file defines shorter ones as long. */
	struct alewife alewife = study->alewife;
	const struct alewife_run run = {
		.plan = {
			.bytes = STUDY_VALUE, .count = study->iterations, .seed = study->seed,
			.vertices = study->vertices, .degree = DEGREE, .span = span,
			.block = BLOCK, .compute = alewife_ns(&alewife, compute_of(study)),
		},
		.kind = "em3d", .algorithm = algorithm, .wide = wide,
	};
	struct alewife_times times;
	int err;

	alewife.network.topo = &alewife.hardware.topo;
	alewife.host.long_bytes = HOST_SHORT;
	err = alewife_run(&alewife, &run, &times);
	if (!err)
		*graph = (struct graph){
			.cycles = times.end / study->iterations * ITERATIONS,
			.messages = times.messages / ALEWIFE_NODES / study->iterations,
			.stall = times.stall / study->iterations * ITERATIONS,
		};
	return err;
}

/* In each iteration both sides compute, and each message is sent and received. */
static double model_of(const struct study *study, double messages)
{
	const struct logp_short *ends = &study->alewife.brief;

	return ITERATIONS * (2 * compute_of(study) + messages * (ends->send + ends->recv));
}

int study_fig11(void *data, struct results *results)
{
	struct result *result = results_begin(results, "fig11",
		"span messages model ordered random without_contention ordered_stall random_stall");
	const struct study *study = data;
	struct graph ordered = { 0 }, random = { 0 }, wide = { 0 };
	int err = 0;

	for (uint32_t span = 1; span <= SPANS && !err; span++) {
		show_row("fig11", span - 1, SPANS);
		err = study_graph(study, "ordered", span, false, &ordered);
		if (!err)
			err = study_graph(study, "random", span, false, &random);
		if (!err)
			err = study_graph(study, "random", span, true, &wide);
		result_numbers(results, result,
			       (double[]){ span, random.messages, model_of(study, random.messages),
					   ordered.cycles, random.cycles, wide.cycles,
					   ordered.stall, random.stall }, 8);
	}
	return study_failed(err);
}
