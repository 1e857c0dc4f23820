// SPDX-License-Identifier: GPL-2.0-only
#include "cli/cli.h"
#include "cli/out/table.h"
#include "predict.h"

static const struct column columns[] = {
	{ "bytes", COLUMN_NUMBER, false },
	{ "packets", COLUMN_NUMBER, false },
	{ "flits", COLUMN_REAL, false },
	{ "eq1_cycles", COLUMN_REAL, false },
	{ "eq2_cycles", COLUMN_REAL, false },
	{ "eq1_us", COLUMN_REAL, false },
	{ "eq2_us", COLUMN_REAL, false },
};

static void add_message(struct table *table, const struct model_case *this, uint64_t bytes)
{
	const struct model_network *network = &this->networks[this->current];
	struct model_terms terms = model_case_terms(this, bytes);
	double first = model_time_unbounded(&terms, network);
	double second = model_time(&terms, network);

	table_number(table, bytes);
	table_number(table, terms.packets);
	table_add(table, "%.10g", terms.flits);
	table_add(table, "%.2f", first);
	table_add(table, "%.2f", second);
	table_add(table, "%.4f", first * MODEL_CYCLE_NS / 1000);
	table_add(table, "%.4f", second * MODEL_CYCLE_NS / 1000);
}

int predict_messages(const struct prediction *prediction)
{
	const struct sizes *sizes = &prediction->sizes;
	struct table table = {
		.name = "messages",
		.columns = columns,
		.ncolumns = ARRAY_SIZE(columns),
	};

	for (size_t i = 0; i < sizes->count; i++)
		add_message(&table, &prediction->this, sizes->bytes[i]);
	return table_print(&table);
}
