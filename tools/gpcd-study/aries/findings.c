// SPDX-License-Identifier: GPL-2.0-only
/* The results of trials, in numbers. */
#include <math.h>

#include "model/message.h"
#include "trials.h"

const struct column trials_columns[] = {
	{ "case", COLUMN_TEXT, false },
	{ "bytes", COLUMN_NUMBER, false },
	{ "routing", COLUMN_TEXT, false },
	{ "quantity", COLUMN_TEXT, false },
	{ "n", COLUMN_NUMBER, false },
	{ "min", COLUMN_REAL, false },
	{ "q1", COLUMN_REAL, false },
	{ "median", COLUMN_REAL, false },
	{ "q3", COLUMN_REAL, false },
	{ "max", COLUMN_REAL, false },
	{ "low", COLUMN_REAL, false },
	{ "high", COLUMN_REAL, false },
	{ "qcd", COLUMN_REAL, false },
};

const struct column trials_sample_columns[] = {
	{ "case", COLUMN_TEXT, false },
	{ "bytes", COLUMN_NUMBER, false },
	{ "routing", COLUMN_TEXT, false },
	{ "repetition", COLUMN_NUMBER, false },
	{ "time_us", COLUMN_REAL, false },
	{ "latency_cycles", COLUMN_REAL, false },
	{ "stalls_per_flit", COLUMN_REAL, false },
	{ "model_us", COLUMN_REAL, false },
	{ "unbounded_us", COLUMN_REAL, false },
	{ "published_us", COLUMN_REAL, false },
	{ "published_unbounded_us", COLUMN_REAL, false },
	{ "flits", COLUMN_REAL, false },
	{ "tile_flits", COLUMN_REAL, false },
	{ "tile_stalls", COLUMN_REAL, false },
	{ "tile_flits_per_us", COLUMN_REAL, false },
	{ "default_share", COLUMN_REAL, false },
};

/* The first four columns identify the trial; the quantities follow. */
static const char *quantity_name(enum quantity quantity)
{
	return trials_sample_columns[4 + quantity].name;
}

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

void trials_values(const struct trials *trials, unsigned int cell, enum quantity quantity,
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

	trials_values(trials, cell, quantity, trials->values);
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

	trials_values(trials, cell, one, values);
	trials_values(trials, cell, other, values + n);
	for (uint32_t i = 0; logarithms && i < 2 * n; i++)
		values[i] = log(values[i]);
	return pearson(values, values + n, n);
}

double trials_correlation(const struct trials *trials, unsigned int cell, enum quantity one,
			 enum quantity other)
{
	return correlate(trials, cell, one, other, false);
}

double trials_log_correlation(const struct trials *trials, unsigned int cell, enum quantity one,
			     enum quantity other)
{
	return correlate(trials, cell, one, other, true);
}

static void add_real(struct table *table, double value)
{
	if (isnan(value))
		table_skip(table);
	else
		table_add(table, "%.6g", value);
}

static void add_cell(const struct cell *cell, struct table *table)
{
	table_add(table, "%s", cell->name);
	table_number(table, cell->work.bytes);
	table_add(table, "%s", trial_routing_name(cell->routing));
}

static void tell_cell(const struct trials *trials, unsigned int cell, enum quantity quantity,
		      struct table *table)
{
	struct stats_summary summary = trials_summary(trials, cell, quantity);

	add_cell(&trials->cell[cell], table);
	table_add(table, "%s", quantity_name(quantity));
	table_number(table, summary.n);
	add_real(table, summary.min);
	add_real(table, summary.q1);
	add_real(table, summary.median);
	add_real(table, summary.q3);
	add_real(table, summary.max);
	add_real(table, summary.low);
	add_real(table, summary.high);
	add_real(table, summary.qcd);
}

void trials_tell(const struct trials *trials, unsigned int quantities, struct table *table)
{
	for (unsigned int i = 0; i < trials->cells; i++)
		for (unsigned int quantity = 0; quantity < QUANTITIES; quantity++)
			if (quantities & 1u << quantity)
				tell_cell(trials, i, quantity, table);
}

void trials_samples(const struct trials *trials, struct table *table)
{
	const struct trial_result *result = trials->result;
	const struct cell *cell;

	for (unsigned int i = 0; i < trials->cells; i++) {
		cell = &trials->cell[i];
		for (uint32_t j = 0; j < trials->repetitions; j++, result++) {
			add_cell(cell, table);
			table_number(table, j);
			for (unsigned int k = 0; k < QUANTITIES; k++)
				add_real(table, quantity_of(cell, result, k));
		}
	}
}
