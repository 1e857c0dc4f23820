/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Whom a neighbourhood collective sends to.
 */
#ifndef GM_NEIGHBOURS_H
#define GM_NEIGHBOURS_H

#include "gm/profile/calls/exported.h"

/**
 * neighbours_of() - in MPI's order
 * @comm: with a topology: a grid, a graph, or a distributed graph
 * @rank: the calling process's in @comm
 * @neighbours: filled in with their ranks in @comm, MPI_PROC_NULL where a grid ends; for
 *	neighbours_free()
 *
 * Return: how many, or -1: no memory.
 */
int neighbours_of(MPI_Comm comm, int rank, int **neighbours);

/** neighbours_free() - forget them */
void neighbours_free(int *neighbours);

#endif /* GM_NEIGHBOURS_H */
