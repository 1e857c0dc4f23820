/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Translate ranks of a communicator or a window to ranks of MPI_COMM_WORLD. All functions are
 * local, and any thread may call them.
 */
#ifndef GM_RANKS_H
#define GM_RANKS_H

#include <stdbool.h>
#include <stdint.h>

#include "gm/profile/calls/exported.h"

/* The ranks of a communicator, attached to it as an attribute. */
struct ranks {
	uint64_t channel;	/* number of the communicator that all its ranks agree on */
	uint32_t collectives;	/* so far */
	uint32_t users;		/* references: the communicator, and requests that outlive it */
	int rank;		/* of the calling process in the communicator */
	bool inter;		/* an intercommunicator: world has the remote group */
	int size;		/* of world */
	int world[];		/* rank in MPI_COMM_WORLD, or MPI_UNDEFINED */
};

/* Prepare the translation, after MPI_Init(). Returns MPI_SUCCESS or an error of MPI. */
int ranks_open(void);

/* Release what ranks_open() prepared, before MPI_Finalize(). */
void ranks_close(void);

/*
 * Return the ranks of a valid communicator, which last as long as it, or until ranks_drop(); NULL
 * if there is no memory. The channel is a hash of the group and of the number of communicators with
 * the same group that were passed here before: so call this for each communicator when it has been
 * made, which all of its ranks do in one order.
 */
struct ranks *ranks_of(MPI_Comm comm);

/* Take a reference, which keeps @ranks even if the communicator is freed. */
struct ranks *ranks_hold(struct ranks *ranks);

/* Drop a reference, and free @ranks with the last one. NULL is allowed. */
void ranks_drop(struct ranks *ranks);

/* Return the number of the communicator's next collective, and count it. */
uint32_t ranks_collective(struct ranks *ranks);

/* Return the rank in MPI_COMM_WORLD of @rank of @ranks, or MPI_UNDEFINED. */
int ranks_world(const struct ranks *ranks, int rank);

/* Return the rank in MPI_COMM_WORLD of @target in @win, or MPI_UNDEFINED. */
int ranks_of_target(MPI_Win win, int target);

#endif /* GM_RANKS_H */
