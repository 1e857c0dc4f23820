/* SPDX-License-Identifier: GPL-2.0-only */
/* Write tables to a folder, one CSV file for each. */
#ifndef CLI_TABLEFILES_H
#define CLI_TABLEFILES_H

#include <stddef.h>

struct table;

/*
 * Check before a long run that tables can be written. The folder need not exist if its parent does.
 * Report any error and return the exit code.
 */
int tablefiles_check(const char *folder);

/*
 * Write each table to a CSV file of its name, replaced as a whole or left unchanged. The folder is
 * created if need be; the tables keep their cells. Report any error and return the exit code.
 */
int tablefiles_write(const char *folder, const struct table *tables, size_t count);

#endif /* CLI_TABLEFILES_H */
