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
 * @name: name of the only one that is printed, or NULL: all
 * @folder: where all are written too, each as CSV into a file, or NULL
 */
struct pick {
	const struct words *tables;
	const char *name;
	const char *folder;
};

/**
 * pick_wants() - check if a table is wanted by its name, or to be written to a folder
 * @pick: the choice
 * @name: name of the table
 *
 * Return: true if it is; a table that is long is made only then.
 */
bool pick_wants(const struct pick *pick, const char *name);

/** pick_argp - the options --csv, --json, --table and --tables; the input is a struct pick */
extern const struct argp pick_argp;

/**
 * pick_check() - check before a long run if tables can be written to the folder
 * @pick: the choice
 *
 * Return: the exit code, having said why not.
 */
int pick_check(const struct pick *pick);

/**
 * pick_print() - print and write the tables that are wanted, and free all of them
 * @pick: the choice
 * @tables: the tables; they are moved about
 * @count: number of @tables
 *
 * Return: the exit code, having said what is wrong.
 */
int pick_print(const struct pick *pick, struct table *tables, size_t count);

#endif /* CLI_PICK_H */
