/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tables as files of a folder: CSV, one table a file.
 */
#ifndef CLI_TABLEFILES_H
#define CLI_TABLEFILES_H

#include <stddef.h>

struct table;

/**
 * tablefiles_check() - check before a long run if tables can be written
 * @folder: the folder, which need not be there, if the one that it is in is
 *
 * Return: the exit code, having said why not.
 */
int tablefiles_check(const char *folder);

/**
 * tablefiles_write() - write tables as CSV, each into a file of its name
 * @folder: the folder, which is made if it is not there
 * @tables: the tables, which keep their cells
 * @count: number of @tables
 *
 * A file is replaced whole, or stays as it was.
 *
 * Return: the exit code, having said what is wrong.
 */
int tablefiles_write(const char *folder, const struct table *tables, size_t count);

#endif /* CLI_TABLEFILES_H */
