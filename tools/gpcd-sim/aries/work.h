/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Programs of experiments: what the ranks of an application, or of a job beside it, do.
 *
 * Delays of hosts are times of PROGRAM_CALC in front of sends, each drawn from an exponential
 * distribution, from the stream of its rank.
 */
#ifndef ARIES_WORK_H
#define ARIES_WORK_H

#include "netsim/collective/collective.h"
#include "netsim/traffic/traffic.h"

/**
 * enum work_kind - programs of applications
 * @WORK_PINGPONG: of two ranks: a message there and one back, in each round
 * @WORK_IDLE: ranks wait, and send nothing
 * @WORK_ALLTOALL: ranks wait, then each sends a message to each other one, step by step
 * @WORK_SHIFT: ranks wait, then each sends a message to the one half of the ranks further on
 * @WORK_PLAN: a program of gpcd-sim program, once all ranks have waited
 */
enum work_kind {
	WORK_PINGPONG,
	WORK_IDLE,
	WORK_ALLTOALL,
	WORK_SHIFT,
	WORK_PLAN,
};

/**
 * struct work - an application
 * @kind: what it does
 * @ranks: its ranks, 2 or more; WORK_PINGPONG: 2
 * @bytes: of a message; of WORK_PLAN of the largest one
 * @idle: ns that all ranks wait before they begin, besides @begin
 * @delay: mean delay of a host before it sends, ns; others: before it begins; not of WORK_PLAN
 * @rounds: of WORK_PINGPONG, one after the other; 0 is one
 * @engine: messages from this size on go by PUTs of the block engine; 0: as mpi_cray has it
 * @plan: of WORK_PLAN: what to generate, for @ranks ranks
 * @span: of WORK_PLAN: ns that it takes at most, as far as one knows
 */
struct work {
	enum work_kind kind;
	uint32_t ranks;
	uint64_t bytes;
	uint64_t idle;
	uint64_t delay;
	uint32_t rounds;
	uint64_t engine;
	struct program_plan plan;
	uint64_t span;
};

/**
 * work_rounds() - find how many rounds an application has
 * @work: the application
 *
 * Return: their number, 1 or more.
 */
static inline uint32_t work_rounds(const struct work *work)
{
	return work->rounds ? work->rounds : 1;
}

/**
 * work_mpi() - find how messages travel beside and in an application
 * @work: the application
 *
 * Return: the protocols.
 */
struct mpi work_mpi(const struct work *work);

/**
 * enum work_beside - programs of jobs beside the application
 * @BESIDE_UNIFORM: in each step each rank sends to one drawn at random, and one sends to it
 * @BESIDE_ALLTOALL: in step i each rank sends to the one i ranks further on
 * @BESIDE_NEIGHBOUR: each rank sends to the next one
 * @BESIDE_KINDS: how many there are
 */
enum work_beside {
	BESIDE_UNIFORM,
	BESIDE_ALLTOALL,
	BESIDE_NEIGHBOUR,
	BESIDE_KINDS,
};

/**
 * work_program() - make the program of an application
 * @work: what it does
 * @begin: ns that all ranks wait first, while the network fills
 * @seed: of the delays
 * @repetition: in which the program runs
 * @program: filled in, for program_free()
 *
 * Return: 0, -ENOMEM.
 */
int work_program(const struct work *work, uint64_t begin, uint64_t seed, uint32_t repetition,
		 struct program **program);

/**
 * struct beside - a job beside the application
 * @kind: what its ranks do
 * @ranks: their number, 2 or more
 * @bytes: of a message
 * @pause: mean time that a rank computes before each step, ns
 * @steps: how often it does so, 1 or more: it is to go on for longer than the application
 */
struct beside {
	enum work_beside kind;
	uint32_t ranks;
	uint64_t bytes;
	uint64_t pause;
	uint32_t steps;
};

/**
 * work_beside() - make the program of a job beside the application
 * @beside: what it does
 * @seed: of the peers and pauses
 * @job: number of the job, from 1 on
 * @repetition: in which the program runs
 * @program: filled in, for program_free()
 *
 * Return: 0, -ENOMEM.
 */
int work_beside(const struct beside *beside, uint64_t seed, uint32_t job, uint32_t repetition,
		struct program **program);

#endif /* ARIES_WORK_H */
