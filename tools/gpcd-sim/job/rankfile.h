/* SPDX-License-Identifier: GPL-2.0-only */
/* Files that place ranks on nodes. */
#ifndef RANKFILE_H
#define RANKFILE_H

#include "places.h"

/*
 * Read the nodes of ranks from places->file; places' node and ranks are replaced. A line is a rank
 * and its node, by number or as c0-0c0s0g0n1. Or all lines are ranks, 0,1,4-7, in the order of the
 * nodes in places, as in the files MPICH_RANK_ORDER of Cray MPICH. Each rank from 0 up must be
 * there once. '#' begins a comment. Return the exit code; errors are reported.
 */
int rankfile_read(struct places *places, const struct machine *machine);

#endif /* RANKFILE_H */
