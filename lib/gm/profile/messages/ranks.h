/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Translate ranks of a communicator or a window to ranks of MPI_COMM_WORLD. All functions are
 * local, and any thread may call them.
 */
#ifndef GM_RANKS_H
#define GM_RANKS_H

#include <stdbool.h>

#include "gm/profile/calls/exported.h"

/**
 * struct ranks - the ranks of a communicator: an attribute of it, which is freed with it
 * @rank: the calling process's rank in the communicator
 * @inter: the communicator is an intercommunicator: @world has the ranks of the remote group
 * @size: number of ranks in @world
 * @world: for each rank its rank in MPI_COMM_WORLD; MPI_UNDEFINED: the process is not in it
 */
struct ranks {
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
 * Return: the ranks, which last as long as @comm; NULL: no memory.
 */
const struct ranks *ranks_of(MPI_Comm comm);

/** ranks_of_target() - return the rank in MPI_COMM_WORLD of @target in @win, or MPI_UNDEFINED */
int ranks_of_target(MPI_Win win, int target);

#endif /* GM_RANKS_H */
