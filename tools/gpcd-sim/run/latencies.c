// SPDX-License-Identifier: GPL-2.0-only
#include "run.h"

/* --- means and percentiles --- */

static const struct column latency_columns[] = {
	{ "job", COLUMN_TEXT, false },
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

/* Jobs are counted from 1; all other traffic is the background. */
static void add_key(struct table *table, const struct ranks *jobs, const struct latency_key *key)
{
	if (!jobs)
		table_skip(table);
	else if (key->group < jobs->count)
		table_number(table, key->group + 1);
	else
		table_add(table, "background");
	table_add(table, key->response ? "responses" : "requests");
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

/*
 * Add the sum over all hops of the rows from first on that have its job and kind; return the index
 * of the next row.
 */
static size_t add_sum(struct table *table, const struct latencies *latencies, size_t first)
{
	const struct latency_row *rows = latencies->rows;
	struct latency_row sum = { .key = rows[first].key };
	size_t i;

	for (i = first; i < latencies->count && rows[i].key.group == sum.key.group &&
	     rows[i].key.response == sum.key.response; i++) {
		histogram_merge(&sum.nic, &rows[i].nic);
		histogram_merge(&sum.call, &rows[i].call);
	}
	if (sum.nic.error || sum.call.error)
		table->error = sum.nic.error ? sum.nic.error : sum.call.error;
	add_key(table, latencies->jobs, &sum.key);
	table_skip(table);
	add_latency(table, &sum);
	histogram_free(&sum.nic);
	histogram_free(&sum.call);
	return i;
}

void latencies_fill(struct table *table, const struct latencies *latencies)
{
	const struct latency_row *rows = latencies->rows;
	size_t i = 0;

	while (i < latencies->count)
		i = add_sum(table, latencies, i);
	for (i = 0; i < latencies->count; i++) {
		add_key(table, latencies->jobs, &rows[i].key);
		table_number(table, rows[i].key.hops);
		add_latency(table, &rows[i]);
	}
}

/* --- buckets --- */

static const struct column histogram_columns[] = {
	{ "job", COLUMN_TEXT, false },
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

static void add_bucket(struct table *table, const struct histogram_bucket *bucket, uint64_t nic,
		       uint64_t call)
{
	add_ns(table, bucket->from);
	add_ns(table, bucket->to);
	table_number(table, nic);
	table_number(table, call);
}

/* Go through both histograms together: they have the same buckets, in the same order. */
static void add_buckets(struct table *table, const struct ranks *jobs,
			const struct latency_row *row)
{
	struct histogram_bucket nic, call;
	unsigned int at_nic = 0, at_call = 0;
	bool left_nic = histogram_next(&row->nic, &at_nic, &nic);
	bool left_call = histogram_next(&row->call, &at_call, &call);

	while (left_nic || left_call) {
		bool is_nic = left_nic && (!left_call || nic.from <= call.from);
		bool is_call = left_call && (!left_nic || call.from <= nic.from);

		add_key(table, jobs, &row->key);
		table_number(table, row->key.hops);
		add_bucket(table, is_nic ? &nic : &call, is_nic ? nic.count : 0,
			   is_call ? call.count : 0);
		if (is_nic)
			left_nic = histogram_next(&row->nic, &at_nic, &nic);
		if (is_call)
			left_call = histogram_next(&row->call, &at_call, &call);
	}
}

void histograms_fill(struct table *table, const struct latencies *latencies)
{
	for (size_t i = 0; i < latencies->count; i++)
		add_buckets(table, latencies->jobs, &latencies->rows[i]);
}
