// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the model alone says: Tables 1 and 2, Figs. 3 to 5, where (2) breaks, equations (11) to
 * (14); and the values that were chosen.
 */
#include <math.h>

#include "cli/hardware/machines.h"
#include "cli/out/complain.h"
#include "study.h"

int study_failed(int err)
{
	return err ? complain_error("the simulation", err) : 0;
}

/* --- the machine --- */

#define SLOWDOWN	(1 + STUDY_SLOWER / 100.) /* while both DMAs use memory */
#define CONSTANT	10000	/* bytes from which on bandwidth is constant, as printed */

int study_machine(void *data, struct results *results)
{
	struct result *result = results_begin(results, "machine",
		"L o_s o_r long_L o_sl o_rl G G_m a break break_slower break_port port bandwidth inflation");
	const struct study *study = data;
	const struct logp_short *brief = &study->alewife.brief;
	const struct logp_long *bulk = &study->alewife.bulk;
	struct logp_long slower = *bulk, shared = *bulk;

	slower.memory_byte *= SLOWDOWN;
	shared.memory_byte = study->alewife.node.port;
	result_numbers(results, result,
		       (double[]){ brief->latency, brief->send, brief->recv, bulk->latency,
				   bulk->send, bulk->recv, bulk->byte, bulk->memory_byte,
				   bulk->interrupt, logp_break(bulk), logp_break(&slower),
				   logp_break(&shared), study->alewife.node.port,
				   logp_bandwidth(bulk, CONSTANT),
				   logpc_inflation(&study->network, bulk->byte) }, 15);
	return 0;
}

/* --- Table 1 --- */

int study_table1(void *data, struct results *results)
{
	static const struct logp_short ends[] = {
		{ .latency = 21, .send = 9, .recv = 117 },
		{ .latency = 21, .send = 12, .recv = 119 },
		{ .latency = 21, .send = 15, .recv = 122 },
	};
	struct result *result = results_begin(results, "table1",
					      "arguments L o_s o_r one_way round_trip C_r");

	(void)data;
	for (size_t i = 0; i < ARRAY_SIZE(ends); i++)
		result_numbers(results, result,
			       (double[]){ i, ends[i].latency, ends[i].send, ends[i].recv,
					   logp_oneway(&ends[i]), logp_roundtrip(&ends[i]),
					   logp_waiting(&ends[i]) }, 7);
	return 0;
}

/* --- long messages without contention --- */

#define QUEUE_STEP	25

int study_fig3(void *data, struct results *results)
{
	struct result *result = results_begin(results, "fig3", "cycles bytes");
	const struct study *study = data;
	const struct logp_long *bulk = &study->alewife.bulk;
	unsigned int end = STUDY_QUEUE * bulk->byte + QUEUE_STEP, cycles;

	for (cycles = 0; cycles <= end; cycles += QUEUE_STEP) {
		result_number(results, result, cycles);
		result_number(results, result, logp_queue(bulk, STUDY_QUEUE, cycles));
	}
	return 0;
}

#define BREAK		1000	/* bytes, as printed: "about" */

/* With memory of a speed, or, without one, such that (2) breaks as printed. */
static void add_breaks(const struct study *study, double memory, struct results *results,
		       struct result *result)
{
	static const double heads[] = { 0, 8, 16, 32, 64 };
	struct logp_long bulk = study->alewife.bulk;

	for (size_t i = 0; i < ARRAY_SIZE(heads); i++) {
		bulk.interrupt = heads[i];
		bulk.memory_byte = memory > 0 ? memory : logp_break_memory(&bulk, BREAK);
		result_numbers(results, result,
			       (double[]){ bulk.interrupt, bulk.memory_byte,
					   bulk.byte / bulk.memory_byte, logp_break(&bulk) }, 4);
	}
}

int study_break(void *data, struct results *results)
{
	struct result *result = results_begin(results, "break",
					      "a_bytes G_m memory_to_network break_bytes");
	const struct study *study = data;
	double memory = study->alewife.bulk.memory_byte;

	add_breaks(study, 0, results, result);
	add_breaks(study, memory, results, result);
	add_breaks(study, memory * SLOWDOWN, results, result);
	return 0;
}

int study_fig4(void *data, struct results *results)
{
	struct result *result = results_begin(results, "fig4",
					      "bytes end_to_end equation_1 sender");
	const struct study *study = data;
	const struct logp_long *bulk = &study->alewife.bulk;

	for (unsigned int bytes = 100; bytes <= 4000; bytes += 100)
		result_numbers(results, result,
			       (double[]){ bytes, logp_delivery_queued(bulk, bytes),
					   logp_delivery(bulk, bytes),
					   logp_send_busy(bulk, bytes) }, 4);
	return 0;
}

int study_fig5(void *data, struct results *results)
{
	struct result *result = results_begin(results, "fig5", "bytes bytes_per_cycle");
	const struct study *study = data;

	for (unsigned int bytes = 64; bytes <= 65536; bytes *= 2) {
		result_number(results, result, bytes);
		result_number(results, result, logp_bandwidth(&study->alewife.bulk, bytes));
	}
	return 0;
}

