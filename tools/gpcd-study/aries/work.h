/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Programs of experiments: for the ranks of an application, or of a job beside it.
 *
 * Delays of hosts are PROGRAM_CALC operations before sends. Each is drawn from an exponential
 * distribution, from the stream of its rank.
 */
#ifndef ARIES_WORK_H
#define ARIES_WORK_H

#include "netsim/collective/collective.h"
#include "netsim/traffic/traffic.h"

/* Programs of applications. */
enum work_kind {
	WORK_PINGPONG, /* two ranks; in each round a message there and one back */
	WORK_IDLE, /* ranks wait, and send nothing */
	WORK_ALLTOALL, /* ranks wait, then each sends to all others, step by step */
	WORK_SHIFT, /* ranks wait, then each sends to the one ranks / 2 further on */
	WORK_PLAN, /* ranks wait, then run a program of gpcd-sim program */
};

/* An application. */
struct work {
	enum work_kind kind;
	uint32_t ranks; /* 2 or more; WORK_PINGPONG: 2 */
	uint64_t bytes; /* of a message; WORK_PLAN: of the largest one */
	uint64_t idle; /* ns that all ranks wait at the beginning */
	uint64_t delay; /* mean ns before a send (ping-pong) or before all; not in WORK_PLAN */
	uint32_t rounds; /* of WORK_PINGPONG; 0 is one */
	uint64_t engine; /* size from which on messages are block engine PUTs; 0: as in mpi_cray */
	struct program_plan plan; /* of WORK_PLAN, for these ranks */
	uint64_t span; /* of WORK_PLAN: estimate of the most ns that it takes */
};

/* Return the number of rounds of an application, 1 or more. */
static inline uint32_t work_rounds(const struct work *work)
{
	return work->rounds ? work->rounds : 1;
}

/* Return the protocols of messages in an application, and of the jobs beside it. */
struct mpi work_mpi(const struct work *work);

/* Programs of jobs beside the application. */
enum work_beside {
	BESIDE_UNIFORM, /* in each step each rank sends to and receives from a random one */
	BESIDE_ALLTOALL, /* in step i each rank sends to the one i ranks further on */
	BESIDE_NEIGHBOUR, /* each rank sends to the next one */
	BESIDE_KINDS,
};

/*
 * Make the program of an application in a repetition, for program_free(). All ranks wait for begin
 * ns first, while the network fills. seed is for the delays. Return 0 or -ENOMEM.
 */
int work_program(const struct work *work, uint64_t begin, uint64_t seed, uint32_t repetition,
		 struct program **program);

/* A job beside the application. */
struct beside {
	enum work_beside kind;
	uint32_t ranks; /* 2 or more */
	uint64_t bytes; /* of a message */
	uint64_t pause; /* mean ns that a rank computes before each step */
	uint32_t steps; /* 1 or more; must be enough to outlast the application */
};

/*
 * Make the program of a job beside the application in a repetition, for program_free(). job counts
 * from 1. seed is for peers and pauses. Return 0 or -ENOMEM.
 */
int work_beside(const struct beside *beside, uint64_t seed, uint32_t job, uint32_t repetition,
		struct program **program);

#endif /* ARIES_WORK_H */
