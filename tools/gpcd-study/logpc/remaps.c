// SPDX-License-Identifier: GPL-2.0-only
/*
 * All-to-all remap: Table 4 and Fig. 6.
 */
#include <math.h>
#include <stdio.h>

#include "study.h"

/* Printed in the paper. */
#define SYNCHRONOUS_CONTENTION	23
#define ASYNCHRONOUS_CONTENTION	31
#define SYNCHRONOUS_MEASURED	486
#define ASYNCHRONOUS_MEASURED	151

/* Cycles of an iteration, and cycles per message that are due to contention in the network. */
struct remap {
	double iteration;
	double contention;
};

static int simulate_remap(const struct study *study, const char *algorithm, uint64_t bytes,
			  bool wide, struct remap *remap)
{
	uint32_t count = bytes > STUDY_ARGUMENTS ? study->long_count : study->count;
	const struct alewife_run run = {
		.plan = { .bytes = bytes, .count = count, .seed = study->seed },
		.kind = "remap", .algorithm = algorithm, .wide = wide,
	};
	struct alewife_times times;
	int err = alewife_run(&study->alewife, &run, &times);

	if (!err)
		*remap = (struct remap){ times.mean / count, times.blocked };
	return err;
}

/* --- Table 4 --- */

static const struct column table4_columns[] = {
	{ "type", COLUMN_TEXT, false },
	{ "LogP", COLUMN_REAL, false },
	{ "LoPC", COLUMN_REAL, false },
	{ "LoGPC", COLUMN_REAL, false },
	{ "C_n", COLUMN_REAL, false },
	{ "C_r", COLUMN_REAL, false },
	{ "simulated", COLUMN_REAL, false },
	{ "without_contention", COLUMN_REAL, false },
	{ "simulated_C_n", COLUMN_REAL, false },
	{ "LogP_off_percent", COLUMN_REAL, false },
	{ "LoGPC_off_percent", COLUMN_REAL, false },
};

/* A row of Table 4; times are cycles of an iteration. */
struct style {
	const char *name; /* how messages are sent; the algorithm */
	double logp;
	double lopc;
	double logpc;
	double contention; /* C_n, an input */
	double waiting; /* C_r, or 0 */
};

static int add_style(const struct study *study, const struct style *style, struct table *table,
		     struct remap *simulated)
{
	struct remap wide;
	int err = simulate_remap(study, style->name, STUDY_ARGUMENTS, false, simulated);

	if (!err)
		err = simulate_remap(study, style->name, STUDY_ARGUMENTS, true, &wide);
	if (err)
		return err;
	table_add(table, "%s", style->name);
	table_add(table, "%.6g", style->logp);
	table_add(table, "%.6g", style->lopc);
	table_add(table, "%.6g", style->logpc);
	table_add(table, "%.6g", style->contention);
	table_add(table, "%.6g", style->waiting);
	table_add(table, "%.1f", simulated->iteration);
	table_add(table, "%.1f", wide.iteration);
	table_add(table, "%.2f", simulated->contention);
	table_add(table, "%.1f", study_percent(style->logp, simulated->iteration));
	table_add(table, "%.1f", study_percent(style->logpc, simulated->iteration));
	return 0;
}

static void judge_synchronous(const struct style *style, double simulated, struct table *verdicts)
{
	study_number(verdicts, "Table 4: synchronous, LogP", style->logp, 316, 1,
		     "2 (o_s + L + o_r)");
	study_number(verdicts, "Table 4: synchronous, LoPC", style->lopc, 453, 1, "and C_r");
	study_number(verdicts, "Table 4: synchronous, LoGPC", style->logpc, 499, 1,
		     "and 2 C_n, which is an input");
	study_number(verdicts, "Table 4: C_r", style->waiting, 137, 1, "o_s + o_r");
	study_number(verdicts, "Table 4: synchronous, measured", simulated, SYNCHRONOUS_MEASURED,
		     1, "simulated; the paper measured it");
	study_number(verdicts, "5.1.1: C_r in what was measured, percent",
		     100 * style->waiting / SYNCHRONOUS_MEASURED, 28, 1, "of printed numbers");
	study_number(verdicts, "5.1.1: LoGPC above what was measured, percent",
		     study_percent(style->logpc, SYNCHRONOUS_MEASURED), 3, 1,
		     "of printed numbers");
}

static void judge_asynchronous(const struct style *style, double simulated,
			       struct table *verdicts)
{
	study_number(verdicts, "Table 4: asynchronous, LogP", style->logp, 137, 1, "o_s + o_r");
	study_number(verdicts, "Table 4: asynchronous, measured", simulated,
		     ASYNCHRONOUS_MEASURED, 1,
		     "simulated, without caches and sends that are interrupted");
	study_number(verdicts, "5.1.2: measured above the model, percent",
		     study_percent(ASYNCHRONOUS_MEASURED, style->logp), 10, 1,
		     "of printed numbers");
}

/*
 * Find the length of messages that would give each C_n of Table 4; a round trip has two messages.
 */
static void judge_contentions(const struct study *study, const struct style *both,
			      struct table *verdicts)
{
	double one = logpc_length(&study->network, 2 / both[0].logpc, both[0].contention);
	double other = logpc_length(&study->network, 1 / both[1].logpc, both[1].contention);
	char ours[80];

	snprintf(ours, sizeof(ours), "%.3g and %.3g bytes a message would have them", one, other);
	printed_words(verdicts, "Table 4: C_n", ours, "23 and 31", fabs(one - other) < 1,
		      "the length is not printed, and no single one gives both");
}

