// SPDX-License-Identifier: GPL-2.0-only
/*
 * Scaling factors of the rule by which messages choose their routing (section 4). As in the paper,
 * a factor is the median, over programs and allocations, of the ratio between a quantity at the
 * NICs with a high bias and without.
 */
#include <math.h>

#include "experiment.h"
#include "model/routing.h"

/* Seeds from here on are used by this experiment only. */
#define SEEDS		(1ull << 63)

#define RANKS		16
#define TOLERANCE	0.1

/* Each program makes two cells; the second has the bias. */
static const struct {
	const char *name;
	struct work work;
} programs[] = {
	{ "ping-pong", { .kind = WORK_PINGPONG, .ranks = 2, .bytes = 4096 } },
	{ "ping-pong", { .kind = WORK_PINGPONG, .ranks = 2, .bytes = 65536, .engine = 65536 } },
	{ "alltoall", { .kind = WORK_ALLTOALL, .ranks = RANKS, .bytes = 1024 } },
	{ "shift", { .kind = WORK_SHIFT, .ranks = RANKS, .bytes = 65536, .engine = 65536 } },
};

#define PROGRAMS	((unsigned int)(sizeof(programs) / sizeof(*programs)))

static const struct column columns[] = {
	{ "factor", COLUMN_TEXT, false },
	{ "program", COLUMN_TEXT, false },
	{ "bytes", COLUMN_NUMBER, false },
	{ "variant", COLUMN_TEXT, false },
	{ "n", COLUMN_NUMBER, false },
	{ "q1", COLUMN_REAL, false },
	{ "median", COLUMN_REAL, false },
	{ "q3", COLUMN_REAL, false },
	{ "default", COLUMN_REAL, false },
	{ "biased_alone", COLUMN_NUMBER, false },
};

/* A factor in a variant of the model. */
struct factor {
	const char *name; /* the paper's name */
	double shipped; /* the default of all programs that use it */
	double (*of)(const struct model_network *network); /* returns the quantity that it scales */
	const struct model_variant *variant;
};

static double factor_latency(const struct model_network *network)
{
	return network->latency;
}

static double factor_stalls(const struct model_network *network)
{
	return network->stalls;
}

static const struct factor factors[] = {
	{ "lambda", MODEL_LAMBDA, factor_latency, &model_paper },
	{ "sigma", MODEL_SIGMA, factor_stalls, &model_paper },
	{ "sigma", MODEL_SIGMA, factor_stalls, &model_published },
};

#define FACTORS		((unsigned int)(sizeof(factors) / sizeof(*factors)))

static int factors_prepare(struct trials *trials)
{
	struct cell cell = { .allocate = experiment_allocate };

	trials->seed |= SEEDS;
	for (unsigned int i = 0; i < PROGRAMS; i++) {
		cell.name = programs[i].name;
		cell.work = programs[i].work;
		cell.routing = NET_ADAPTIVE0;
		trials_add(trials, &cell);
		cell.routing = NET_ADAPTIVE3;
		trials_add(trials, &cell);
	}
	return 0;
}

/* Ratios of a factor, by allocation. */
struct ratios {
	double *value;
	uint32_t count;
	uint32_t alone; /* allocations without a ratio: the quantity is 0 without the bias only */
};

static void add_ratios(const struct trials *trials, const struct factor *factor,
		       unsigned int program, struct ratios *ratios)
{
	struct model_network without, with;

	for (uint32_t i = 0; i < trials->repetitions; i++) {
		if (trials_network(trials, 2 * program, i, factor->variant, &without) ||
		    trials_network(trials, 2 * program + 1, i, factor->variant, &with))
			continue;
		if (factor->of(&without) > 0)
			ratios->value[ratios->count++] = factor->of(&with) / factor->of(&without);
		else
			ratios->alone += factor->of(&with) > 0;
	}
}

