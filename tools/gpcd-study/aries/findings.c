// SPDX-License-Identifier: GPL-2.0-only
/* What trials have found, as tables of results. */
#include <math.h>

#include "trials.h"
#include "model/routing.h"

static const char *const names[QUANTITIES] = {
	[QUANTITY_TIME] = "time_us", [QUANTITY_LATENCY] = "latency_cycles",
	[QUANTITY_STALLS] = "stalls_per_flit", [QUANTITY_MODEL] = "model_us",
	[QUANTITY_UNBOUNDED] = "unbounded_us", [QUANTITY_PUBLISHED] = "published_us",
	[QUANTITY_PUBLISHED_UNBOUNDED] = "published_unbounded_us",
	[QUANTITY_STALLS_BOTH] = "stalls_both", [QUANTITY_BOTH] = "both_us",
	[QUANTITY_FLITS] = "flits",
	[QUANTITY_TILE_FLITS] = "tile_flits", [QUANTITY_TILE_STALLS] = "tile_stalls",
	[QUANTITY_TILE_RATE] = "tile_flits_per_us", [QUANTITY_SHARE] = "default_share",
};

static int state_of(const struct trial_result *result, const struct model_variant *variant,
		    struct model_network *network)
{
	static const struct model_counters none;

	*network = (struct model_network){ 0 };
	return model_sample(variant, MODEL_TICK_CYCLES, &none, &result->counters, network);
}

/*
 * Find the state of the network in a trial from the registers of the NICs, by a variant of the
 * model. Return 0, or -ENODATA if nothing was sent. After an error all of network is 0.
 */
static int trial_network(const struct trials *trials, unsigned int cell, uint32_t repetition,
			 const struct model_variant *variant, struct model_network *network)
{
	return state_of(&trials->result[cell * trials_runs(trials) + repetition], variant,
			network);
}

static struct model_terms terms_of(const struct work *work, const struct model_variant *variant)
{
	struct model_message message = { .bytes = work->bytes, .kind = MODEL_PUT };
	struct mpi mpi = work_mpi(work);

	if (message.bytes >= mpi.pulled && message.bytes < mpi.engine)
		message.kind = MODEL_GET;
	return model_terms(variant, &message);
}

/* Return the model's time (us) of a message there and one back, or 0 if nothing was sent. */
static double model_pingpong(const struct cell *cell, const struct trial_result *result,
			     const struct model_variant *variant, bool bounded)
{
	struct model_terms terms = terms_of(&cell->work, variant);
	struct model_network network;
	double cycles;

	if (state_of(result, variant, &network))
		return 0;
	cycles = bounded ? model_time(&terms, &network) : model_time_unbounded(&terms, &network);
	return 2 * cycles * MODEL_CYCLE_NS / 1e3;
}

/* Return s of both directions: cycles that a flit waited, of a request or of a response. */
static double stalls_both(const struct trial_result *result)
{
	double flits = result->flits + result->answers;
	double stalled = (double)result->counters.stalled + result->counters.responses_stalled;

	return flits > 0 ? stalled / flits : 0;
}

/*
 * Return the time (us) of a message there and one back by equation (2), with s of both directions,
 * and for f the flits that carry the data, a PUT's requests or a GET's responses.
 */
static double both_pingpong(const struct cell *cell, const struct trial_result *result)
{
	const struct model_message data = { .bytes = cell->work.bytes, .kind = MODEL_PUT };
	struct model_terms terms = model_terms(&model_paper, &data);
	struct model_network network;

	if (state_of(result, &model_paper, &network))
		return 0;
	network.stalls = stalls_both(result);
	return 2 * model_time(&terms, &network) * MODEL_CYCLE_NS / 1e3;
}

static double quantity_of(const struct cell *cell, const struct trial_result *result,
			  enum quantity quantity)
{
	switch (quantity) {
	case QUANTITY_TIME:
		return result->time / work_rounds(&cell->work);
	case QUANTITY_LATENCY:
		return result->latency;
	case QUANTITY_STALLS:
		return result->stalls;
	case QUANTITY_MODEL:
		return model_pingpong(cell, result, &model_paper, true);
	case QUANTITY_UNBOUNDED:
		return model_pingpong(cell, result, &model_paper, false);
	case QUANTITY_PUBLISHED:
		return model_pingpong(cell, result, &model_published, true);
	case QUANTITY_PUBLISHED_UNBOUNDED:
		return model_pingpong(cell, result, &model_published, false);
	case QUANTITY_STALLS_BOTH:
		return stalls_both(result);
	case QUANTITY_BOTH:
		return both_pingpong(cell, result);
	case QUANTITY_FLITS:
		return result->flits;
	case QUANTITY_TILE_FLITS:
		return result->tile_flits;
	case QUANTITY_TILE_STALLS:
		return result->tile_stalls;
	case QUANTITY_TILE_RATE:
		return result->tile_flits / result->time;
	default:
		return result->share;
	}
}

