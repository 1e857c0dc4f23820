// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "latency.h"

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
