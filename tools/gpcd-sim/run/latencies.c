// SPDX-License-Identifier: GPL-2.0-only
#include "latencies.h"
#include "machine/engine.h"

#define NS_PER_CYCLE (1e3 * US_PER_CYCLE)

#define COLUMNS(name) .columns = name##_columns, .ncolumns = ARRAY_SIZE(name##_columns)

/* --- means and percentiles --- */

static const struct column latency_columns[] = {
	{ "packets", COLUMN_TEXT, false },
	{ "hops", COLUMN_NUMBER, false },
	{ "count", COLUMN_NUMBER, false },
	{ "nic_mean_ns", COLUMN_REAL, false },
	{ "nic_p50_ns", COLUMN_REAL, false },
	{ "nic_p90_ns", COLUMN_REAL, false },
	{ "nic_p99_ns", COLUMN_REAL, false },
	{ "nic_max_ns", COLUMN_REAL, false },
	{ "call_mean_ns", COLUMN_REAL, false },
	{ "call_p50_ns", COLUMN_REAL, false },
	{ "call_p90_ns", COLUMN_REAL, false },
	{ "call_p99_ns", COLUMN_REAL, false },
	{ "call_max_ns", COLUMN_REAL, false },
};

struct table latencies_table(void)
{
	return (struct table){
		.name = "latency", COLUMNS(latency),
		.title = "latency: from the NIC, and from the call, to the tail's arrival",
	};
}

static const char *packets_name(const struct latency_key *key)
{
	return key->response ? "responses" : "requests";
}

static void add_ns(struct table *table, uint64_t cycles)
{
	table_add(table, "%.2f", cycles * NS_PER_CYCLE);
}

static void add_histogram(struct table *table, const struct histogram *histogram)
{
	static const unsigned int percents[] = { 50, 90, 99 };

	table_add(table, "%.2f", histogram->sum * NS_PER_CYCLE / histogram->count);
	for (unsigned int i = 0; i < ARRAY_SIZE(percents); i++)
		add_ns(table, histogram_percentile(histogram, percents[i]));
	add_ns(table, histogram->most);
}

static void add_latency(struct table *table, const struct latency_row *row)
{
	table_number(table, row->nic.count);
	add_histogram(table, &row->nic);
	add_histogram(table, &row->call);
}

/* The row of all requests, or of all responses, if there are any. */
static void add_sum(struct table *table, const struct latency_row *rows, size_t count,
		    bool response)
{
	struct latency_row sum = { .key.response = response };

	for (size_t i = 0; i < count; i++) {
		if (rows[i].key.response != response)
			continue;
		histogram_merge(&sum.nic, &rows[i].nic);
		histogram_merge(&sum.call, &rows[i].call);
	}
	if (sum.nic.error || sum.call.error)
		table->error = sum.nic.error ? sum.nic.error : sum.call.error;
	if (sum.nic.count) {
		table_add(table, "%s", packets_name(&sum.key));
		table_skip(table);
		add_latency(table, &sum);
	}
	histogram_free(&sum.nic);
	histogram_free(&sum.call);
}

void latencies_fill(struct table *table, const struct latency_row *rows, size_t count)
{
	add_sum(table, rows, count, false);
	add_sum(table, rows, count, true);
	for (size_t i = 0; i < count; i++) {
		table_add(table, "%s", packets_name(&rows[i].key));
		table_number(table, rows[i].key.hops);
		add_latency(table, &rows[i]);
	}
}

/* --- buckets --- */

static const struct column histogram_columns[] = {
	{ "packets", COLUMN_TEXT, false },
	{ "hops", COLUMN_NUMBER, false },
	{ "from_ns", COLUMN_REAL, false },
	{ "to_ns", COLUMN_REAL, false },
	{ "nic", COLUMN_NUMBER, false },
	{ "call", COLUMN_NUMBER, false },
};

struct table histograms_table(void)
{
	return (struct table){
		.name = "histogram", .bulky = true, COLUMNS(histogram),
		.title = "packets by latency, from the NIC and from the call",
	};
}

static void add_bucket(struct table *table, const struct latency_key *key,
		       const struct histogram_bucket *bucket, uint64_t nic, uint64_t call)
{
	table_add(table, "%s", packets_name(key));
	table_number(table, key->hops);
	add_ns(table, bucket->from);
	add_ns(table, bucket->to);
	table_number(table, nic);
	table_number(table, call);
}

/* Go through both histograms at once: they have the same buckets, each in the same order. */
static void add_buckets(struct table *table, const struct latency_row *row)
{
	struct histogram_bucket nic, call;
	unsigned int at_nic = 0, at_call = 0;
	bool left_nic = histogram_next(&row->nic, &at_nic, &nic);
	bool left_call = histogram_next(&row->call, &at_call, &call);

	while (left_nic || left_call) {
		bool is_nic = left_nic && (!left_call || nic.from <= call.from);
		bool is_call = left_call && (!left_nic || call.from <= nic.from);

		add_bucket(table, &row->key, is_nic ? &nic : &call, is_nic ? nic.count : 0,
			   is_call ? call.count : 0);
		if (is_nic)
			left_nic = histogram_next(&row->nic, &at_nic, &nic);
		if (is_call)
			left_call = histogram_next(&row->call, &at_call, &call);
	}
}

void histograms_fill(struct table *table, const struct latency_row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		add_buckets(table, &rows[i]);
}
