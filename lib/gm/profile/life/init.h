/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What libgm-profile does when the program calls MPI_Init(), MPI_Finalize() or MPI_Pcontrol(), in C
 * or in Fortran. Calls that another tool makes inside one of these do nothing here.
 */
#ifndef GM_PROFILE_INIT_H
#define GM_PROFILE_INIT_H

#include "gm/wire.h"

/**
 * profile_open() - begin profiling, after MPI_Init()
 *
 * Local; with GM_REGIONS, collective over the peers.
 *
 * Return: MPI_SUCCESS, or an error of MPI.
 */
int profile_open(void);

/** profile_close() - print the tables, before MPI_Finalize(). Collective over the peers. */
void profile_close(void);

/**
 * profile_leave() - end profiling in a process that ends without MPI_Finalize()
 * @how: how the process ends
 * @words: the same in words, such as "by exit()"
 *
 * Local.
 */
void profile_leave(enum job_end how, const char *words);

/**
 * profile_level() - begin or end a region, at MPI_Pcontrol()
 * @level: 1 begins a region, 0 ends it; other levels do nothing
 *
 * Collective over the peers with GM_REGIONS; otherwise it does nothing.
 */
void profile_level(int level);

#endif /* GM_PROFILE_INIT_H */
