// SPDX-License-Identifier: GPL-2.0-only
/*
 * EM3D: Fig. 11.
 */
#include "study.h"

#define SPANS		15	/* as printed */
#define DEGREE		32	/* as printed */
#define BLOCK		10	/* values per message, as printed */
#define ITERATIONS	100	/* as printed */

/* Cycles of 100 iterations, and messages per node and iteration. */
struct graph {
	double cycles;
	double messages;
};

static double compute_of(const struct study *study)
{
	return study->vertices * DEGREE * study->edge;
}

static int simulate_graph(const struct study *study, const char *algorithm, uint32_t span,
			  bool wide, struct graph *graph)
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
		"span messages model ordered random without_contention");
	const struct study *study = data;
	struct graph ordered = { 0 }, random = { 0 }, wide = { 0 };
	int err = 0;

	for (uint32_t span = 1; span <= SPANS && !err; span++) {
		err = simulate_graph(study, "ordered", span, false, &ordered);
		if (!err)
			err = simulate_graph(study, "random", span, false, &random);
		if (!err)
			err = simulate_graph(study, "random", span, true, &wide);
		result_numbers(results, result,
			       (double[]){ span, random.messages, model_of(study, random.messages),
					   ordered.cycles, random.cycles, wide.cycles }, 6);
	}
	return study_failed(err);
}
