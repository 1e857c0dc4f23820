/* SPDX-License-Identifier: GPL-2.0-only */
/* Histograms of times in bins of equal width. */
#ifndef XMP64_BINS_H
#define XMP64_BINS_H

#include <stddef.h>
#include <stdint.h>

/* Width of a bin while times are collected, ps. */
#define BINS_PS	10000

/* Most bins of a histogram that is shown. */
#define BINS_SHOWN	64

/* A histogram; initialise with { 0 }, free with bins_free(). */
struct bins {
	uint64_t *count; /* times in each bin of BINS_PS, from 0 on */
	size_t room; /* elements of count */
};

/* Add a time. Return 0 or -ENOMEM. */
int bins_add(struct bins *bins, uint64_t ps);

void bins_free(struct bins *bins);

/* A histogram as it is shown. */
struct bins_shown {
	uint64_t from; /* start of the first bin, ps */
	uint64_t width; /* of each bin, ps */
	uint64_t count[BINS_SHOWN]; /* times in each bin */
	unsigned int bins; /* 0: no times */
};

/*
 * Merge bins into at most BINS_SHOWN, whose width is 1, 2 or 5 times a power of 10. No empty bins
 * remain at the ends.
 */
void bins_show(const struct bins *bins, struct bins_shown *shown);

/* Merge the bins of a subset of times into the same bins as the whole set has in @like. */
void bins_show_beside(const struct bins *bins, const struct bins_shown *like,
		      struct bins_shown *shown);

#endif /* XMP64_BINS_H */
