/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The ranks that one launcher has started on this node, as /proc shows them. Nothing here knows
 * MPI or waits for anybody.
 */
#ifndef GM_SIBLINGS_H
#define GM_SIBLINGS_H

#include <stdbool.h>

/**
 * siblings_find() - which ranks of this node run under libgm-profile
 * @variable: the environment variable by which the launcher tells a process its rank
 * @ranks: in all
 * @profiled: of @ranks entries, filled in
 *
 * A rank is the process that the launcher started and all that descend from it; it is profiled if
 * the library is preloaded into one of these.
 *
 * Return: how many ranks were found, profiled or not; -1: no memory, or /proc cannot be read.
 */
int siblings_find(const char *variable, int ranks, bool *profiled);

#endif /* GM_SIBLINGS_H */
