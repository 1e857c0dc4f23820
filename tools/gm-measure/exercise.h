/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A rank of a program, done by calls of MPI.
 */
#ifndef EXERCISE_H
#define EXERCISE_H

#include <stdbool.h>
#include <mpi.h>

#include "netsim/program/program.h"

/**
 * struct exercise - a rank of a program, and what it needs to run it
 * @program: the program, which outlives it
 * @first: number of the rank's first operation
 * @ops: how many it has
 * @to: rank of MPI by rank of the program; it outlives it
 * @give_way: let others run while it waits
 * @left: by operation of the rank: how many waits are left
 * @ready: operations of the rank that may begin, in the order in which they came to be
 * @begun: how many of @ready have begun
 * @readied: how many operations @ready has
 * @requests: requests of messages under way
 * @owners: by request: its operation
 * @pending: number of requests under way
 * @in: where received data go: for each receive a place of its own
 * @place: by operation of the rank: where in @in
 * @out: what is sent: zeros, as long as the longest message
 */
struct exercise {
	const struct program *program;
	uint32_t first;
	uint32_t ops;
	const int *to;
	bool give_way;
	uint32_t *left;
	uint32_t *ready;
	uint32_t begun;
	uint32_t readied;
	MPI_Request *requests;
	uint32_t *owners;
	int pending;
	char *in;
	size_t *place;
	char *out;
};

/**
 * exercise_refusal() - find out whether MPI can do a program
 * @program: the program
 * @op: filled in if an operation is at fault
 *
 * Return: NULL, or why it cannot, to end a message with.
 */
const char *exercise_refusal(const struct program *program, const struct program_op **op);

/**
 * exercise_make() - prepare to run a rank of a program
 * @exercise: filled in, for exercise_free() in any case
 * @program: the program, which exercise_refusal() has nothing against
 * @rank: the rank of the program
 * @to: rank of MPI by rank of the program
 * @give_way: let others run while it waits, as where ranks are more than processors
 *
 * Return: 0 or -ENOMEM.
 */
int exercise_make(struct exercise *exercise, const struct program *program, uint32_t rank,
		  const int *to, bool give_way);

/**
 * exercise_run() - do the operations of the rank, once
 * @exercise: the rank
 *
 * An operation that is alone is a blocking call, unless others are to run meanwhile. Where several
 * are under way, the rank waits for any. A computation keeps the processor busy, and MPI waits
 * meanwhile, as in a program.
 *
 * Return: the time it took, ns.
 */
double exercise_run(struct exercise *exercise);

/**
 * exercise_free() - free what exercise_make() has allocated
 * @exercise: the rank
 */
void exercise_free(struct exercise *exercise);

/** exercise_now() - read the monotonic clock, ns */
double exercise_now(void);

#endif /* EXERCISE_H */
