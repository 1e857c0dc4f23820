/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Run one rank of a program by calls of MPI. MPI libraries spin while they wait. If a node has more
 * ranks than processors, each wait takes the time slices of the awaited ranks, milliseconds for a
 * message; then ranks yield instead.
 */
#ifndef EXERCISE_H
#define EXERCISE_H

#include <stdbool.h>
#include <mpi.h>

#include "netsim/program/program.h"

/* A rank of a program, and what is needed to run it. */
struct exercise {
	const struct program *program;	/* not owned */
	uint32_t rank;
	uint32_t first;			/* number of the rank's first operation */
	uint32_t ops;			/* number of its operations */
	const int *to;			/* MPI rank by program rank; not owned */
	bool give_way;			/* let others run while waiting */
	uint32_t *left;			/* by operation of the rank: waits that are left */
	uint32_t *ready;		/* operations that may start, first ready first */
	uint32_t begun;			/* entries of ready that have started */
	uint32_t readied;		/* entries of ready */
	MPI_Request *requests;		/* of messages in progress */
	uint32_t *owners;		/* by request: its operation */
	int pending;			/* requests in progress */
	char *in;			/* received data, each receive at a place of its own */
	size_t *place;			/* by operation: its offset from in */
	char *out;			/* zeros to send, as long as the longest message */
};

/*
 * Check that MPI can run a program. Returns NULL, or why it cannot, as the end of a message; then
 * @op is the offending operation, or NULL.
 */
const char *exercise_refusal(const struct program *program, const struct program_op **op);

/*
 * Prepare to run a rank of a program that exercise_refusal() accepts. @to is the MPI rank by
 * program rank; @give_way lets others run while this rank waits, for more ranks than processors.
 * The caller calls exercise_free() in any case. Returns 0 or -ENOMEM.
 */
int exercise_make(struct exercise *exercise, const struct program *program, uint32_t rank,
		  const int *to, bool give_way);

/*
 * Run the operations of the rank once, and return the time in ns. An operation that is alone is a
 * blocking call, unless give_way is set. If several are in progress, the rank waits for any of
 * them. A computation keeps the processor busy, so MPI makes no progress meanwhile, as in a
 * program.
 */
double exercise_run(struct exercise *exercise);

/* Free what exercise_make() has allocated. */
void exercise_free(struct exercise *exercise);

/* Read the monotonic clock, ns. */
double exercise_now(void);

/*
 * Return whether any node has more ranks than processors. A processor counts if a rank of the node
 * may run on it. All ranks must call this.
 */
bool exercise_crowded(void);

/* Wait for all ranks; @give_way lets others run meanwhile. */
void exercise_barrier(bool give_way);

#endif /* EXERCISE_H */
