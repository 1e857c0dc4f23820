/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Permutations: each core sends one message, all at once (section 4).
 */
#ifndef XMP64_BURST_H
#define XMP64_BURST_H

#include "bins.h"
#include "world.h"

/**
 * enum burst_pattern - a permutation
 * @BURST_SHUFFLE: Fig. 5
 * @BURST_TRANSPOSE: of all six bits: Fig. 6
 * @BURST_TRANSPOSE_CHIPS: of the four bits of chips: Fig. 6
 * @BURST_COMPLEMENT: Fig. 7
 * @BURST_REVERSE: Fig. 8
 * @BURST_RANDOM: Fig. 9
 * @BURST_PATTERNS: how many there are
 */
enum burst_pattern {
	BURST_SHUFFLE,
	BURST_TRANSPOSE,
	BURST_TRANSPOSE_CHIPS,
	BURST_COMPLEMENT,
	BURST_REVERSE,
	BURST_RANDOM,
	BURST_PATTERNS,
};

/**
 * burst_name() - name a permutation
 * @pattern: the permutation
 *
 * Return: the name of its algorithm.
 */
const char *burst_name(enum burst_pattern pattern);

/**
 * struct burst_latency - latencies of messages, each from its send to the end of its receive
 * @messages: how many
 * @sum: their sum, ps
 * @least: the shortest
 * @most: the longest
 * @bins: their histogram
 */
struct burst_latency {
	uint64_t messages;
	uint64_t sum;
	uint64_t least;
	uint64_t most;
	struct bins bins;
};

/**
 * struct burst - what came of a permutation, or of many
 * @itself: cores that would have sent to themselves, and did nothing
 * @by_hops: latencies by the number of links between chips that messages went over
 * @all: latencies of all messages
 */
struct burst {
	uint64_t itself;
	struct burst_latency by_hops[WORLD_HOPS];
	struct burst_latency all;
};

/**
 * struct burst_load - what cores do
 * @pattern: the permutation
 * @bytes: size of each message
 * @links: as of struct world_run
 * @seed: seed of random permutations
 * @runs: how many of these, each another one; all others run once
 */
struct burst_load {
	enum burst_pattern pattern;
	uint64_t bytes;
	unsigned int links;
	uint64_t seed;
	uint32_t runs;
};

/**
 * burst_run() - simulate permutations
 * @world: the machine
 * @load: what cores do
 * @burst: filled in, for burst_free() in any case
 *
 * Return: 0 or a negative errno.
 */
int burst_run(const struct world *world, const struct burst_load *load, struct burst *burst);

/**
 * burst_free() - free what burst_run() has filled in
 * @burst: it
 */
void burst_free(struct burst *burst);

/**
 * burst_mean() - find a mean
 * @latency: the latencies
 *
 * Return: it, ps; 0 without messages.
 */
static inline double burst_mean(const struct burst_latency *latency)
{
	return latency->messages ? (double)latency->sum / latency->messages : 0;
}

#endif /* XMP64_BURST_H */
