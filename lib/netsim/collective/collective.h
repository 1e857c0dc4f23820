/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Generators of programs: collective operations of MPI by known algorithms, exchanges of
 * applications on grids, ping-pong. A generator is a row of program_kinds[], in kinds.c.
 */
#ifndef NETSIM_COLLECTIVE_H
#define NETSIM_COLLECTIVE_H

#include "netsim/program/program.h"

struct chain;
struct program_plan;

/* One algorithm of a generator. */
struct program_algorithm {
	const char *name;
	const char *help;				/* how it works, in a few words */
	const char *needs;	/* what fits() requires, to end a message with, or NULL */
	bool (*fits)(const struct program_plan *plan);	/* NULL: always */
	unsigned int takes;				/* enum program_takes: further parameters */
	/* Add what a rank does, once. */
	void (*build)(struct chain *chain, const struct program_plan *plan);
};

/* The parameters of a generator, as bits: members of struct program_plan. */
enum program_takes {
	PROGRAM_TAKES_RANKS = 1,
	PROGRAM_TAKES_BYTES = 2,
	PROGRAM_TAKES_ROOT = 4,
	PROGRAM_TAKES_COUNT = 8,
	PROGRAM_TAKES_GRID = 16,	/* grid, box, variables, cell, steps, compute */
	PROGRAM_TAKES_PERIODIC = 32,
	PROGRAM_TAKES_FOURTH = 64,	/* also the fourth number of grid and box */
	PROGRAM_TAKES_SEED = 128,
	PROGRAM_TAKES_COMPUTE = 256,	/* compute, without a grid */
	PROGRAM_TAKES_GRAPH = 512,	/* vertices, degree, span, block */
};

/* A generator: a pattern of communication. */
struct program_kind {
	const char *name;
	const char *help;				/* what it does, in a few words */
	const struct program_algorithm *algorithms;	/* the default first; ends with name NULL */
	unsigned int takes;				/* enum program_takes */
};

/* All generators; the last row has the name NULL. */
extern const struct program_kind program_kinds[];

/* Most bytes of a plan, so that no message exceeds PROGRAM_SIZE. */
#define PROGRAM_BYTES	(1ull << 28)

/* Most edges of one side of a graph per rank. */
#define PROGRAM_EDGES	(1u << 20)

/* Most dimensions of a grid. */
#define PROGRAM_DIMS	4

/* What to generate. Parameters that its kind does not take are ignored. */
struct program_plan {
	const struct program_kind *kind;		/* of program_kinds[] */
	const struct program_algorithm *algorithm;	/* of kind */
	uint32_t ranks;					/* 1 to 2^24 */
	/*
	 * Size of a message, of a rank's data (bcast, reduce, allreduce), of a block (allgather,
	 * alltoall) or of a value (em3d); at most PROGRAM_BYTES.
	 */
	uint64_t bytes;
	uint64_t seed;					/* for random choices */
	uint32_t root;					/* source or destination of the data */
	uint32_t count;	/* repetitions, 1 or more, each after the one before */
	/* Ranks along x, y, z, t, 2^24 in all; numbered along x first. */
	uint32_t grid[PROGRAM_DIMS];
	/*
	 * Cells of a rank along x, y, z, t, 1 to 2^16; up to PROGRAM_SIZE bytes with all variables.
	 */
	uint32_t box[PROGRAM_DIMS];
	uint32_t variables;				/* of a cell, 1 to 2^10 */
	uint32_t cell;					/* bytes of a variable, 1 to 2^8 */
	uint32_t steps;	/* exchanges with their computation, or transforms (fft); 1 or more */
	/*
	 * ns of a computation, up to PROGRAM_SIZE; 0: none. In fft, before the first transpose and
	 * after each; in sweep3d, in each of the eight waves; in diamond, for a block; in em3d, for
	 * a side.
	 */
	uint64_t compute;
	bool periodic;					/* torus: a rank may be its own neighbour */
	uint32_t vertices;	/* of each side of the graph, per rank; 1 or more */
	uint32_t degree; /* edges of a vertex, 1 or more; at most PROGRAM_EDGES per rank and side */
	uint32_t span;	/* largest distance of an edge's end, in ranks: 1 to ranks - 1 */
	uint32_t block;					/* values in one message, 1 or more */
};

/* Return the parameters of a plan, as enum program_takes: its generator's and its algorithm's. */
static inline unsigned int program_plan_takes(const struct program_plan *plan)
{
	return plan->kind->takes | plan->algorithm->takes;
}

/* Check a plan. Returns NULL, or what is wrong with it, to end a message with. */
const char *program_plan_check(const struct program_plan *plan);

/*
 * Add what a rank does, after any steps that it has already. The program has as many ranks as the
 * plan, which program_plan_check() accepts.
 */
void program_plan_rank(struct chain *chain, const struct program_plan *plan);

/* Return the number of ranks of a plan; 0: the plan has none that is possible. */
uint32_t program_plan_ranks(const struct program_plan *plan);

/*
 * Make a program by a plan; free it with program_free(). Every receive has its send, and all ranks
 * finish. Returns 0, -EINVAL for what program_plan_check() rejects, -E2BIG beyond the limits, or
 * -ENOMEM.
 */
int program_generate(const struct program_plan *plan, const struct program_limits *limits,
		     struct program **program);

#endif /* NETSIM_COLLECTIVE_H */
