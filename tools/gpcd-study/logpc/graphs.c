// SPDX-License-Identifier: GPL-2.0-only
/*
 * EM3D: Fig. 11.
 */
#include <math.h>
#include <stdio.h>

#include "study.h"

#define SPANS		15	/* as printed */
#define DEGREE		32	/* as printed */
#define BLOCK		10	/* values per message, as printed */
#define ITERATIONS	100	/* as printed */

static const struct column fig11_columns[] = {
	{ "span", COLUMN_NUMBER, false },
	{ "messages", COLUMN_REAL, false },
	{ "model", COLUMN_REAL, false },
	{ "ordered", COLUMN_REAL, false },
	{ "random", COLUMN_REAL, false },
	{ "without_contention", COLUMN_REAL, false },
	{ "ordered_off_percent", COLUMN_REAL, false },
	{ "random_off_percent", COLUMN_REAL, false },
};

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

/* Largest improvement, and largest error of the model, percent. */
struct extremes {
	double better;
	double off;
};

static int add_span(const struct study *study, uint32_t span, struct table *table,
		    struct extremes *extremes)
{
	struct graph ordered, random, wide;
	double model, off;
	int err = simulate_graph(study, "ordered", span, false, &ordered);

	if (!err)
		err = simulate_graph(study, "random", span, false, &random);
	if (!err)
		err = simulate_graph(study, "random", span, true, &wide);
	if (err)
		return err;
	model = model_of(study, random.messages);
	off = study_percent(model, random.cycles);
	table_number(table, span);
	table_add(table, "%.2f", random.messages);
	table_add(table, "%.0f", model);
	table_add(table, "%.0f", ordered.cycles);
	table_add(table, "%.0f", random.cycles);
	table_add(table, "%.0f", wide.cycles);
	table_add(table, "%.1f", study_percent(model, ordered.cycles));
	table_add(table, "%.1f", off);
	extremes->better = fmax(extremes->better, 100 * (1 - random.cycles / ordered.cycles));
	extremes->off = fmax(extremes->off, fabs(off));
	return 0;
}

static int fill_fig11(const struct study *study, struct table *table, struct table *verdicts)
{
	struct extremes extremes = { 0 };
	char ours[64];
	int err = 0;

	for (uint32_t span = 1; span <= SPANS && !err; span++)
		err = add_span(study, span, table, &extremes);
	if (err)
		return err;
	study_number(verdicts, "Fig. 11: what a random order improves, percent", extremes.better,
		     20, 1, "simulated, the most of all spans");
	snprintf(ours, sizeof(ours), "%.3g %% off at most", extremes.off);
	printed_words(verdicts, "Fig. 11: model and the random order", ours, "within 12 percent",
		      extremes.off <= 12, "o_s + o_r a message, and simulation");
	study_left_out(verdicts, "Fig. 11: what a random order takes off stall time", "70 percent",
		       "no send waits for a full output queue");
	return 0;
}

const struct study_figure study_fig11 = {
	.name = "fig11", .title = "Fig. 11: 100 iterations of EM3D, cycles",
	.columns = fig11_columns, .ncolumns = ARRAY_SIZE(fig11_columns), .curve = 2, .curves = 4,
	.unit = "cycles", .fill = fill_fig11,
};
