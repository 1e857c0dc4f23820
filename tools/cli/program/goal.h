/* SPDX-License-Identifier: GPL-2.0-only */
/* Programs of ranks, in files in the format GOAL. */
#ifndef CLI_PROGRAM_GOAL_H
#define CLI_PROGRAM_GOAL_H

#include "netsim/program/program.h"

/*
 * Read a program from a file or, if @path is "-", from standard input, for program_free(). Report
 * an error with its line; return the exit code.
 */
int goal_read(const char *path, struct program **program);

/*
 * Reject a program whose messages choose among NICs, because nodes have only one here. Report the
 * first line that names a NIC other than 0; return the exit code.
 */
int goal_check_nics(const char *path, const struct program *program);

#endif /* CLI_PROGRAM_GOAL_H */
