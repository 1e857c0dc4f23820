// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-sim model message and route: tables of times, and of decisions. */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/out/format.h"
#include "model.h"

/* If both sides of the rule are nearly equal, each further packet may flip the choice. */
#define FLIPS_MAX 1000

/* --- times --- */

static const struct column time_columns[] = {
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

int messages_times(const struct messages *messages)
{
	struct table table = {
		.name = "messages",
		.columns = time_columns,
		.ncolumns = ARRAY_SIZE(time_columns),
	};

	for (size_t i = 0; i < messages->count; i++)
		add_message(&table, &messages->this, messages->bytes[i]);
	return table_print(&table);
}

/* --- routing --- */

static const struct column route_columns[] = {
	{ "bytes", COLUMN_NUMBER, false },
	{ "packets", COLUMN_NUMBER, false },
	{ "flits", COLUMN_REAL, false },
	{ "adaptive_cycles", COLUMN_REAL, false },
	{ "biased_cycles", COLUMN_REAL, false },
	{ "routing", COLUMN_TEXT, false },
	{ "flips", COLUMN_BOOL, false },
	{ "one_in", COLUMN_NUMBER, false },
	{ "adaptive_latency", COLUMN_REAL, true },
	{ "adaptive_stalls", COLUMN_REAL, true },
	{ "biased_latency", COLUMN_REAL, true },
	{ "biased_stalls", COLUMN_REAL, true },
};

static const char *routing_name(enum model_routing routing)
{
	return routing == MODEL_ADAPTIVE ? "adaptive" : "biased";
}

static void add_networks(struct table *table, const struct model_case *this)
{
	for (unsigned int i = 0; i < MODEL_ROUTINGS; i++) {
		table_add(table, "%.10g", this->networks[i].latency);
		table_add(table, "%.10g", this->networks[i].stalls);
	}
}

/* Messages without bytes never exceed the threshold. */
static void add_share(struct table *table, uint64_t threshold, uint64_t bytes)
{
	if (bytes)
		table_number(table, threshold / bytes + 1);
	else
		table_skip(table);
}

static void add_decision(struct table *table, const struct messages *messages, uint64_t bytes)
{
	const struct model_case *this = &messages->this;
	enum model_routing routing = model_case_routing(this, bytes);
	struct model_terms terms = model_case_terms(this, bytes);
	bool flips = bytes && model_case_routing(this, bytes - 1) != routing;

	table_number(table, bytes);
	table_number(table, terms.packets);
	table_add(table, "%.10g", terms.flits);
	for (unsigned int i = 0; i < MODEL_ROUTINGS; i++)
		table_add(table, "%.2f", model_time(&terms, &this->networks[i]));
	table_add(table, "%s", routing_name(routing));
	table_add(table, "%s", flips ? "yes" : "no");
	add_share(table, messages->threshold, bytes);
	add_networks(table, this);
}

/*
 * Add the flips between two requested sizes; count is the number of earlier ones. Return the new
 * count.
 */
static unsigned int add_flips(struct table *table, const struct messages *messages,
			      uint64_t from, uint64_t to, unsigned int count)
{
	while (count <= FLIPS_MAX && (from = model_flip(&messages->this, from, to - 1))) {
		if (count++ < FLIPS_MAX)
			add_decision(table, messages, from);
	}
	return count;
}

static void add_decisions(struct table *table, const struct messages *messages)
{
	unsigned int flips = 0;

	for (size_t i = 0; i < messages->count; i++) {
		if (i)
			flips = add_flips(table, messages, messages->bytes[i - 1],
					  messages->bytes[i], flips);
		add_decision(table, messages, messages->bytes[i]);
	}
	if (flips > FLIPS_MAX)
		complain("more than %u flips: the rest is left out; name SIZEs nearer together",
			 FLIPS_MAX);
}

int messages_routes(const struct messages *messages)
{
	const struct model_case *this = &messages->this;
	const struct model_network *networks = this->networks;
	struct table table = {
		.name = "decisions",
		.columns = route_columns,
		.ncolumns = ARRAY_SIZE(route_columns),
	};
	char title[192];

	snprintf(title, sizeof(title),
		 "%s is in use; adaptive: L %.10g, s %.10g; biased: L %.10g, s %.10g",
		 routing_name(this->current), networks[0].latency, networks[0].stalls,
		 networks[1].latency, networks[1].stalls);
	table.title = title;
	add_decisions(&table, messages);
	return table_print(&table);
}
