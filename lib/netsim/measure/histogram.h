/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * How often each number occurred: exact below 512, and above in steps of 1/256 or less.
 *
 * Each number below 512 has a bucket of its own. From there on, 256 buckets of the same width lead
 * from one power of two to the next. So the largest number of a bucket is above each other number
 * of it by less than 1/256.
 */
#ifndef NETSIM_HISTOGRAM_H
#define NETSIM_HISTOGRAM_H

#include <stdint.h>

/** HISTOGRAM_ROW: buckets of a row */
#define HISTOGRAM_ROW	256

/** HISTOGRAM_ROWS: rows: numbers below 256, then from a power of two to the next */
#define HISTOGRAM_ROWS	57

/**
 * struct histogram - numbers that were counted; begins as { 0 }
 * @count: how many
 * @sum: of all, mod 2^64
 * @most: the largest
 * @row: by row: how many there are in each bucket, or NULL: none in all of them
 * @error: -ENOMEM: a number could not be counted; or 0
 */
struct histogram {
	uint64_t count;
	uint64_t sum;
	uint64_t most;
	uint64_t *row[HISTOGRAM_ROWS];
	int error;
};

/**
 * histogram_free() - free the buckets
 * @histogram: the histogram
 */
void histogram_free(struct histogram *histogram);

/**
 * histogram_add() - count a number
 * @histogram: the histogram, which notes an error
 * @number: the number
 */
void histogram_add(struct histogram *histogram, uint64_t number);

/**
 * histogram_merge() - count all that another histogram has counted
 * @histogram: the histogram, which notes an error
 * @other: the other one, which stays as it is
 */
void histogram_merge(struct histogram *histogram, const struct histogram *other);

/**
 * histogram_percentile() - find the number that a part of all numbers do not exceed
 * @histogram: the histogram
 * @percent: the part, 1 to 100
 *
 * Return: the largest number of the first bucket up to which there are @percent of all, but at
 * most the largest that was counted; 0 if none was.
 */
uint64_t histogram_percentile(const struct histogram *histogram, unsigned int percent);

/**
 * struct histogram_bucket - a bucket that is not empty
 * @from: its smallest number
 * @to: its largest number
 * @count: numbers that were counted
 */
struct histogram_bucket {
	uint64_t from;
	uint64_t to;
	uint64_t count;
};

/**
 * histogram_next() - find the next bucket that is not empty
 * @histogram: the histogram
 * @place: 0 for the first one; it is moved on
 * @bucket: filled in, if there is one
 *
 * Return: 1: there is one, 0.
 */
int histogram_next(const struct histogram *histogram, unsigned int *place,
		   struct histogram_bucket *bucket);

#endif /* NETSIM_HISTOGRAM_H */
