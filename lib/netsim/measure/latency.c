// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "latency.h"

/* --- histograms --- */

/* Buckets of rows 0 and 1 have one number each; in each further row they are twice as wide. */
static unsigned int shift_of(unsigned int row)
{
	return row > 1 ? row - 1 : 0;
}

static unsigned int row_of_number(uint64_t number)
{
	return number < HISTOGRAM_ROW ? 0 : 56 - __builtin_clzll(number);
}

/* Return the smallest number of a bucket, numbered across rows; wraps after the last one. */
static uint64_t bucket_from(unsigned int bucket)
{
	unsigned int row = bucket / HISTOGRAM_ROW;

	return (uint64_t)(bucket % HISTOGRAM_ROW + (row ? HISTOGRAM_ROW : 0)) << shift_of(row);
}

static uint64_t bucket_to(unsigned int bucket)
{
	return bucket_from(bucket) + (1ull << shift_of(bucket / HISTOGRAM_ROW)) - 1;
}

static uint64_t *row_make(struct histogram *histogram, unsigned int row)
{
	uint64_t **place = &histogram->row[row];

	if (!*place)
		*place = calloc(HISTOGRAM_ROW, sizeof(**place));
	if (!*place)
		histogram->error = -ENOMEM;
	return *place;
}

void histogram_free(struct histogram *histogram)
{
	unsigned int row;

	for (row = 0; row < HISTOGRAM_ROWS; row++)
		free(histogram->row[row]);
}

void histogram_add(struct histogram *histogram, uint64_t number)
{
	unsigned int row = row_of_number(number);
	uint64_t *counts = row_make(histogram, row);

	if (!counts)
		return;
	counts[(number >> shift_of(row)) % HISTOGRAM_ROW]++;
	histogram->count++;
	histogram->sum += number;
	if (number > histogram->most)
		histogram->most = number;
}

void histogram_merge(struct histogram *histogram, const struct histogram *other)
{
	unsigned int row, i;
	uint64_t *counts;

	for (row = 0; row < HISTOGRAM_ROWS; row++) {
		if (!other->row[row])
			continue;
		counts = row_make(histogram, row);
		for (i = 0; counts && i < HISTOGRAM_ROW; i++)
			counts[i] += other->row[row][i];
	}
	histogram->count += other->count;
	histogram->sum += other->sum;
	if (other->most > histogram->most)
		histogram->most = other->most;
	if (other->error)
		histogram->error = other->error;
}

int histogram_next(const struct histogram *histogram, unsigned int *place,
		   struct histogram_bucket *bucket)
{
	const uint64_t *counts;
	unsigned int at;

	while (*place < HISTOGRAM_ROWS * HISTOGRAM_ROW) {
		at = (*place)++;
		counts = histogram->row[at / HISTOGRAM_ROW];
		if (!counts || !counts[at % HISTOGRAM_ROW])
			continue;
		*bucket = (struct histogram_bucket){
			bucket_from(at), bucket_to(at), counts[at % HISTOGRAM_ROW],
		};
		return 1;
	}
	return 0;
}

/* Return how many of count numbers make up percent, rounded up. */
static uint64_t part_of(uint64_t count, unsigned int percent)
{
	return count / 100 * percent + (count % 100 * percent + 99) / 100;
}

uint64_t histogram_percentile(const struct histogram *histogram, unsigned int percent)
{
	uint64_t wanted = part_of(histogram->count, percent), sum = 0;
	struct histogram_bucket bucket = { 0 };
	unsigned int place = 0;

	while (sum < wanted && histogram_next(histogram, &place, &bucket))
		sum += bucket.count;
	return bucket.to < histogram->most ? bucket.to : histogram->most;
}

/* --- latencies --- */

/* What one thread has counted. */
struct tally {
	struct latency_row *row;	/* in no order */
	size_t count;
	size_t last;			/* row that was counted into last */
	int error;			/* 0 or a negative errno */
};

/* The latencies of a run. */
struct latency {
	/* Finds the group of a transfer; NULL: all are of group 0. */
	unsigned int (*group)(const void *context, uint32_t id);
	const void *context;	/* passed to group */
	unsigned int threads;
	struct tally tally[];	/* by thread */
};

