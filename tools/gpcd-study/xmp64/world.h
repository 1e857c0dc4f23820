/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The machine that was measured: a hypercube of 16 chips with 4 cores each, one rank per core.
 * Times are in ps.
 */
#ifndef XMP64_WORLD_H
#define XMP64_WORLD_H

#include "hardware/hardware.h"
#include "netsim/collective/collective.h"
#include "netsim/host/host.h"

/* Dimensions of the chips' hypercube, and most links between two of them. */
#define WORLD_DIMS	4

/* Cores of a chip. */
#define WORLD_CORES	4

/* Cores of the machine. */
#define WORLD_RANKS	(WORLD_CORES << WORLD_DIMS)

/* Possible numbers of links of a message, from 0, which is on a chip. */
#define WORLD_HOPS	(WORLD_DIMS + 1)

/* Bytes of a short message, used in Table 1, the barrier and clocks; chosen. */
#define WORLD_SHORT	1

/* Picoseconds per nanosecond. */
#define WORLD_NS	1000

struct world {
	struct hardware hardware; /* the machine's file */
	struct worm_config network;
	struct host_config host; /* its cores */
};

/*
 * Read the machine that machines_read() finds as @name; @world must not be moved afterwards. Report
 * any error and return the exit code.
 */
int world_read(struct world *world, const char *name);

/* Most code before a send, ps: a core that comes last has no more time for a message. */
#define WORLD_CODE_MOST	(46 * WORLD_NS)

/*
 * Return @world with @code ps of computation before each send, that is no part of a message's
 * journey. Journeys alone take as long as before, and so do a send and a receive with the code:
 * what the code takes of them, the way to and from the switch takes longer. The original must
 * outlive it.
 */
struct world world_coded(const struct world *world, uint64_t code);

/* A program to run. */
struct world_run {
	unsigned int links; /* parallel links in each dimension; 0: as in the machine's file */
	const struct program *program;
	const uint32_t *place; /* core of each rank; NULL: rank i is on core i */
	const uint64_t *start; /* of each rank, ps; NULL: 0 */
};

/*
 * Run a program to its end; @result is for host_result_free(). Return 0, an error of host_run(), or
 * -EDEADLK if a rank waits for ever.
 */
int world_run(const struct world *world, const struct world_run *run, struct host_result *result);

/*
 * Make a program of all cores, for program_free(). The generator @kind and its @algorithm must
 * exist; @bytes is the size of each message. Return 0 or -ENOMEM.
 */
int world_program(const char *kind, const char *algorithm, uint64_t bytes, uint64_t seed,
		  struct program **program);

/* Likewise, @count times, each after the one before. */
int world_program_of(const char *kind, const char *algorithm, uint64_t bytes, uint64_t seed,
		     uint32_t count, struct program **program);

/* Count the links between two cores; 0 on the same chip. */
static inline unsigned int world_hops(uint32_t from, uint32_t to)
{
	return __builtin_popcount((from ^ to) / WORLD_CORES);
}

/* --- single messages (Table 1) and the barrier (section 3.3) --- */

/*
 * Find the time of a short message without other traffic, from the start of its send to the end of
 * its receive; @hops links lie between its chips, 0 to WORLD_DIMS. Return 0 or a negative errno.
 */
int barrier_journey(const struct world *world, unsigned int hops, uint64_t *ps);

/* Times of cores in the barrier, ps. */
struct barrier_times {
	uint64_t least;
	uint64_t most;
	uint64_t sum; /* of all cores */
	uint64_t first; /* of core 0 */
};

/*
 * Run the barrier on all cores. @links is as in struct world_run; @start is when each core arrives,
 * or NULL: all at once. Return 0 or a negative errno.
 */
int barrier_run(const struct world *world, unsigned int links, const uint64_t *start,
		struct barrier_times *times);

/*
 * Run @program, the barrier, and find when each core leaves it; @start is when each core arrives.
 * Return 0 or a negative errno.
 */
int barrier_ends(const struct world *world, const struct program *program, const uint64_t *start,
		 uint64_t *end);

/* Make the barrier of all cores, for program_free(). Return 0 or a negative errno. */
int barrier_program(struct program **program);

#endif /* XMP64_WORLD_H */
