/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Programs of ranks, in files in the format GOAL, that people name.
 */
#ifndef CLI_PROGRAM_GOAL_H
#define CLI_PROGRAM_GOAL_H

#include "netsim/program/program.h"

/**
 * goal_read() - read a program
 * @path: its file; "-" is standard input
 * @program: filled in, for program_free(), if 0 is returned
 *
 * Return: the exit code, having said what is wrong in which line.
 */
int goal_read(const char *path, struct program **program);

/**
 * goal_check_nics() - refuse a program whose messages choose among NICs: a node has one here
 * @path: where the program comes from
 * @program: the program
 *
 * Return: the exit code, having named the first line that names a NIC.
 */
int goal_check_nics(const char *path, const struct program *program);

#endif /* CLI_PROGRAM_GOAL_H */
