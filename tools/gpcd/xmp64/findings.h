/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All that is found out, part by part; a part that nobody asks for is not simulated.
 */
#ifndef XMP64_FINDINGS_H
#define XMP64_FINDINGS_H

#include "barrier.h"
#include "burst.h"
#include "schedules.h"
#include "stats/chi_square.h"
#include "sync.h"

/**
 * enum findings_part - parts, as bits
 * @FINDINGS_JOURNEYS: single messages
 * @FINDINGS_BARRIER: the barrier, all cores at once and one that comes last
 * @FINDINGS_CLOCKS: synchronised clocks
 * @FINDINGS_BURST: permutations
 * @FINDINGS_SIZES: permutations by size
 * @FINDINGS_SCHEDULES: all schedules once
 * @FINDINGS_ALL: all of them
 */
enum findings_part {
	FINDINGS_JOURNEYS = 1,
	FINDINGS_BARRIER = 2,
	FINDINGS_CLOCKS = 4,
	FINDINGS_BURST = 8,
	FINDINGS_SIZES = 16,
	FINDINGS_SCHEDULES = 32,
	FINDINGS_ALL = 63,
};

/** FINDINGS_LINKS - numbers of links that the barrier is tried with: those of the file, and 1 */
#define FINDINGS_LINKS	2

/**
 * enum findings_sync - how clocks are synchronised; the barrier follows those that are seeded
 * @FINDINGS_EXACT: clocks without drift and jitter
 * @FINDINGS_SEEDED: clocks with
 * @FINDINGS_CLOCKS_KINDS: how many kinds there are; each with and without averages
 */
enum findings_sync {
	FINDINGS_EXACT,
	FINDINGS_SEEDED,
	FINDINGS_CLOCKS_KINDS,
};

/** FINDINGS_SIZES_COUNT - sizes of messages of Fig. 4: 2^0 to 2^10 bytes */
#define FINDINGS_SIZES_COUNT	11

/** FINDINGS_SIZE_RUNS - most random permutations of each size */
#define FINDINGS_SIZE_RUNS	100

/**
 * struct findings_request - what is asked for
 * @parts: enum findings_part, as bits
 * @clocks: seeded clocks
 * @runs: how often they are synchronised
 * @permutations: how many random ones
 * @bytes: size of a message of the permutations of Figs. 5 to 9
 * @seed: seed of random permutations
 */
struct findings_request {
	unsigned int parts;
	struct sync_clocks clocks;
	uint32_t runs;
	uint32_t permutations;
	uint64_t bytes;
	uint64_t seed;
};

/**
 * struct findings - what was found
 * @world: the machine
 * @request: what was asked for
 * @journey: time of a short message by the number of links between chips, ps
 * @links: numbers of links that the barrier was tried with
 * @barrier: times in the barrier with these links, if all cores come at once
 * @late: times in the barrier if core 0 comes when all others wait
 * @sync: synchronisations by kind of clocks, without and with averages
 * @burst: latencies of each permutation
 * @hops: test if messages of random permutations go over 1 to 4 links in the ratio 4:6:4:1
 * @schedule: all schedules; measured times are read before the others are found
 * @size: mean latency by size of messages and permutation, ps
 */
struct findings {
	struct world world;
	struct findings_request request;
	uint64_t journey[WORLD_HOPS];
	unsigned int links[FINDINGS_LINKS];
	struct barrier_times barrier[FINDINGS_LINKS];
	struct barrier_times late;
	struct sync_study sync[FINDINGS_CLOCKS_KINDS][2];
	struct burst burst[BURST_PATTERNS];
	struct stats_chi_square hops;
	struct schedule schedule[SCHEDULES_COUNT];
	double size[FINDINGS_SIZES_COUNT][BURST_PATTERNS];
};

/**
 * findings_make() - find out what is asked for
 * @findings: @world and @request are given; the rest is filled in, for findings_free() in any case
 *
 * Return: 0 or a negative errno.
 */
int findings_make(struct findings *findings);

/**
 * findings_free() - free what findings_make() has filled in
 * @findings: it
 */
void findings_free(struct findings *findings);

#endif /* XMP64_FINDINGS_H */