/* --- distances, and the bound --- */

static void add_distance(const struct study *study, const char *reading, double hops,
			 double channel_byte, struct results *results, struct result *result)
{
	const double byte = study->alewife.bulk.byte;
	struct logpc_network network = study->network;
	struct logpc_load load;

	network.distance = hops / 2;
	network.channel_byte = channel_byte;
	load = logpc_saturation(&network, byte, 1);
	result_text(results, result, "%s", reading);
	result_numbers(results, result,
		       (double[]){ hops, network.distance, channel_byte,
				   load.negative ? NAN : logpc_inflation(&network, byte),
				   load.contention, load.negative }, 6);
	result_text(results, result, load.negative ? ": (6) is below 0, k_d < 1" : "");
}

/* The bound by (14) for random destinations. */
static double bound_of(const struct study *study, bool self, double channel_byte)
{
	const struct logpc_network network = {
		.dims = 2, .distance = logpc_distance(ALEWIFE_X, ALEWIFE_Y, self) / 2,
		.channel_byte = channel_byte,
	};

	return logpc_inflation(&network, study->alewife.bulk.byte);
}

static void find_bounds(const struct study *study, struct results *results)
{
	struct result *result = results_begin(results, "bounds", "itself others half_byte");

	result_numbers(results, result,
		       (double[]){ bound_of(study, true, LOGPC_CHANNEL_BYTE),
				   bound_of(study, false, LOGPC_CHANNEL_BYTE),
				   bound_of(study, false, study->alewife.bulk.byte) }, 3);
}

int study_distance(void *data, struct results *results)
{
	struct result *result = results_begin(results, "distance",
		"reading hops k_d channel_byte bound contention negative below");
	const struct study *study = data;
	const double one = study->network.channel_byte, half = study->alewife.bulk.byte;
	const struct {
		const char *reading;
		double hops, byte;
	} rows[] = {
		{ "(11), random, with itself", logpc_distance(ALEWIFE_X, ALEWIFE_Y, true), one },
		{ "(11), random, without itself", logpc_distance(ALEWIFE_X, ALEWIFE_Y, false),
		  one },
		{ "(11), random, without itself", logpc_distance(ALEWIFE_X, ALEWIFE_Y, false),
		  half },
		{ "(12), x = 8, rows end alike",
		  logpc_locality(ALEWIFE_X, ALEWIFE_Y, LOGPC_BELOW), one },
		{ "(12), x = 8, ends send half",
		  logpc_locality(ALEWIFE_X, ALEWIFE_Y, LOGPC_NOWHERE), one },
		{ "(12), x = 8, modulo 32",
		  logpc_locality(ALEWIFE_X, ALEWIFE_Y, LOGPC_AROUND), one },
		{ "(12), x = 4, rows end alike",
		  logpc_locality(ALEWIFE_Y, ALEWIFE_X, LOGPC_BELOW), one },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		add_distance(study, rows[i].reading, rows[i].hops, rows[i].byte, results, result);
	find_bounds(study, results);
	return 0;
}

/* --- chosen values --- */

int study_chosen(void *data, struct results *results)
{
	struct table table = { .columns = chosen_columns, .ncolumns = CHOSEN_COLUMNS };
	const struct study *study = data;

	chosen_machine(&table, &study->alewife.hardware);
	chosen_add(&table, "(3) to (7)", "a byte on a channel", "%.6g cycles",
		   study->network.channel_byte);
	chosen_add(&table, "(3) to (7)", "k_d, random destinations", "%.6g hops",
		   study->network.distance);
	chosen_add(&table, "fig3", "a message", "%u B", STUDY_QUEUE);
	chosen_add(&table, "node", "input queue, and output queue (2, printed)", "%u B",
		   study->alewife.node.queue);
	chosen_add(&table, "node", "a DMA's byte at the memory's port: (1 + 45 %) G / 2 (2.2)",
		   "%.6g cycles", study->alewife.node.port);
	chosen_add(&table, "fig8", "a message", "%u B", STUDY_CHART);
	chosen_add(&table, "table4", "bytes of two arguments", "%u B", STUDY_ARGUMENTS);
	chosen_add(&table, "table4", "messages of a node", "%u", study->count);
	chosen_add(&table, "fig6", "messages of a node", "%u", study->long_count);
	chosen_add(&table, "fig9", "alpha, a value into a message", "%u cycles", STUDY_GATHER);
	chosen_add(&table, "fig11", "E and H vertices of a node", "%u each", study->vertices);
	chosen_add(&table, "fig11", "bytes of a value", "%u B", STUDY_VALUE);
	chosen_add(&table, "fig11", "an edge", "%.6g cycles", study->edge);
	chosen_add(&table, "fig11", "iterations simulated", "%u", study->iterations);
	chosen_add(&table, "simulation", "flits of a message", "%u at most", ALEWIFE_FLITS);
	chosen_add(&table, "without contention", "links of a channel", "%u", WORM_LINKS);
	chosen_add(&table, "random numbers", "seed", "%ju", (uintmax_t)study->seed);
	results_take(results, "chosen", "of key value", &table);
	return 0;
}
