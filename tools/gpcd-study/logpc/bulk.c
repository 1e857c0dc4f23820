// SPDX-License-Identifier: GPL-2.0-only
/* Long messages without contention: Figs. 3 to 5, and where (2) breaks. */
#include <stdio.h>

#include "study.h"

/* --- Fig. 3 --- */

#define QUEUE_STEP	25

static const struct column fig3_columns[] = {
	{ "cycles", COLUMN_NUMBER, false },
	{ "bytes", COLUMN_REAL, false },
};

static int fill_fig3(const struct study *study, struct table *table, struct table *verdicts)
{
	const struct logp_long *bulk = &study->alewife.bulk;
	unsigned int end = STUDY_QUEUE * bulk->byte + QUEUE_STEP, cycles;

	(void)verdicts;
	for (cycles = 0; cycles <= end; cycles += QUEUE_STEP) {
		table_number(table, cycles);
		table_add(table, "%.6g", logp_queue(bulk, STUDY_QUEUE, cycles));
	}
	return 0;
}

const struct study_figure study_fig3 = {
	.name = "fig3", .title = "Fig. 3: the input queue during a message of 2,000 bytes",
	.columns = fig3_columns, .ncolumns = ARRAY_SIZE(fig3_columns), .curve = 1, .curves = 1,
	.unit = "bytes in the queue", .fill = fill_fig3,
};

/* --- the break of (2) --- */

#define BREAK		1000	/* bytes, as printed: "about" */
#define SLOWDOWN	1.45	/* while both DMAs use memory, as printed */

static const struct column break_columns[] = {
	{ "a_bytes", COLUMN_REAL, false },
	{ "G_m", COLUMN_REAL, false },
	{ "memory_to_network", COLUMN_REAL, false },
	{ "break_bytes", COLUMN_REAL, false },
};

static void add_break(struct table *table, const struct logp_long *bulk)
{
	table_add(table, "%.6g", bulk->interrupt);
	table_add(table, "%.4f", bulk->memory_byte);
	table_add(table, "%.3f", bulk->byte / bulk->memory_byte);
	table_add(table, "%.0f", logp_break(bulk));
}

static int fill_break(const struct study *study, struct table *table, struct table *verdicts)
{
	static const double heads[] = { 0, 8, 16, 32, 64 };
	struct logp_long bulk = study->alewife.bulk;
	double memory = bulk.memory_byte;

	for (size_t i = 0; i < ARRAY_SIZE(heads); i++) {
		bulk.interrupt = heads[i];
		bulk.memory_byte = logp_break_memory(&bulk, BREAK);
		add_break(table, &bulk);
	}
	for (size_t i = 0; i < ARRAY_SIZE(heads); i++) {
		bulk.interrupt = heads[i];
		bulk.memory_byte = memory;
		add_break(table, &bulk);
	}
	for (size_t i = 0; i < ARRAY_SIZE(heads); i++) {
		bulk.interrupt = heads[i];
		bulk.memory_byte = memory * SLOWDOWN;
		add_break(table, &bulk);
	}
	study_number(verdicts, "(2): is (1) from so many bytes on",
		     logp_break(&study->alewife.bulk), BREAK, 200,
		     "memory \"nearly twice\" as fast; for 1,000 it must be 1.35 times");
	bulk = study->alewife.bulk;
	bulk.memory_byte *= SLOWDOWN;
	study_number(verdicts, "(2): likewise, while memory has two DMAs", logp_break(&bulk), BREAK,
		     200, "45 % slower, as printed");
	return 0;
}

const struct study_figure study_break = {
	.name = "break",
	.title = "Equation (2): a and G_m that let it break at 1,000 bytes; and as in the file",
	.columns = break_columns, .ncolumns = ARRAY_SIZE(break_columns), .fill = fill_break,
};

/* --- Fig. 4 --- */

static const struct column fig4_columns[] = {
	{ "bytes", COLUMN_NUMBER, false },
	{ "end_to_end", COLUMN_REAL, false },
	{ "equation_1", COLUMN_REAL, false },
	{ "sender", COLUMN_REAL, false },
};

static double sender_part(const struct logp_long *bulk, double bytes)
{
	return study_percent(logp_delivery_queued(bulk, bytes), logp_send_busy(bulk, bytes));
}

static int fill_fig4(const struct study *study, struct table *table, struct table *verdicts)
{
	const struct logp_long *bulk = &study->alewife.bulk;
	char ours[80];

	for (unsigned int bytes = 100; bytes <= 4000; bytes += 100) {
		table_number(table, bytes);
		table_add(table, "%.6g", logp_delivery_queued(bulk, bytes));
		table_add(table, "%.6g", logp_delivery(bulk, bytes));
		table_add(table, "%.6g", logp_send_busy(bulk, bytes));
	}
	snprintf(ours, sizeof(ours), "%.3g %% apart at 1,000 bytes, %.3g %% at 500",
		 sender_part(bulk, BREAK), sender_part(bulk, BREAK / 2));
	printed_words(verdicts, "Fig. 4: end to end and sender, above 1,000 bytes", ours,
		      "nearly equivalent", sender_part(bulk, BREAK) < 5, "less than 5 %");
	return 0;
}

const struct study_figure study_fig4 = {
	.name = "fig4", .title = "Fig. 4: a long message, cycles",
	.columns = fig4_columns, .ncolumns = ARRAY_SIZE(fig4_columns), .curve = 1, .curves = 3,
	.unit = "cycles", .fill = fill_fig4,
};

/* --- Fig. 5 --- */

static const struct column fig5_columns[] = {
	{ "bytes", COLUMN_NUMBER, false },
	{ "bytes_per_cycle", COLUMN_REAL, false },
};

#define CONSTANT	10000	/* bytes, as printed */

static int fill_fig5(const struct study *study, struct table *table, struct table *verdicts)
{
	const struct logp_long *bulk = &study->alewife.bulk;
	double part = 100 * logp_bandwidth(bulk, CONSTANT) * bulk->byte;
	char ours[64];

	for (unsigned int bytes = 64; bytes <= 65536; bytes *= 2) {
		table_number(table, bytes);
		table_add(table, "%.6g", logp_bandwidth(bulk, bytes));
	}
	snprintf(ours, sizeof(ours), "%.3g %% of 1/G at 10,000 bytes", part);
	printed_words(verdicts, "Fig. 5: bandwidth above 10 Kbytes", ours, "constant", part > 99,
		      "more than 99 %");
	return 0;
}

const struct study_figure study_fig5 = {
	.name = "fig5", .title = "Fig. 5: bandwidth of long messages",
	.columns = fig5_columns, .ncolumns = ARRAY_SIZE(fig5_columns), .curve = 1, .curves = 1,
	.unit = "bytes a cycle", .fill = fill_fig5,
};
