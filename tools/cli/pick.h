/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which of a command's tables are printed: all of them, or one; CSV has room for one.
 */
#ifndef CLI_PICK_H
#define CLI_PICK_H

#include <argp.h>

#include "cli/out/table.h"
#include "words.h"

/**
 * struct pick - the choice of tables
 * @tables: the names of the command's tables, in their order
 * @name: name of the only one that is wanted, or NULL: all
 */
struct pick {
	const struct words *tables;
	const char *name;
};

/** pick_argp - the options --csv, --json and --table; the input is a struct pick */
extern const struct argp pick_argp;

/**
 * pick_print() - print the tables that are wanted, and free all of them
 * @pick: the choice
 * @tables: the tables; they are moved about
 * @count: number of @tables
 *
 * Return: the exit code, having said what is wrong.
 */
int pick_print(const struct pick *pick, struct table *tables, size_t count);

#endif /* CLI_PICK_H */
