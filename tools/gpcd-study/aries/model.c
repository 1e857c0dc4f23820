// SPDX-License-Identifier: GPL-2.0-only
/* The model of message time, compared with the time itself over many allocations (section 2.4). */
#include "experiment.h"

/* The paper goes up to 16 MiB; at the usual scale only the first SIZES are used. */
static const uint64_t sizes[] = {
	128, 2048, 32768, 262144, 1u << 20, 4u << 20, 16u << 20,
};

#define PAPER_SIZES	((unsigned int)(sizeof(sizes) / sizeof(*sizes)))
#define SIZES		4

/* A message of two packets is too short for registers that count microseconds. */
#define SMALL		1024
#define SMALL_ROUNDS	4

/* The paper's correlation, on an average of sizes. */
#define PAPER_CORRELATION	0.79
#define TOLERANCE		0.1

/* A model's estimate of a message's time. */
struct estimate {
	enum quantity quantity;
	const char *variant; /* variant of the model */
	unsigned int equation; /* number in the paper */
};

static const struct estimate estimates[] = {
	{ QUANTITY_MODEL, "paper", 2 },
	{ QUANTITY_PUBLISHED, "published", 2 },
	{ QUANTITY_UNBOUNDED, "paper", 1 },
	{ QUANTITY_PUBLISHED_UNBOUNDED, "published", 1 },
};

#define ESTIMATES	((unsigned int)(sizeof(estimates) / sizeof(*estimates)))

static const struct column columns[] = {
	{ "bytes", COLUMN_NUMBER, false },
	{ "variant", COLUMN_TEXT, false },
	{ "equation", COLUMN_NUMBER, false },
	{ "time_us", COLUMN_REAL, false },
	{ "model_us", COLUMN_REAL, false },
	{ "pearson", COLUMN_REAL, false },
	{ "pearson_of_logs", COLUMN_REAL, false },
	{ "paper", COLUMN_REAL, false },
};

static int model_prepare(struct trials *trials)
{
	struct cell cell = {
		.name = "allocations", .work = { .kind = WORK_PINGPONG, .ranks = 2 },
		.allocate = experiment_allocate, .routing = NET_ADAPTIVE0,
	};

	for (unsigned int i = 0; i < (trials->paper ? PAPER_SIZES : SIZES); i++) {
		cell.work.bytes = sizes[i];
		cell.work.rounds = sizes[i] < SMALL ? SMALL_ROUNDS : 1;
		trials_add(trials, &cell);
	}
	return 0;
}

static void model_details(const struct trials *trials, struct table *table)
{
	const struct estimate *by;

	for (unsigned int i = 0; i < trials->cells; i++) {
		for (by = estimates; by < estimates + ESTIMATES; by++) {
			table_number(table, trials->cell[i].work.bytes);
			table_add(table, "%s", by->variant);
			table_number(table, by->equation);
			table_add(table, "%.6g", trials_summary(trials, i, QUANTITY_TIME).median);
			table_add(table, "%.6g", trials_summary(trials, i, by->quantity).median);
			table_add(table, "%.3g",
				  trials_correlation(trials, i, QUANTITY_TIME, by->quantity));
			table_add(table, "%.3g",
				  trials_log_correlation(trials, i, QUANTITY_TIME, by->quantity));
			table_add(table, "%g", PAPER_CORRELATION);
		}
	}
}

static void model_claims(const struct trials *trials, struct table *table)
{
	double mean, mean_of_logs;
	char what[64];

	for (const struct estimate *by = estimates; by < estimates + ESTIMATES; by++) {
		mean = 0;
		mean_of_logs = 0;
		for (unsigned int i = 0; i < trials->cells; i++) {
			mean += trials_correlation(trials, i, QUANTITY_TIME, by->quantity) /
				trials->cells;
			mean_of_logs += trials_log_correlation(trials, i, QUANTITY_TIME,
							      by->quantity) / trials->cells;
		}
		snprintf(what, sizeof(what), "time and (%u), %s", by->equation, by->variant);
		claim_number(table, what, mean, PAPER_CORRELATION, TOLERANCE,
			     "Pearson's correlation over allocations, on an average of sizes");
		snprintf(what, sizeof(what), "time and (%u), %s, logarithms", by->equation,
			 by->variant);
		claim_number(table, what, mean_of_logs, PAPER_CORRELATION, TOLERANCE,
			     "likewise, of logarithms of times");
	}
}

const struct experiment experiment_model = {
	.name = "model",
	.title = "ping-pongs in many allocations: their times and the model's (section 2.4)",
	.quantities = 1u << QUANTITY_TIME | 1u << QUANTITY_LATENCY | 1u << QUANTITY_STALLS |
		      1u << QUANTITY_MODEL | 1u << QUANTITY_PUBLISHED,
	.repetitions = 40,
	.usual = 40,
	.prepare = model_prepare,
	.claims = model_claims,
	.columns = columns,
	.ncolumns = sizeof(columns) / sizeof(*columns),
	.details = model_details,
};
