/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Generators of programs: collective operations of MPI by known algorithms, what applications on
 * grids exchange, ping-pong. A generator is a row of program_kinds[], in kinds.c.
 */
#ifndef NETSIM_COLLECTIVE_H
#define NETSIM_COLLECTIVE_H

#include "netsim/program/program.h"

struct chain;
struct program_plan;

/**
 * struct program_algorithm - a way to do what a generator is for
 * @name: its name
 * @help: how it works, in a few words
 * @needs: what a plan must have, to end a message with; NULL: nothing
 * @fits: whether it has that; NULL: always
 * @takes: an enum program_takes: parameters that it has besides those of its generator
 * @build: add what a rank does, once
 */
struct program_algorithm {
	const char *name;
	const char *help;
	const char *needs;
	bool (*fits)(const struct program_plan *plan);
	unsigned int takes;
	void (*build)(struct chain *chain, const struct program_plan *plan);
};

/**
 * enum program_takes - parameters of a generator, as bits
 * @PROGRAM_TAKES_RANKS: @ranks of the plan
 * @PROGRAM_TAKES_BYTES: @bytes
 * @PROGRAM_TAKES_ROOT: @root
 * @PROGRAM_TAKES_COUNT: @count
 * @PROGRAM_TAKES_GRID: @grid, @box, @variables, @cell, @steps and @compute
 * @PROGRAM_TAKES_PERIODIC: @periodic
 * @PROGRAM_TAKES_FOURTH: besides, the fourth number of @grid and @box
 * @PROGRAM_TAKES_SEED: @seed
 * @PROGRAM_TAKES_COMPUTE: @compute, without a grid
 * @PROGRAM_TAKES_GRAPH: @vertices, @degree, @span and @block
 */
enum program_takes {
	PROGRAM_TAKES_RANKS = 1,
	PROGRAM_TAKES_BYTES = 2,
	PROGRAM_TAKES_ROOT = 4,
	PROGRAM_TAKES_COUNT = 8,
	PROGRAM_TAKES_GRID = 16,
	PROGRAM_TAKES_PERIODIC = 32,
	PROGRAM_TAKES_FOURTH = 64,
	PROGRAM_TAKES_SEED = 128,
	PROGRAM_TAKES_COMPUTE = 256,
	PROGRAM_TAKES_GRAPH = 512,
};

/**
 * struct program_kind - a generator: a pattern of communication
 * @name: its name
 * @help: what it does, in a few words
 * @algorithms: ways to do it, the first is the default; the name behind the last one is NULL
 * @takes: an enum program_takes
 */
struct program_kind {
	const char *name;
	const char *help;
	const struct program_algorithm *algorithms;
	unsigned int takes;
};

/* All generators; the name behind the last one is NULL. */
extern const struct program_kind program_kinds[];

/** PROGRAM_BYTES: most bytes of a plan, so that no message exceeds PROGRAM_SIZE */
#define PROGRAM_BYTES	(1ull << 28)

/** PROGRAM_EDGES: most edges of one side of a graph that a rank has */
#define PROGRAM_EDGES	(1u << 20)

/** PROGRAM_DIMS: dimensions that a grid may have */
#define PROGRAM_DIMS	4

/**
 * struct program_plan - what to generate; what its kind does not take is not looked at
 * @kind: the generator, of program_kinds[]
 * @algorithm: one of the kind's
 * @ranks: number of ranks, 1 to 2^24
 * @bytes: of a message, of a rank's data (bcast, reduce, allreduce), of a block (allgather,
 *	alltoall), of a value (em3d), up to PROGRAM_BYTES
 * @seed: of what is drawn at random
 * @root: rank that data come from or go to
 * @count: how often, each time after what the rank did before; 1 or more
 * @grid: ranks along x, y, z, t, 2^24 in all; ranks are numbered along x first, then along y
 * @box: cells of a rank along x, y, z, t, 1 to 2^16; all with their variables have up to
 *	PROGRAM_SIZE bytes
 * @variables: variables of a cell, 1 to 2^10
 * @cell: bytes of a variable, 1 to 2^8
 * @steps: exchanges, each with its computation; 1 or more; of fft transforms
 * @compute: ns of a computation, up to PROGRAM_SIZE; 0: none; of fft before the first transpose and
 *	behind each, of sweep3d in each of the eight waves; of diamond of a block, of em3d of a side
 * @periodic: the grid is a torus: its ends are neighbours, and a side of one rank is its own
 * @vertices: of a graph: vertices of each of its two sides that a rank has; 1 or more
 * @degree: edges of a vertex, 1 or more; those of a rank's side are up to PROGRAM_EDGES
 * @span: how far away edges end, in ranks; 1 or more, less than there are ranks
 * @block: values that go along edges in one message, 1 or more
 */
struct program_plan {
	const struct program_kind *kind;
	const struct program_algorithm *algorithm;
	uint32_t ranks;
	uint64_t bytes;
	uint64_t seed;
	uint32_t root;
	uint32_t count;
	uint32_t grid[PROGRAM_DIMS];
	uint32_t box[PROGRAM_DIMS];
	uint32_t variables;
	uint32_t cell;
	uint32_t steps;
	uint64_t compute;
	bool periodic;
	uint32_t vertices;
	uint32_t degree;
	uint32_t span;
	uint32_t block;
};

/**
 * program_plan_takes() - find the parameters that a plan has
 * @plan: the plan
 *
 * Return: an enum program_takes: those of its generator and of its algorithm.
 */
static inline unsigned int program_plan_takes(const struct program_plan *plan)
{
	return plan->kind->takes | plan->algorithm->takes;
}

/**
 * program_plan_check() - check a plan
 * @plan: the plan
 *
 * Return: NULL, or what is wrong with it, to end a message with.
 */
const char *program_plan_check(const struct program_plan *plan);

/**
 * program_plan_rank() - add what a rank does
 * @chain: the rank, which may have steps before; its program has as many ranks as the plan
 * @plan: a plan that program_plan_check() does not reject
 */
void program_plan_rank(struct chain *chain, const struct program_plan *plan);

/**
 * program_plan_ranks() - find how many ranks a plan has
 * @plan: the plan
 *
 * Return: their number; 0: it is no number of ranks.
 */
uint32_t program_plan_ranks(const struct program_plan *plan);

/**
 * program_generate() - make a program by a plan
 * @plan: the plan
 * @limits: how large it may get
 * @program: filled in, for program_free()
 *
 * Every receive has its send, and all ranks come to their end.
 *
 * Return: 0, -EINVAL for what program_plan_check() rejects, -E2BIG for more than @limits allow,
 * -ENOMEM.
 */
int program_generate(const struct program_plan *plan, const struct program_limits *limits,
		     struct program **program);

#endif /* NETSIM_COLLECTIVE_H */
