// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "histogram.h"

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
