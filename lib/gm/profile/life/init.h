/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What is done at the program's calls of MPI_Init(), MPI_Finalize() and MPI_Pcontrol(), be it in C
 * or Fortran. Not at those that another tool makes of them.
 */
#ifndef GM_PROFILE_INIT_H
#define GM_PROFILE_INIT_H

#include "gm/wire.h"

/** profile_open() - behind MPI_Init(); local, but with regions; an error of MPI, or MPI_SUCCESS */
int profile_open(void);

/** profile_close() - before MPI_Finalize(); collective over the peers */
void profile_close(void);

/**
 * profile_leave() - the process ends without MPI_Finalize(); local
 * @how: how it ends
 * @words: the same in words, "by exit()"
 */
void profile_leave(enum job_end how, const char *words);

/**
 * profile_level() - MPI_Pcontrol() of a level, which may not be one of ours
 *
 * Collective over the peers where there are regions.
 */
void profile_level(int level);

#endif /* GM_PROFILE_INIT_H */
