/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Permutations: each core sends one message, all at once (section 4); and histograms of their
 * times, in bins of equal width.
 */
#ifndef XMP64_BURST_H
#define XMP64_BURST_H

#include <stddef.h>
#include <stdint.h>

#include "world.h"

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

enum burst_pattern {
	BURST_SHUFFLE, /* Fig. 5 */
	BURST_TRANSPOSE, /* of all six bits, Fig. 6 */
	BURST_TRANSPOSE_CHIPS, /* of the four bits of chips, Fig. 6 */
	BURST_COMPLEMENT, /* Fig. 7 */
	BURST_REVERSE, /* Fig. 8 */
	BURST_RANDOM, /* Fig. 9 */
	BURST_PATTERNS,
};

/* Return the name of a permutation's algorithm. */
const char *burst_name(enum burst_pattern pattern);

/* Latencies of messages, from the start of the send to the end of the receive, ps. */
struct burst_latency {
	uint64_t messages;
	uint64_t sum;
	uint64_t least;
	uint64_t most;
	struct bins bins;
};

/* Results of a permutation, or of many. */
struct burst {
	uint64_t itself; /* cores that map to themselves, which send nothing */
	struct burst_latency by_hops[WORLD_HOPS]; /* by number of links between chips */
	struct burst_latency all;
};

/* What cores do. */
struct burst_load {
	enum burst_pattern pattern;
	uint64_t bytes; /* per message */
	unsigned int links; /* as in struct world_run */
	uint64_t seed;
	uint32_t runs; /* number of random permutations; the others run once */
	/*
	 * Pairs of a sending and a receiving thread on each core, each with its own message; 0: one
	 * pair.
	 */
	unsigned int pairs;
};

/* Simulate permutations. Call burst_free() in any case. Return 0 or a negative errno. */
int burst_run(const struct world *world, const struct burst_load *load, struct burst *burst);

/* Free the results of burst_run(). */
void burst_free(struct burst *burst);

/* Return the mean, ps; 0 without messages. */
static inline double burst_mean(const struct burst_latency *latency)
{
	return latency->messages ? (double)latency->sum / latency->messages : 0;
}

#endif /* XMP64_BURST_H */
