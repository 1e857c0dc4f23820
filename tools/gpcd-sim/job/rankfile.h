/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files that say where ranks are.
 */
#ifndef RANKFILE_H
#define RANKFILE_H

#include "places.h"

/**
 * rankfile_read() - read the nodes of ranks from a file
 * @places: its @file is read; its @node and @ranks are replaced
 * @machine: the machine
 *
 * A line is a rank and its node, by number or as c0-0c0s0g0n1; or it is ranks in the order of the
 * places that @places has, 0,1,4-7, as in the files MPICH_RANK_ORDER of Cray MPICH. Each rank from
 * 0 up must be there once. '#' begins a comment.
 *
 * Return: the exit code, having said what is wrong.
 */
int rankfile_read(struct places *places, const struct machine *machine);

#endif /* RANKFILE_H */
