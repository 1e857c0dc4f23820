/* SPDX-License-Identifier: GPL-2.0-only */
/* Shared by benchmarks: time, medians, and ending the program on any failure. */
#ifndef TESTS_BENCH_H
#define TESTS_BENCH_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* End the benchmark if a call returned a negative errno. */
static inline void check(int err, const char *what)
{
	if (!err)
		return;
	fprintf(stderr, "%s: %s\n", what, strerror(-err));
	exit(1);
}

static inline double seconds(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}

static inline int doubles_compare(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Sort values; then the median is in the middle, the least first, the largest last. */
static inline void doubles_sort(double *values, size_t count)
{
	qsort(values, count, sizeof(*values), doubles_compare);
}

#endif /* TESTS_BENCH_H */
