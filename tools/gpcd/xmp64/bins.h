/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Histograms of times in bins of equal width.
 */
#ifndef XMP64_BINS_H
#define XMP64_BINS_H

#include <stddef.h>
#include <stdint.h>

/** BINS_PS - width of a bin while times are gathered, ps */
#define BINS_PS	10000

/** BINS_SHOWN - most bins of a histogram that is shown */
#define BINS_SHOWN	64

/**
 * struct bins - a histogram; begins as { 0 }, ends by bins_free()
 * @count: how many times are in each bin of BINS_PS, from 0 on
 * @room: number of @count
 */
struct bins {
	uint64_t *count;
	size_t room;
};

/**
 * bins_add() - add a time
 * @bins: the histogram
 * @ps: the time
 *
 * Return: 0 or -ENOMEM.
 */
int bins_add(struct bins *bins, uint64_t ps);

/**
 * bins_free() - free a histogram
 * @bins: the histogram
 */
void bins_free(struct bins *bins);

/**
 * struct bins_shown - a histogram as it is shown
 * @from: where the first bin begins, ps
 * @width: width of each bin, ps
 * @count: how many times are in each bin
 * @bins: number of bins; 0: there are no times
 */
struct bins_shown {
	uint64_t from;
	uint64_t width;
	uint64_t count[BINS_SHOWN];
	unsigned int bins;
};

/**
 * bins_show() - join bins to few, the width of which is 1, 2 or 5 times a power of 10
 * @bins: the histogram
 * @shown: filled in; no empty bins are at its ends
 */
void bins_show(const struct bins *bins, struct bins_shown *shown);

/**
 * bins_show_beside() - join the bins of a part of the times likewise
 * @bins: the histogram of the part
 * @like: all times
 * @shown: filled in, with the same bins
 */
void bins_show_beside(const struct bins *bins, const struct bins_shown *like,
		      struct bins_shown *shown);

#endif /* XMP64_BINS_H */
