/* SPDX-License-Identifier: GPL-2.0-only */
/* Which columns of tables are printed, and in which order: option --columns. */
#ifndef CLI_COLUMNS_H
#define CLI_COLUMNS_H

#include "format.h"

/* Print these columns only, in this order: names or headings, with commas between them. */
void columns_want(const char *names);

/* Check if there is a choice. */
bool columns_are_wanted(void);

/*
 * Check that each wanted column is one of some table. Otherwise report it and forget the choice, so
 * that what was measured for an hour is not lost by a typing error: all columns are printed, and
 * out_end() returns EXIT_USAGE.
 */
void columns_check(struct out *out, const struct table *tables, size_t count);

/* The wanted columns of a table. */
struct columns {
	struct table table; /* its cells' text belongs to the whole table */
	struct column *list;
	const char **headings;
};

/*
 * Choose the wanted columns of a table; it may have none of them. Call columns_free() if 0 is
 * returned. Return 0 or -ENOMEM.
 */
int columns_cut(struct columns *chosen, const struct table *table);

/* Free a choice, but not the text of its cells. */
void columns_free(struct columns *chosen);

/* --- lines of CSV that are no table --- */

/*
 * Add the wanted columns of a line of CSV with the names of columns, and choose them for
 * columns_lines(); the column of the schema comes last. A name that is not there is reported, and
 * ends the output with EXIT_USAGE: nothing has been measured yet.
 */
void columns_header(struct out *out, const struct out *line);

/* Add these columns of lines with values. */
void columns_lines(struct out *out, const struct out *lines);

#endif /* CLI_COLUMNS_H */