/* Fill in the values of a cell in an allocation. */
static void values_of(const struct trials *trials, unsigned int cell, uint32_t allocation,
		      enum quantity quantity, double *values)
{
	const struct trial_result *result = &trials->result[cell * trials_runs(trials) +
							    allocation * trials->repetitions];

	for (uint32_t i = 0; i < trials->repetitions; i++)
		values[i] = quantity_of(&trials->cell[cell], &result[i], quantity);
}

/* The part of values that are below the tail. */
#define TAIL	0.95

/* Statistics whose median over allocations is taken. */
enum { Q1, MEDIAN, Q3, QCD, MEAN, STATISTICS };

/* Summarize one of them; those that an allocation does not have are left out. */
static struct stats_summary over_allocations(const double *values, uint32_t count)
{
	struct stats_summary summary = { .median = NAN, .low = NAN, .high = NAN };
	double known[TRIALS_ALLOCATIONS];
	uint32_t n = 0;

	for (uint32_t i = 0; i < count; i++)
		if (!isnan(values[i]))
			known[n++] = values[i];
	if (n)
		stats_summarise(known, n, &summary);
	return summary;
}

static struct stats_summary combined(double statistic[STATISTICS][TRIALS_ALLOCATIONS],
				     uint32_t count, struct stats_summary all)
{
	struct stats_summary medians = over_allocations(statistic[MEDIAN], count);

	all.q1 = over_allocations(statistic[Q1], count).median;
	all.median = medians.median;
	all.q3 = over_allocations(statistic[Q3], count).median;
	all.qcd = over_allocations(statistic[QCD], count).median;
	all.mean = over_allocations(statistic[MEAN], count).median;
	all.low = medians.low;
	all.high = medians.high;
	return all;
}

struct stats_summary trials_summary(const struct trials *trials, unsigned int cell,
				    enum quantity quantity)
{
	double statistic[STATISTICS][TRIALS_ALLOCATIONS];
	struct stats_summary all = { .min = INFINITY, .max = -INFINITY }, one;

	for (uint32_t i = 0; i < trials->allocations; i++) {
		values_of(trials, cell, i, quantity, trials->values);
		stats_summarise(trials->values, trials->repetitions, &one);
		statistic[Q1][i] = one.q1;
		statistic[MEDIAN][i] = one.median;
		statistic[Q3][i] = one.q3;
		statistic[QCD][i] = one.qcd;
		statistic[MEAN][i] = one.mean;
		all.n += one.n;
		all.min = fmin(all.min, one.min);
		all.max = fmax(all.max, one.max);
	}
	return trials->allocations == 1 ? one : combined(statistic, trials->allocations, all);
}

double trials_tail(const struct trials *trials, unsigned int cell, enum quantity quantity)
{
	double found[TRIALS_ALLOCATIONS];

	for (uint32_t i = 0; i < trials->allocations; i++) {
		values_of(trials, cell, i, quantity, trials->values);
		stats_sort(trials->values, trials->repetitions);
		found[i] = stats_quantile(trials->values, trials->repetitions, TAIL);
	}
	return over_allocations(found, trials->allocations).median;
}

static double pearson(const double *x, const double *y, uint32_t n)
{
	double mx = 0, my = 0, xx = 0, yy = 0, xy = 0;

	for (uint32_t i = 0; i < n; i++) {
		mx += x[i] / n;
		my += y[i] / n;
	}
	for (uint32_t i = 0; i < n; i++) {
		xx += (x[i] - mx) * (x[i] - mx);
		yy += (y[i] - my) * (y[i] - my);
		xy += (x[i] - mx) * (y[i] - my);
	}
	return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : 0;
}

/* Correlate two quantities over the repetitions of each allocation; return the median of these. */
static double correlate(const struct trials *trials, unsigned int cell, enum quantity one,
			enum quantity other, bool logarithms)
{
	double *values = trials->values, found[TRIALS_ALLOCATIONS];
	uint32_t n = trials->repetitions;

	for (uint32_t i = 0; i < trials->allocations; i++) {
		values_of(trials, cell, i, one, values);
		values_of(trials, cell, i, other, values + n);
		for (uint32_t j = 0; logarithms && j < 2 * n; j++)
			values[j] = log(values[j]);
		found[i] = pearson(values, values + n, n);
	}
	return over_allocations(found, trials->allocations).median;
}

