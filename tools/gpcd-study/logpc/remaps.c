// SPDX-License-Identifier: GPL-2.0-only
/*
 * All-to-all remap: Table 4 and Fig. 6.
 */
#include "study.h"

/* C_n, as printed; an input of the model. */
#define SYNCHRONOUS_CONTENTION	23
#define ASYNCHRONOUS_CONTENTION	31

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
	int err = simulate_remap(study, style->name, STUDY_ARGUMENTS, false, &simulated);

	if (!err)
		err = simulate_remap(study, style->name, STUDY_ARGUMENTS, true, &wide);
	result_text(results, result, "%s", style->name);
	result_numbers(results, result,
		       (double[]){ style->logp, style->lopc, style->logpc, style->contention,
				   style->waiting, simulated.iteration, wide.iteration,
				   simulated.contention, length }, 9);
	return err;
}

int study_table4(void *data, struct results *results)
{
	struct result *result = results_begin(results, "table4",
		"type LogP LoPC LoGPC C_n C_r simulated without_contention simulated_C_n length");
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

	for (size_t i = 0; i < ARRAY_SIZE(both) && !err; i++)
		err = add_style(study, &both[i], results, result);
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

		err = simulate_remap(study, "asynchronous", bytes, false, &simulated);
		if (!err)
			err = simulate_remap(study, "asynchronous", bytes, true, &wide);
		result_numbers(results, result,
			       (double[]){ bytes,
					   logp_send_busy(bulk, bytes) + logp_recv_busy(bulk, bytes),
					   logpc_saturation(&study->network, bulk->byte, bytes).period,
					   simulated.iteration, wide.iteration }, 5);
	}
	return study_failed(err);
}
