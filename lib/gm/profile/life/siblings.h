/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The ranks that one launcher has started on this node, as /proc shows them. These functions do not
 * use MPI and do not wait for other processes.
 */
#ifndef GM_SIBLINGS_H
#define GM_SIBLINGS_H

#include <stdbool.h>

/**
 * siblings_find() - find the ranks of this node that run under libgm-profile
 * @variable: the environment variable by which the launcher tells a process its rank
 * @ranks: number of ranks of the whole job
 * @profiled: array of @ranks entries, filled in
 *
 * A rank is the process that the launcher started, with all its descendants. The rank is profiled
 * if the library is preloaded into one of these processes.
 *
 * Return: how many ranks were found, profiled or not; -1: no memory, or /proc cannot be read.
 */
int siblings_find(const char *variable, int ranks, bool *profiled);

#endif /* GM_SIBLINGS_H */