static void add_trial_cell(struct results *results, struct result *result, const struct cell *cell)
{
	result_text(results, result, "%s", cell->name);
	result_number(results, result, cell->work.bytes);
	result_text(results, result, "%s", trial_routing_name(cell->routing));
}

static void add_summary(const struct trials *trials, unsigned int cell, enum quantity quantity,
			struct results *results, struct result *result)
{
	struct stats_summary summary = trials_summary(trials, cell, quantity);

	add_trial_cell(results, result, &trials->cell[cell]);
	result_text(results, result, "%s", names[quantity]);
	result_numbers(results, result,
		       (double[]){ summary.n, summary.min, summary.q1, summary.median, summary.q3,
				   summary.max, summary.low, summary.high, summary.qcd,
				   summary.mean, trials_tail(trials, cell, quantity) }, 11);
}

static void add_correlation(const struct trials *trials, unsigned int cell,
			    enum quantity quantity, struct results *results,
			    struct result *result)
{
	add_trial_cell(results, result, &trials->cell[cell]);
	result_text(results, result, "%s", names[quantity]);
	result_number(results, result, correlate(trials, cell, QUANTITY_TIME, quantity, false));
	result_number(results, result, correlate(trials, cell, QUANTITY_TIME, quantity, true));
}

int trials_summaries(void *data, struct results *results)
{
	const struct trials *trials = data;
	struct result *summary = results_begin(results, "summary",
		"case bytes routing quantity n min q1 median q3 max low high qcd mean p95");
	struct result *correlation = results_begin(results, "correlations",
		"case bytes routing quantity pearson pearson_of_logs");

	for (unsigned int i = 0; i < trials->cells; i++) {
		for (unsigned int quantity = 0; quantity < QUANTITIES; quantity++) {
			add_summary(trials, i, quantity, results, summary);
			add_correlation(trials, i, quantity, results, correlation);
		}
	}
	return 0;
}

/* The model's estimates of a message's time. */
static const struct {
	enum quantity quantity;
	const char *variant; /* of the model; "both": s of both directions */
	unsigned int equation; /* number in the paper */
} estimates[] = {
	{ QUANTITY_MODEL, "paper", 2 },
	{ QUANTITY_PUBLISHED, "published", 2 },
	{ QUANTITY_UNBOUNDED, "paper", 1 },
	{ QUANTITY_PUBLISHED_UNBOUNDED, "published", 1 },
	{ QUANTITY_BOTH, "both", 2 },
};

int trials_estimates(void *data, struct results *results)
{
	struct result *result = results_begin(results, "estimates",
		"bytes variant equation time_us model_us pearson pearson_of_logs");
	const struct trials *trials = data;

	for (unsigned int i = 0; i < ARRAY_SIZE(estimates) * trials->cells; i++) {
		unsigned int cell = i / ARRAY_SIZE(estimates), by = i % ARRAY_SIZE(estimates);
		enum quantity quantity = estimates[by].quantity;

		result_number(results, result, trials->cell[cell].work.bytes);
		result_text(results, result, "%s", estimates[by].variant);
		result_numbers(results, result,
			       (double[]){ estimates[by].equation,
					   trials_summary(trials, cell, QUANTITY_TIME).median,
					   trials_summary(trials, cell, quantity).median,
					   correlate(trials, cell, QUANTITY_TIME, quantity, false),
					   correlate(trials, cell, QUANTITY_TIME, quantity, true) },
			       5);
	}
	return 0;
}

int trials_samples(void *data, struct results *results)
{
	struct result *samples = results_begin(results, "samples",
		"case bytes routing repetition time_us latency_cycles stalls_per_flit model_us unbounded_us published_us published_unbounded_us stalls_both both_us flits tile_flits tile_stalls tile_flits_per_us default_share allocation");
	const struct trials *trials = data;
	const struct trial_result *result = trials->result;

	for (unsigned int i = 0; i < trials->cells; i++) {
		for (uint32_t j = 0; j < trials_runs(trials); j++, result++) {
			add_trial_cell(results, samples, &trials->cell[i]);
			result_number(results, samples, j % trials->repetitions);
			for (unsigned int k = 0; k < QUANTITIES; k++)
				result_number(results, samples,
					      quantity_of(&trials->cell[i], result, k));
			result_number(results, samples, j / trials->repetitions);
		}
	}
	return 0;
}

/* --- scaling factors (section 4) --- */

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
		if (trial_network(trials, 2 * program, i, factor->variant, &without) ||
		    trial_network(trials, 2 * program + 1, i, factor->variant, &with))
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
