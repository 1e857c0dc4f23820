/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reactions of libgm-profile to the program's MPI_Init(), MPI_Finalize() and MPI_Pcontrol(), in C
 * or in Fortran. Calls that another tool makes inside one of these do nothing here.
 */
#ifndef GM_PROFILE_INIT_H
#define GM_PROFILE_INIT_H

#include "gm/wire.h"

/*
 * Start profiling, after MPI_Init(). Local; with GM_REGIONS, collective over the peers. Returns
 * MPI_SUCCESS or an error of MPI.
 */
int profile_open(void);

/* Print the tables, before MPI_Finalize(). Collective over the peers. */
void profile_close(void);

/*
 * End profiling in a process that exits without MPI_Finalize(). @words describes how, such as "by
 * exit()". Local.
 */
void profile_leave(enum job_end how, const char *words);

/*
 * Begin (1) or end (0) a region, at MPI_Pcontrol(). Collective over the peers with GM_REGIONS;
 * otherwise, and for other levels, does nothing.
 */
void profile_level(int level);

#endif /* GM_PROFILE_INIT_H */
