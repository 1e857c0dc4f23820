/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The ranks to which a neighbourhood collective sends, and from which it receives. */
#ifndef GM_NEIGHBOURS_H
#define GM_NEIGHBOURS_H

#include "gm/profile/calls/exported.h"

/*
 * List the neighbours that a rank sends to, in MPI's order: their ranks in @comm, MPI_PROC_NULL
 * where a grid ends. @comm has a grid, a graph or a distributed graph, and @rank is the calling
 * process's. The caller frees @neighbours with neighbours_free(). Returns their number, or -1 if
 * there is no memory.
 */
int neighbours_of(MPI_Comm comm, int rank, int **neighbours);

/* List the neighbours that a rank receives from, likewise. */
int neighbours_from(MPI_Comm comm, int rank, int **neighbours);

void neighbours_free(int *neighbours);

#endif /* GM_NEIGHBOURS_H */
