// SPDX-License-Identifier: GPL-2.0-only
/*
 * Values that were measured on Alewife and are inputs of the model (Tables 1 and 2); distances of
 * messages, equations (11) to (14).
 */
#include <stdio.h>

#include "study.h"

/* --- Table 1 --- */

static const struct {
	unsigned int arguments;
	struct logp_short ends;
} table1[] = {
	{ 0, { .latency = 21, .send = 9, .recv = 117 } },
	{ 1, { .latency = 21, .send = 12, .recv = 119 } },
	{ 2, { .latency = 21, .send = 15, .recv = 122 } },
};

static const struct column table1_columns[] = {
	{ "arguments", COLUMN_NUMBER, false },
	{ "L", COLUMN_REAL, false },
	{ "o_s", COLUMN_REAL, false },
	{ "o_r", COLUMN_REAL, false },
	{ "one_way", COLUMN_REAL, false },
	{ "round_trip", COLUMN_REAL, false },
	{ "C_r", COLUMN_REAL, false },
};

static int fill_table1(const struct study *study, struct table *table, struct table *verdicts)
{
	const struct logp_short *file = &study->alewife.brief;

	for (size_t i = 0; i < ARRAY_SIZE(table1); i++) {
		const struct logp_short *ends = &table1[i].ends;

		table_number(table, table1[i].arguments);
		table_add(table, "%.6g", ends->latency);
		table_add(table, "%.6g", ends->send);
		table_add(table, "%.6g", ends->recv);
		table_add(table, "%.6g", logp_oneway(ends));
		table_add(table, "%.6g", logp_roundtrip(ends));
		table_add(table, "%.6g", logp_waiting(ends));
	}
	study_number(verdicts, "Table 1: L, two arguments", file->latency, 21, 1,
		     "an input, from the machine's file");
	study_number(verdicts, "Table 1: o_s, two arguments", file->send, 15, 1, "an input");
	study_number(verdicts, "Table 1: o_r, two arguments", file->recv, 122, 1, "an input");
	return 0;
}

const struct study_figure study_table1 = {
	.name = "table1", .title = "Table 1: short messages, cycles: inputs, and LogP of them",
	.columns = table1_columns, .ncolumns = ARRAY_SIZE(table1_columns), .fill = fill_table1,
};

/* --- Table 2 --- */

#define DMA		10	/* cycles to initialise it, as printed */
#define INTERRUPT	119	/* cycles, as printed */

static const struct column table2_columns[] = {
	{ "L", COLUMN_REAL, false },
	{ "o_sl", COLUMN_REAL, false },
	{ "o_rl", COLUMN_REAL, false },
	{ "G", COLUMN_REAL, false },
	{ "G_m", COLUMN_REAL, false },
	{ "a", COLUMN_REAL, false },
};

static int fill_table2(const struct study *study, struct table *table, struct table *verdicts)
{
	const struct logp_long *bulk = &study->alewife.bulk;

	table_add(table, "%.6g", bulk->latency);
	table_add(table, "%.6g", bulk->send);
	table_add(table, "%.6g", bulk->recv);
	table_add(table, "%.6g", bulk->byte);
	table_add(table, "%.6g", bulk->memory_byte);
	table_add(table, "%.6g", bulk->interrupt);
	study_number(verdicts, "Table 2: L", bulk->latency, 8, 1,
		     "an input, from the machine's file");
	study_number(verdicts, "Table 2: o_sl", table1[2].ends.send + DMA, 25, 1,
		     "o_s of two arguments, and 10 for the DMA");
	study_number(verdicts, "Table 2: o_rl", INTERRUPT + DMA, 129, 1,
		     "119 for the interrupt, and 10 for the DMA");
	study_number(verdicts, "Table 2: G", bulk->byte, 0.5, 0.1,
		     "an input; 41 MB/s at 2 bytes a cycle would be a cycle of 48.8 ns");
	return 0;
}

const struct study_figure study_table2 = {
	.name = "table2", .title = "Table 2: long messages, cycles and bytes; G_m and a are chosen",
	.columns = table2_columns, .ncolumns = ARRAY_SIZE(table2_columns), .fill = fill_table2,
};

/* --- distances, and the bound --- */

static const struct column distance_columns[] = {
	{ "reading", COLUMN_TEXT, false },
	{ "hops", COLUMN_REAL, false },
	{ "k_d", COLUMN_REAL, false },
	{ "channel_byte", COLUMN_REAL, false },
	{ "bound", COLUMN_REAL, false },
};

