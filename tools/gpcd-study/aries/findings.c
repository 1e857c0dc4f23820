// SPDX-License-Identifier: GPL-2.0-only
/* The results of trials, in numbers. */
#include <math.h>

#include "model/message.h"
#include "trials.h"

static const char *const names[QUANTITIES] = {
	[QUANTITY_TIME] = "time_us", [QUANTITY_LATENCY] = "latency_cycles",
	[QUANTITY_STALLS] = "stalls_per_flit", [QUANTITY_MODEL] = "model_us",
	[QUANTITY_UNBOUNDED] = "unbounded_us", [QUANTITY_PUBLISHED] = "published_us",
	[QUANTITY_PUBLISHED_UNBOUNDED] = "published_unbounded_us", [QUANTITY_FLITS] = "flits",
	[QUANTITY_TILE_FLITS] = "tile_flits", [QUANTITY_TILE_STALLS] = "tile_stalls",
	[QUANTITY_TILE_RATE] = "tile_flits_per_us", [QUANTITY_SHARE] = "default_share",
};

static int network_of(const struct trial_result *result, const struct model_variant *variant,
		      struct model_network *network)
{
	static const struct model_counters none;

	*network = (struct model_network){ 0 };
	return model_sample(variant, MODEL_TICK_CYCLES, &none, &result->counters, network);
}

int trials_network(const struct trials *trials, unsigned int cell, uint32_t repetition,
		  const struct model_variant *variant, struct model_network *network)
{
	return network_of(&trials->result[cell * trials->repetitions + repetition], variant,
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

	if (network_of(result, variant, &network))
		return 0;
	cycles = bounded ? model_time(&terms, &network) : model_time_unbounded(&terms, &network);
	return 2 * cycles * MODEL_CYCLE_NS / 1e3;
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

static void values_of(const struct trials *trials, unsigned int cell, enum quantity quantity,
		  double *values)
{
	const struct trial_result *result = &trials->result[cell * trials->repetitions];

	for (uint32_t i = 0; i < trials->repetitions; i++)
		values[i] = quantity_of(&trials->cell[cell], &result[i], quantity);
}

struct stats_summary trials_summary(const struct trials *trials, unsigned int cell,
				   enum quantity quantity)
{
	struct stats_summary summary;

	values_of(trials, cell, quantity, trials->values);
	stats_summarise(trials->values, trials->repetitions, &summary);
	return summary;
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

static double correlate(const struct trials *trials, unsigned int cell, enum quantity one,
			enum quantity other, bool logarithms)
{
	uint32_t n = trials->repetitions;
	double *values = trials->values;

	values_of(trials, cell, one, values);
	values_of(trials, cell, other, values + n);
	for (uint32_t i = 0; logarithms && i < 2 * n; i++)
		values[i] = log(values[i]);
	return pearson(values, values + n, n);
}

static void add_cell(struct results *results, struct result *result, const struct cell *cell)
{
	result_text(results, result, "%s", cell->name);
	result_number(results, result, cell->work.bytes);
	result_text(results, result, "%s", trial_routing_name(cell->routing));
}

static void add_summary(const struct trials *trials, unsigned int cell, enum quantity quantity,
			struct results *results, struct result *result)
{
	struct stats_summary summary = trials_summary(trials, cell, quantity);

	add_cell(results, result, &trials->cell[cell]);
	result_text(results, result, "%s", names[quantity]);
	result_numbers(results, result,
		       (double[]){ summary.n, summary.min, summary.q1, summary.median, summary.q3,
				   summary.max, summary.low, summary.high, summary.qcd,
				   summary.mean }, 10);
}

static void add_correlation(const struct trials *trials, unsigned int cell,
			    enum quantity quantity, struct results *results,
			    struct result *result)
{
	add_cell(results, result, &trials->cell[cell]);
	result_text(results, result, "%s", names[quantity]);
	result_number(results, result, correlate(trials, cell, QUANTITY_TIME, quantity, false));
	result_number(results, result, correlate(trials, cell, QUANTITY_TIME, quantity, true));
}

int trials_summaries(void *data, struct results *results)
{
	const struct trials *trials = data;
	struct result *summary = results_begin(results, "summary",
		"case bytes routing quantity n min q1 median q3 max low high qcd mean");
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
	const char *variant; /* of the model */
	unsigned int equation; /* number in the paper */
} estimates[] = {
	{ QUANTITY_MODEL, "paper", 2 },
	{ QUANTITY_PUBLISHED, "published", 2 },
	{ QUANTITY_UNBOUNDED, "paper", 1 },
	{ QUANTITY_PUBLISHED_UNBOUNDED, "published", 1 },
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
		"case bytes routing repetition time_us latency_cycles stalls_per_flit model_us "
		"unbounded_us published_us published_unbounded_us flits tile_flits tile_stalls "
		"tile_flits_per_us default_share");
	const struct trials *trials = data;
	const struct trial_result *result = trials->result;

	for (unsigned int i = 0; i < trials->cells; i++) {
		for (uint32_t j = 0; j < trials->repetitions; j++, result++) {
			add_cell(results, samples, &trials->cell[i]);
			result_number(results, samples, j);
			for (unsigned int k = 0; k < QUANTITIES; k++)
				result_number(results, samples,
					      quantity_of(&trials->cell[i], result, k));
		}
	}
	return 0;
}
