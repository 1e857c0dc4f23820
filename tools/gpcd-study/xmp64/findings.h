/* SPDX-License-Identifier: GPL-2.0-only */
/* All results, in parts; parts that are not asked for are not simulated. */
#ifndef XMP64_FINDINGS_H
#define XMP64_FINDINGS_H

#include "barrier.h"
#include "burst.h"
#include "schedules.h"
#include "stats/stats.h"
#include "sync.h"

/* Parts, as bits. */
enum findings_part {
	FINDINGS_JOURNEYS = 1, /* single messages */
	FINDINGS_BARRIER = 2, /* all cores at once, and one core last */
	FINDINGS_CLOCKS = 4,
	FINDINGS_BURST = 8,
	FINDINGS_SIZES = 16, /* permutations by size */
	FINDINGS_SCHEDULES = 32, /* all schedules once */
	FINDINGS_ALL = 63,
};

/* Numbers of links tried for the barrier: as in the machine's file, and 1. */
#define FINDINGS_LINKS	2

/*
 * Clocks to synchronise, each with and without averages; the barrier follows only for seeded ones.
 */
enum findings_sync {
	FINDINGS_EXACT, /* without drift and jitter */
	FINDINGS_SEEDED, /* with drift and jitter */
	FINDINGS_CLOCKS_KINDS,
};

/* Sizes of messages of Fig. 4: 2^0 to 2^10 bytes. */
#define FINDINGS_SIZES_COUNT	11

/* Most random permutations of each size. */
#define FINDINGS_SIZE_RUNS	100

/* What is asked for. */
struct findings_request {
	unsigned int parts; /* bits of enum findings_part */
	struct sync_clocks clocks;
	uint32_t runs; /* how often clocks are synchronised */
	uint32_t permutations; /* number of random ones */
	uint64_t bytes; /* size of a message in Figs. 5 to 9 */
	uint64_t seed;
};

/* The results. */
struct findings {
	struct world world;
	struct findings_request request;
	uint64_t journey[WORLD_HOPS]; /* of a short message, by links between chips, ps */
	unsigned int links[FINDINGS_LINKS]; /* tried for the barrier */
	struct barrier_times barrier[FINDINGS_LINKS]; /* with these links, all cores at once */
	struct barrier_times late; /* core 0 arrives while all others wait */
	/* by kind of clocks, without and with averages */
	struct sync_study sync[FINDINGS_CLOCKS_KINDS][2];
	struct burst burst[BURST_PATTERNS];
	/* test if random messages go over 1 to 4 links in the ratio 4:6:4:1 */
	struct stats_chi_square hops;
	/* measured times are read before findings_make() */
	struct schedule schedule[SCHEDULES_COUNT];
	/* mean latency by size of messages and permutation, ps */
	double size[FINDINGS_SIZES_COUNT][BURST_PATTERNS];
};

/*
 * Compute what @findings->request asks for on @findings->world. Call findings_free() in any case.
 * Return 0 or a negative errno.
 */
int findings_make(struct findings *findings);

/* Free the results of findings_make(). */
void findings_free(struct findings *findings);

#endif /* XMP64_FINDINGS_H */
