// SPDX-License-Identifier: GPL-2.0-only
/*
 * Scaling factors of the rule by which messages choose their routing (section 4). As in the paper,
 * a factor is the median, over programs and allocations, of the ratio between a quantity at the
 * NICs with a high bias and without.
 */
#include <math.h>

#include "experiment.h"
#include "model/routing.h"

/* Each program makes two cells; the second has the bias. */
static unsigned int programs_of(const struct trials *trials)
{
	return trials->cells / 2;
}

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

/* Summarize a program, or all of them if its number is that of programs_of() or more. */
static struct stats_summary factor_summary(const struct trials *trials, const struct factor *factor,
					   unsigned int program, uint32_t *alone)
{
	struct ratios ratios = { .value = trials->values };
	struct stats_summary summary = { .q1 = NAN, .median = NAN, .q3 = NAN };

	for (unsigned int i = 0; i < programs_of(trials); i++) {
		if (program == i || program >= programs_of(trials))
			add_ratios(trials, factor, i, &ratios);
	}
	if (ratios.count)
		stats_summarise(ratios.value, ratios.count, &summary);
	*alone = ratios.alone;
	return summary;
}

static void add_factor(const struct trials *trials, const struct factor *factor,
		       unsigned int program, struct results *results, struct result *result)
{
	const struct cell *cell = &trials->cell[2 * program];
	bool all = program >= programs_of(trials);
	uint32_t alone;
	struct stats_summary summary = factor_summary(trials, factor, program, &alone);

	result_text(results, result, "%s", factor->name);
	result_text(results, result, "%s", all ? "all" : cell->name);
	result_number(results, result, all ? NAN : cell->work.bytes);
	result_text(results, result, "%s", factor->variant->name);
	result_numbers(results, result,
		       (double[]){ summary.n, summary.q1, summary.median, summary.q3,
				   factor->shipped, alone }, 6);
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

static void find_options(const struct trials *trials, struct results *results)
{
	struct result *result = results_begin(results, "options", "variant options environment");
	unsigned int all = programs_of(trials);
	double median[FACTORS];
	uint32_t alone;
	char text[64];

	for (unsigned int i = 0; i < FACTORS; i++)
		median[i] = factor_summary(trials, &factors[i], all, &alone).median;
	for (unsigned int i = 0; i < MODEL_VARIANTS; i++) {
		result_text(results, result, "%s", model_variants[i]->name);
		options_of("--lambda ", median[0], "--sigma ", median[1 + i], text, sizeof(text));
		result_text(results, result, "%s", text);
		options_of("AWR_LAMBDA=", median[0], "AWR_SIGMA=", median[1 + i], text,
			   sizeof(text));
		result_text(results, result, "%s", text);
	}
}

int factors_find(void *data, struct results *results)
{
	struct result *result = results_begin(results, "factors",
		"factor program bytes variant n q1 median q3 default biased_alone");
	const struct trials *trials = data;

	for (const struct factor *factor = factors; factor < factors + FACTORS; factor++)
		for (unsigned int i = 0; i <= programs_of(trials); i++)
			add_factor(trials, factor, i, results, result);
	find_options(trials, results);
	return 0;
}
