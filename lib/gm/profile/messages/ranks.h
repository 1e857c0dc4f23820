/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Ranks of a communicator or a window, as ranks of MPI_COMM_WORLD. Local; any thread.
 */
#ifndef GM_RANKS_H
#define GM_RANKS_H

#include <stdbool.h>

#include "gm/profile/calls/exported.h"

/**
 * struct ranks - a communicator's, kept as its attribute: it is freed with it
 * @rank: the calling process's
 * @inter: an intercommunicator: others are those of the remote group
 * @size: of @world
 * @world: the others' ranks in MPI_COMM_WORLD; MPI_UNDEFINED: a process that is not in it
 */
struct ranks {
	int rank;
	bool inter;
	int size;
	int world[];
};

/** ranks_open() - after MPI_Init(): an error of MPI, or MPI_SUCCESS */
int ranks_open(void);

/** ranks_close() - before MPI_Finalize() */
void ranks_close(void);

/**
 * ranks_of() - those of a communicator
 * @comm: a valid one
 *
 * Return: they last as long as @comm; NULL: no memory.
 */
const struct ranks *ranks_of(MPI_Comm comm);

/** ranks_of_target() - of a valid window: its rank in MPI_COMM_WORLD, or MPI_UNDEFINED */
int ranks_of_target(MPI_Win win, int target);

#endif /* GM_RANKS_H */