/* Summarize a program, or all of them if its number is PROGRAMS or more. */
static struct stats_summary factor_summary(const struct trials *trials, const struct factor *factor,
					   unsigned int program, uint32_t *alone)
{
	struct ratios ratios = { .value = trials->values };
	struct stats_summary summary = { .q1 = NAN, .median = NAN, .q3 = NAN };

	for (unsigned int i = 0; i < PROGRAMS; i++) {
		if (program == i || program >= PROGRAMS)
			add_ratios(trials, factor, i, &ratios);
	}
	if (ratios.count)
		stats_summarise(ratios.value, ratios.count, &summary);
	*alone = ratios.alone;
	return summary;
}

static void add_factor(struct table *table, double value)
{
	if (isnan(value))
		table_skip(table);
	else
		table_add(table, "%.4g", value);
}

static void tell_factor(const struct trials *trials, const struct factor *factor,
			unsigned int program, struct table *table)
{
	uint32_t alone;
	struct stats_summary summary = factor_summary(trials, factor, program, &alone);

	table_add(table, "%s", factor->name);
	table_add(table, "%s", program < PROGRAMS ? programs[program].name : "all");
	if (program < PROGRAMS)
		table_number(table, programs[program].work.bytes);
	else
		table_skip(table);
	table_add(table, "%s", factor->variant->name);
	table_number(table, summary.n);
	add_factor(table, summary.q1);
	add_factor(table, summary.median);
	add_factor(table, summary.q3);
	table_add(table, "%.4g", factor->shipped);
	table_number(table, alone);
}

static void factors_details(const struct trials *trials, struct table *table)
{
	for (const struct factor *factor = factors; factor < factors + FACTORS; factor++)
		for (unsigned int i = 0; i <= PROGRAMS; i++)
			tell_factor(trials, factor, i, table);
}

/*
 * Write both factors as options, or as assignments in the environment; without sigma if it was not
 * found.
 */
static void options_of(const char *lambda_by, double lambda, const char *sigma_by, double sigma,
		       char *text, size_t size)
{
	int end = snprintf(text, size, "%s%.4g", lambda_by, lambda);

	if (sigma > 0)
		snprintf(text + end, size - end, " %s%.4g", sigma_by, sigma);
}

static void factors_claims(const struct trials *trials, struct table *table)
{
	double median[FACTORS];
	char what[64], text[64], shipped[32];
	uint32_t alone;

	for (unsigned int i = 0; i < FACTORS; i++) {
		median[i] = factor_summary(trials, &factors[i], PROGRAMS, &alone).median;
		snprintf(what, sizeof(what), "%s, %s", factors[i].name, factors[i].variant->name);
		snprintf(shipped, sizeof(shipped), "%.4g", factors[i].shipped);
		claim_range(table, what, median[i], shipped,
			    factors[i].shipped * (1 - TOLERANCE),
			    factors[i].shipped * (1 + TOLERANCE),
			    "the shipped default, of the published program, within a tenth");
	}
	for (unsigned int i = 0; i < MODEL_VARIANTS; i++) {
		snprintf(what, sizeof(what), "options, %s", model_variants[i]->name);
		options_of("--lambda ", median[0], "--sigma ", median[1 + i], text, sizeof(text));
		claim_words(table, what, text, "--lambda 0.8333 --sigma 5",
			    "of gpcd-sim model route, and gpcd-sim run --routing aware");
		snprintf(what, sizeof(what), "environment, %s", model_variants[i]->name);
		options_of("AWR_LAMBDA=", median[0], "AWR_SIGMA=", median[1 + i], text,
			   sizeof(text));
		claim_words(table, what, text, "AWR_LAMBDA=0.8333 AWR_SIGMA=5", "of libawr");
	}
}

const struct experiment experiment_factors = {
	.name = "factors",
	.title = "with a high bias and without: scaling factors of the rule (section 4)",
	.quantities = 1u << QUANTITY_LATENCY | 1u << QUANTITY_STALLS,
	.repetitions = 40,
	.prepare = factors_prepare,
	.claims = factors_claims,
	.columns = columns,
	.ncolumns = sizeof(columns) / sizeof(*columns),
	.details = factors_details,
};
