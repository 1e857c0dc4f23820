/* SPDX-License-Identifier: GPL-2.0-only */
/* Permutations: each core sends one message, all at once (section 4). */
#ifndef XMP64_BURST_H
#define XMP64_BURST_H

#include "bins.h"
#include "world.h"

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
