/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The ranks to which a neighbourhood collective sends, and from which it receives.
 */
#ifndef GM_NEIGHBOURS_H
#define GM_NEIGHBOURS_H

#include "gm/profile/calls/exported.h"

/**
 * neighbours_of() - list the neighbours that a rank sends to, in MPI's order
 * @comm: a communicator with a topology: a grid, a graph, or a distributed graph
 * @rank: the calling process's rank in @comm
 * @neighbours: filled in with the neighbours' ranks in @comm, MPI_PROC_NULL where a grid ends; the
 *	caller frees the array with neighbours_free()
 *
 * Return: the number of neighbours, or -1: no memory.
 */
int neighbours_of(MPI_Comm comm, int rank, int **neighbours);

/**
 * neighbours_from() - list the neighbours that a rank receives from, in MPI's order
 * @comm: as for neighbours_of()
 * @rank: likewise
 * @neighbours: likewise
 *
 * Return: as neighbours_of().
 */
int neighbours_from(MPI_Comm comm, int rank, int **neighbours);

/** neighbours_free() - free an array of neighbours_of() or neighbours_from() */
void neighbours_free(int *neighbours);

#endif /* GM_NEIGHBOURS_H */