static int fill_table4(const struct study *study, struct table *table, struct table *verdicts)
{
	const struct logp_short *ends = &study->alewife.brief;
	double waiting = logp_waiting(ends);
	const struct style both[] = {
		{
			.name = "synchronous", .logp = logp_roundtrip(ends),
			.lopc = logpc_roundtrip(ends, 0, waiting),
			.logpc = logpc_roundtrip(ends, SYNCHRONOUS_CONTENTION, waiting),
			.contention = SYNCHRONOUS_CONTENTION, .waiting = waiting,
		}, {
			.name = "asynchronous", .logp = ends->send + ends->recv,
			.lopc = ends->send + ends->recv, .logpc = ends->send + ends->recv,
			.contention = ASYNCHRONOUS_CONTENTION,
		},
	};
	struct remap simulated[ARRAY_SIZE(both)];
	int err = 0;

	for (size_t i = 0; i < ARRAY_SIZE(both) && !err; i++)
		err = add_style(study, &both[i], table, &simulated[i]);
	if (err)
		return err;
	judge_synchronous(&both[0], simulated[0].iteration, verdicts);
	judge_asynchronous(&both[1], simulated[1].iteration, verdicts);
	judge_contentions(study, both, verdicts);
	return 0;
}

const struct study_figure study_table4 = {
	.name = "table4",
	.title = "Table 4: an iteration of all-to-all remap, two arguments, cycles",
	.columns = table4_columns, .ncolumns = ARRAY_SIZE(table4_columns), .fill = fill_table4,
};

/* --- Fig. 6 --- */

#define FROM		1000
#define DOUBLINGS	7	/* up to 64,000 bytes */
#define MEASURED	2.03	/* cycles per byte, as printed */
#define MODELLED	2.22	/* as printed */

static const struct column fig6_columns[] = {
	{ "bytes", COLUMN_NUMBER, false },
	{ "LogGP", COLUMN_REAL, false },
	{ "LoGPC", COLUMN_REAL, false },
	{ "simulated", COLUMN_REAL, false },
	{ "without_contention", COLUMN_REAL, false },
	{ "LogGP_off_percent", COLUMN_REAL, false },
	{ "LoGPC_off_percent", COLUMN_REAL, false },
};

/* Cycles per byte, means over all sizes. */
struct slopes {
	double simulated;
	double wide;
};

static int add_size(const struct study *study, double bytes, struct table *table,
		    struct slopes *slopes)
{
	const struct logp_long *bulk = &study->alewife.bulk;
	double free = logp_send_busy(bulk, bytes) + logp_recv_busy(bulk, bytes);
	double model = logpc_saturation(&study->network, bulk->byte, bytes).period;
	struct remap simulated, wide;
	int err = simulate_remap(study, "asynchronous", bytes, false, &simulated);

	if (!err)
		err = simulate_remap(study, "asynchronous", bytes, true, &wide);
	if (err)
		return err;
	table_add(table, "%.0f", bytes);
	table_add(table, "%.6g", free);
	table_add(table, "%.6g", model);
	table_add(table, "%.6g", simulated.iteration);
	table_add(table, "%.6g", wide.iteration);
	table_add(table, "%.1f", study_percent(free, simulated.iteration));
	table_add(table, "%.1f", study_percent(model, simulated.iteration));
	slopes->simulated += simulated.iteration / bytes / DOUBLINGS;
	slopes->wide += wide.iteration / bytes / DOUBLINGS;
	return 0;
}

/* The error of LoGPC by the paper's printed numbers, in Table 4 and Fig. 6. */
static void judge_errors(struct table *verdicts)
{
	static const double model[] = { 499, 137, MODELLED };
	static const double measured[] = {
		SYNCHRONOUS_MEASURED, ASYNCHRONOUS_MEASURED, MEASURED,
	};
	double most = 0;
	char ours[64];

	for (size_t i = 0; i < ARRAY_SIZE(model); i++)
		most = fmax(most, fabs(study_percent(model[i], measured[i])));
	snprintf(ours, sizeof(ours), "%.3g %% at most", most);
	printed_words(verdicts, "7: LoGPC and what was measured", ours, "within 12 percent",
		      most <= 12, "Table 4 and Fig. 6, of printed numbers");
}

static void judge_slopes(const struct study *study, const struct slopes *slopes,
			 struct table *verdicts)
{
	double inflation = logpc_inflation(&study->network, study->alewife.bulk.byte);

	study_number(verdicts, "Fig. 6: LoGPC, cycles a byte",
		     inflation * 2 * study->alewife.bulk.byte, MODELLED, 0.01, "equation (13)");
	study_number(verdicts, "Fig. 6: measured, cycles a byte", slopes->simulated, MEASURED, 0.01,
		     "simulated, mean over all sizes; the paper measured it");
	study_number(verdicts, "Fig. 6: contention in it, percent",
		     100 * (1 - slopes->wide / slopes->simulated), 50, 1,
		     "simulated with one link a channel and with four");
	study_number(verdicts, "Fig. 6: contention in it by the model, percent",
		     100 * (1 - 1 / inflation), 50, 1, "\"up to 50 percent\"");
	judge_errors(verdicts);
}

static int fill_fig6(const struct study *study, struct table *table, struct table *verdicts)
{
	struct slopes slopes = { 0 };
	int err = 0;

	for (unsigned int i = 0; i < DOUBLINGS && !err; i++)
		err = add_size(study, FROM << i, table, &slopes);
	if (!err)
		judge_slopes(study, &slopes, verdicts);
	return err;
}

const struct study_figure study_fig6 = {
	.name = "fig6",
	.title = "Fig. 6: an iteration of all-to-all remap with long messages, cycles",
	.columns = fig6_columns, .ncolumns = ARRAY_SIZE(fig6_columns), .curve = 1, .curves = 4,
	.unit = "cycles", .fill = fill_fig6,
};
