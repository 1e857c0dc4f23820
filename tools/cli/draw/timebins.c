// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "timebins.h"

int timebins_open(struct timebins *bins, size_t lines)
{
	size_t cells;

	*bins = (struct timebins) { .lines = lines };
	if (__builtin_mul_overflow(lines, TIMEBINS_MOST, &cells))
		return -ENOMEM;
	bins->sums = calloc(cells, sizeof(*bins->sums));
	bins->spans = calloc(cells, sizeof(*bins->spans));
	bins->marks = calloc(cells, sizeof(*bins->marks));
	return bins->sums && bins->spans && bins->marks ? 0 : -ENOMEM;
}

void timebins_close(struct timebins *bins)
{
	free(bins->sums);
	free(bins->spans);
	free(bins->marks);
	*bins = (struct timebins) { 0 };
}

size_t timebins_count(const struct timebins *bins)
{
	return bins->end > bins->begin ? ((bins->end - bins->begin - 1) >> bins->shift) + 1 : 0;
}

/* --- time --- */

static void pairs_join(double *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		values[i] = values[2 * i] + values[2 * i + 1];
	memset(values + count, 0, (TIMEBINS_MOST - count) * sizeof(*values));
}

static void marks_join(uint8_t *marks, size_t count)
{
	for (size_t i = 0; i < count; i++)
		marks[i] = marks[2 * i] | marks[2 * i + 1];
	memset(marks + count, 0, TIMEBINS_MOST - count);
}

_Static_assert(TIMEBINS_MOST % 2 == 0, "the last interval has one to be joined with");

/* Merge each pair of intervals. */
static void bins_join(struct timebins *bins)
{
	size_t count = (timebins_count(bins) + 1) / 2;

	for (size_t line = 0; line < bins->lines && count; line++) {
		pairs_join(bins->sums + line * TIMEBINS_MOST, count);
		pairs_join(bins->spans + line * TIMEBINS_MOST, count);
		marks_join(bins->marks + line * TIMEBINS_MOST, count);
	}
	bins->shift++;
}

void timebins_reach(struct timebins *bins, uint64_t time)
{
	if (!bins->begun) {
		bins->begun = true;
		bins->begin = time;
		bins->end = time;
	}
	if (time <= bins->end)
		return;
	while ((time - bins->begin - 1) >> bins->shift >= TIMEBINS_MOST)
		bins_join(bins);
	bins->end = time;
}

/* --- numbers --- */

static size_t bin_of(const struct timebins *bins, uint64_t time)
{
	return (time - bins->begin) >> bins->shift;
}

/* Return how much of a time span lies in an interval, in units of time. */
static double bin_part(const struct timebins *bins, size_t bin, uint64_t from, uint64_t to)
{
	uint64_t begin = bins->begin + ((uint64_t)bin << bins->shift);
	uint64_t left = to - (from > begin ? from : begin), length = 1ull << bins->shift;

	if (from > begin)
		length -= from - begin;
	return left < length ? left : length;
}

void timebins_add(struct timebins *bins, size_t line, uint64_t from, uint64_t to, double value)
{
	size_t first = line * TIMEBINS_MOST;

	for (size_t bin = bin_of(bins, from); to > from && bin <= bin_of(bins, to - 1); bin++) {
		double part = bin_part(bins, bin, from, to);

		bins->sums[first + bin] += value * part;
		bins->spans[first + bin] += part;
	}
}

void timebins_mark(struct timebins *bins, size_t line, uint64_t from, uint64_t to, uint8_t mark)
{
	for (size_t bin = bin_of(bins, from); to > from && bin <= bin_of(bins, to - 1); bin++)
		bins->marks[line * TIMEBINS_MOST + bin] |= mark;
}

double timebins_mean(const struct timebins *bins, size_t line, size_t bin)
{
	size_t cell = line * TIMEBINS_MOST + bin;

	return bins->spans[cell] > 0 ? bins->sums[cell] / bins->spans[cell] : NAN;
}

uint8_t timebins_marks(const struct timebins *bins, size_t line, size_t bin)
{
	return bins->marks[line * TIMEBINS_MOST + bin];
}
