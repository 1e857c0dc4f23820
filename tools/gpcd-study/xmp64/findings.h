/* SPDX-License-Identifier: GPL-2.0-only */
/* The simulations, and what they add to the tables of results. */
#ifndef XMP64_FINDINGS_H
#define XMP64_FINDINGS_H

#include "barrier.h"
#include "burst.h"
#include "runner/run.h"
#include "schedules.h"
#include "sync.h"

/* Sizes of messages of Fig. 4: 2^0 to 2^10 bytes. */
#define FINDINGS_SIZES_COUNT	11

/* Most random permutations of each size. */
#define FINDINGS_SIZE_RUNS	100

/* What is asked for. */
struct findings_request {
	struct sync_clocks clocks;
	uint32_t runs; /* how often clocks are synchronised */
	uint32_t permutations; /* number of random ones */
	uint64_t bytes; /* size of a message in Figs. 5 to 9 */
	uint64_t seed;
};

/* The world of the simulations, and what pictures need beside the tables. */
struct findings {
	struct world world;
	struct findings_request request;
	struct burst burst[BURST_PATTERNS];
	struct schedule schedule[SCHEDULES_COUNT]; /* measured times are read before they are run */
	/* mean latency by size of messages and permutation, ps */
	double size[FINDINGS_SIZES_COUNT][BURST_PATTERNS];
};

/* The simulations of struct findings, by the names that the study's file uses. */
extern const struct source findings_sources[];

/* Free the results of the simulations. */
void findings_free(struct findings *findings);

/* Find the permutations of a figure, 5 to 9. Return their number, 1 or 2. */
unsigned int findings_patterns(unsigned int figure, enum burst_pattern pattern[2]);

#endif /* XMP64_FINDINGS_H */
