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

/**
 * struct ranks - the ranks of a communicator: an attribute of it
 * @channel: a number of the communicator that is the same for all of its ranks
 * @collectives: how many collectives it has had
 * @users: who holds this: the communicator, and requests that outlive it
 * @rank: the calling process's rank in the communicator
 * @inter: the communicator is an intercommunicator: @world has the ranks of the remote group
 * @size: number of ranks in @world
 * @world: for each rank its rank in MPI_COMM_WORLD; MPI_UNDEFINED: the process is not in it
 */
struct ranks {
	uint64_t channel;
	uint32_t collectives;
	uint32_t users;
	int rank;
	bool inter;
	int size;
	int world[];
};

/** ranks_open() - prepare the translation, after MPI_Init(); MPI_SUCCESS or an error of MPI */
int ranks_open(void);

/** ranks_close() - release what ranks_open() prepared, before MPI_Finalize() */
void ranks_close(void);

/**
 * ranks_of() - return the ranks of a communicator
 * @comm: a valid communicator
 *
 * The channel is a hash of the group and of how many communicators of the same group were looked
 * at before: call this for each communicator when it has been made, which all of its ranks do in
 * one order.
 *
 * Return: the ranks, which last as long as @comm, or until ranks_drop(); NULL: no memory.
 */
struct ranks *ranks_of(MPI_Comm comm);

/** ranks_hold() - keep @ranks even if the communicator is freed, until ranks_drop() */
struct ranks *ranks_hold(struct ranks *ranks);

/** ranks_drop() - free @ranks if nobody else holds them; NULL will do */
void ranks_drop(struct ranks *ranks);

/** ranks_collective() - return the number of the collective that the communicator has next */
uint32_t ranks_collective(struct ranks *ranks);

/** ranks_world() - return the rank in MPI_COMM_WORLD of @rank of @ranks, or MPI_UNDEFINED */
int ranks_world(const struct ranks *ranks, int rank);

/** ranks_of_target() - return the rank in MPI_COMM_WORLD of @target in @win, or MPI_UNDEFINED */
int ranks_of_target(MPI_Win win, int target);

#endif /* GM_RANKS_H */
