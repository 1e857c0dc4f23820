/* SPDX-License-Identifier: GPL-2.0-only */
/* Comparison of programs. */
#ifndef PROGRAM_EQUAL_H
#define PROGRAM_EQUAL_H

#include "netsim/program/program.h"

/* Are two programs equal, apart from line numbers in their texts? */
bool program_is_equal(const struct program *a, const struct program *b);

/* Print a program and read it again; return the copy, or NULL. */
struct program *program_again(const struct program *program);

/* Write a program as a schedule and read it again; return the copy, or NULL. */
struct program *program_by_schedule(const struct program *program);

/* Is a program as program.h says: lists ascend, lead to the same rank, and agree? */
bool program_is_sound(const struct program *program);

#endif /* PROGRAM_EQUAL_H */
