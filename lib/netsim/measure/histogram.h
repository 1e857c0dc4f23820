/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * How often each number occurred: exact below 512, and above in steps of 1/256 or less.
 *
 * Each number below 512 has its own bucket. From there on, 256 buckets of equal width lead from one
 * power of two to the next. So the largest number of a bucket exceeds each other number of it by
 * less than 1/256.
 */
#ifndef NETSIM_HISTOGRAM_H
#define NETSIM_HISTOGRAM_H

#include <stdint.h>

/* Buckets of a row. */
#define HISTOGRAM_ROW	256

/* Rows: numbers below 256, then one from each power of two to the next. */
#define HISTOGRAM_ROWS	57

/* Numbers that were counted; begins as { 0 }. */
struct histogram {
	uint64_t count;			/* of numbers */
	uint64_t sum;			/* of all, mod 2^64 */
	uint64_t most;			/* the largest */
	uint64_t *row[HISTOGRAM_ROWS];	/* counts of the row's buckets, or NULL: all 0 */
	int error;			/* 0, or -ENOMEM: a number could not be counted */
};

/* Free the buckets. */
void histogram_free(struct histogram *histogram);

/* Count a number; errors go to histogram->error. */
void histogram_add(struct histogram *histogram, uint64_t number);

/* Count all that another histogram has counted; errors go to histogram->error. */
void histogram_merge(struct histogram *histogram, const struct histogram *other);

/*
 * Return a number that percent (1 to 100) of all numbers do not exceed: the largest number of the
 * first bucket up to which there are so many, but at most the largest that was counted; 0 if none
 * was.
 */
uint64_t histogram_percentile(const struct histogram *histogram, unsigned int percent);

/* A bucket that is not empty. */
struct histogram_bucket {
	uint64_t from;	/* smallest number */
	uint64_t to;	/* largest number */
	uint64_t count;
};

/*
 * Find the next bucket that is not empty; place is 0 for the first call, and then kept by the
 * caller. Returns 1, or 0: there is none.
 */
int histogram_next(const struct histogram *histogram, unsigned int *place,
		   struct histogram_bucket *bucket);

#endif /* NETSIM_HISTOGRAM_H */
