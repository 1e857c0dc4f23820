/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which of a command's tables are printed: all of them, or one; CSV has room for one.
 */
#ifndef PICK_H
#define PICK_H

#include <argp.h>

#include "cli/out/table.h"
#include "words.h"

/**
 * struct pick - the choice
 * @tables: the names of the command's tables, in their order
 * @name: the one that is wanted, or NULL
 */
struct pick {
	const struct words *tables;
	const char *name;
};

/* --csv, --json and --table; its input is a struct pick. */
extern const struct argp pick_argp;

/* Print what is wanted and free all tables; returns the exit code. */
int pick_print(const struct pick *pick, struct table *tables, size_t count);

#endif /* PICK_H */
