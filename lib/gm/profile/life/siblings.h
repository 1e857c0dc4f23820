/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The ranks that one launcher has started on this node, found in /proc. These functions do not use
 * MPI and do not wait for other processes.
 */
#ifndef GM_SIBLINGS_H
#define GM_SIBLINGS_H

#include <stdbool.h>

/*
 * Find the ranks of this node that run under libgm-profile. @variable is the environment variable
 * in which the launcher passes a process its rank; @profiled has @ranks entries, one for each rank
 * of the job. A rank is the process that the launcher started, with all its descendants; it is
 * profiled if the library is preloaded into one of these. Returns how many ranks were found,
 * profiled or not, or -1 if there is no memory or /proc cannot be read.
 */
int siblings_find(const char *variable, int ranks, bool *profiled);

#endif /* GM_SIBLINGS_H */