int latency_new(unsigned int threads, struct latency **result)
{
	struct latency *latency;

	latency = calloc(1, sizeof(*latency) + threads * sizeof(*latency->tally));
	if (!latency)
		return -ENOMEM;
	latency->threads = threads;
	*result = latency;
	return 0;
}

void latency_group(struct latency *latency,
		   unsigned int (*group)(const void *context, uint32_t id), const void *context)
{
	latency->group = group;
	latency->context = context;
}

void latency_rows_free(struct latency_row *rows, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		histogram_free(&rows[i].nic);
		histogram_free(&rows[i].call);
	}
	free(rows);
}

void latency_free(struct latency *latency)
{
	unsigned int i;

	if (!latency)
		return;
	for (i = 0; i < latency->threads; i++)
		latency_rows_free(latency->tally[i].row, latency->tally[i].count);
	free(latency);
}

/* --- a delivery --- */

static int key_compare(const struct latency_key *a, const struct latency_key *b)
{
	if (a->group != b->group)
		return a->group < b->group ? -1 : 1;
	if (a->response != b->response)
		return a->response ? 1 : -1;
	return a->hops < b->hops ? -1 : a->hops > b->hops;
}

/* Return the row of some packets, added if need be; NULL if there is no memory. */
static struct latency_row *row_find(struct tally *tally, const struct latency_key *key)
{
	struct latency_row *rows = tally->row;
	size_t i = tally->last;

	if (tally->count && !key_compare(&rows[i].key, key))
		return &rows[i];
	for (i = 0; i < tally->count && key_compare(&rows[i].key, key); i++)
		;
	if (i == tally->count) {
		rows = reallocarray(rows, i + 1, sizeof(*rows));
		if (!rows)
			return NULL;
		rows[i] = (struct latency_row){ .key = *key };
		tally->row = rows;
		tally->count++;
	}
	tally->last = i;
	return &rows[i];
}

static void row_add(struct tally *tally, const struct latency_key *key, uint64_t nic,
		    uint64_t call)
{
	struct latency_row *row = row_find(tally, key);

	if (!row) {
		tally->error = -ENOMEM;
		return;
	}
	histogram_add(&row->nic, nic);
	histogram_add(&row->call, call);
}

static void delivered(void *context, unsigned int thread, const struct net_delivery *delivery)
{
	struct latency *latency = context;
	const struct latency_key key = {
		.group = latency->group ? latency->group(latency->context, delivery->id) : 0,
		.response = delivery->response, .hops = delivery->hops,
	};

	row_add(&latency->tally[thread], &key, delivery->transit,
		delivery->waited + delivery->transit);
}

struct net_meter latency_meter(struct latency *latency)
{
	return (struct net_meter){ .delivered = delivered, .context = latency };
}

/* --- what was counted --- */

static int row_compare(const void *a, const void *b)
{
	const struct latency_row *one = a, *two = b;

	return key_compare(&one->key, &two->key);
}

static void tally_merge(struct tally *sum, const struct tally *part)
{
	size_t i;

	if (part->error)
		sum->error = part->error;
	for (i = 0; i < part->count && !sum->error; i++) {
		struct latency_row *row = row_find(sum, &part->row[i].key);

		if (!row) {
			sum->error = -ENOMEM;
			return;
		}
		histogram_merge(&row->nic, &part->row[i].nic);
		histogram_merge(&row->call, &part->row[i].call);
		sum->error = row->nic.error ? row->nic.error : row->call.error;
	}
}

int latency_rows(const struct latency *latency, struct latency_row **rows, size_t *count)
{
	struct tally sum = { 0 };
	unsigned int i;

	for (i = 0; i < latency->threads; i++)
		tally_merge(&sum, &latency->tally[i]);
	if (sum.error) {
		latency_rows_free(sum.row, sum.count);
		return sum.error;
	}
	if (sum.count)
		qsort(sum.row, sum.count, sizeof(*sum.row), row_compare);
	*rows = sum.row;
	*count = sum.count;
	return 0;
}