static void add_distance(struct table *table, const struct study *study, const char *reading,
			 double hops)
{
	struct logpc_network network = study->network;
	struct logpc_load load;

	network.distance = hops / 2;
	load = logpc_saturation(&network, study->alewife.bulk.byte, 1);
	table_add(table, "%s", reading);
	table_add(table, "%.6g", hops);
	table_add(table, "%.6g", network.distance);
	table_add(table, "%.6g", network.channel_byte);
	if (load.negative)
		table_skip(table);
	else
		table_add(table, "%.6g", logpc_inflation(&network, study->alewife.bulk.byte));
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

/* C_n for messages to near destinations, at the rate of (13). */
static void judge_near(const struct study *study, double near, struct table *verdicts)
{
	struct logpc_network network = study->network;
	struct logpc_load load;
	char ours[64], remark[32];

	network.distance = near / 2;
	load = logpc_saturation(&network, study->alewife.bulk.byte, 1);
	snprintf(ours, sizeof(ours), "%.6g cycles a byte%s", load.contention,
		 load.negative ? ": (6) is below 0, k_d < 1" : "");
	snprintf(remark, sizeof(remark), "k_d is %.6g", network.distance);
	printed_words(verdicts, "(6): C_n of that locality", ours, "contention by (3) to (7)",
		      !load.negative, remark);
}

static void judge_distances(const struct study *study, struct table *verdicts)
{
	double far = logpc_distance(ALEWIFE_X, ALEWIFE_Y, true);
	double near = logpc_locality(ALEWIFE_X, ALEWIFE_Y, LOGPC_BELOW);

	study_number(verdicts, "(11): 2 k_d of random destinations", far, 3.875, 0.001,
		     "with messages to oneself; 4 without");
	study_number(verdicts, "(12): 2 k_dl of i + 1 and i - 1", near, 1.875, 0.001,
		     "x = 8 first; the last row ends as the others; else 1.625, or 1.9375 around");
	judge_near(study, near, verdicts);
	study_number(verdicts, "(14): bound (section 3.4)",
		     bound_of(study, true, LOGPC_CHANNEL_BYTE), 2.2, 0.1, "k_d of (11), 1.9375");
	study_number(verdicts, "(14): bound (section 5.1.3)",
		     bound_of(study, false, LOGPC_CHANNEL_BYTE), 2.22, 0.01,
		     "k_d = 2, no messages to oneself; 2.17 with (11)");
	study_number(verdicts, "(14): bound, a byte 0.5 cycles on a channel",
		     bound_of(study, false, study->alewife.bulk.byte), 2.22, 0.01,
		     "as G says, where the paper puts bytes for cycles");
}

static int fill_distance(const struct study *study, struct table *table, struct table *verdicts)
{
	struct study halves = *study;

	halves.network.channel_byte = study->alewife.bulk.byte;
	add_distance(table, study, "(11), random, with itself",
		     logpc_distance(ALEWIFE_X, ALEWIFE_Y, true));
	add_distance(table, study, "(11), random, without itself",
		     logpc_distance(ALEWIFE_X, ALEWIFE_Y, false));
	add_distance(table, &halves, "(11), random, without itself",
		     logpc_distance(ALEWIFE_X, ALEWIFE_Y, false));
	add_distance(table, study, "(12), x = 8, rows end alike",
		     logpc_locality(ALEWIFE_X, ALEWIFE_Y, LOGPC_BELOW));
	add_distance(table, study, "(12), x = 8, ends send half",
		     logpc_locality(ALEWIFE_X, ALEWIFE_Y, LOGPC_NOWHERE));
	add_distance(table, study, "(12), x = 8, modulo 32",
		     logpc_locality(ALEWIFE_X, ALEWIFE_Y, LOGPC_AROUND));
	add_distance(table, study, "(12), x = 4, rows end alike",
		     logpc_locality(ALEWIFE_Y, ALEWIFE_X, LOGPC_BELOW));
	judge_distances(study, verdicts);
	return 0;
}

const struct study_figure study_distance = {
	.name = "distance",
	.title = "Equations (11), (12) and (14): hops, and how much contention may slow down",
	.columns = distance_columns, .ncolumns = ARRAY_SIZE(distance_columns),
	.fill = fill_distance,
};
