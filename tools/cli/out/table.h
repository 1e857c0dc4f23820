/* SPDX-License-Identifier: GPL-2.0-only */
/* Tables with named columns: the cells are collected first and printed at once. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/util.h"

/* Type of a column's cells. */
enum column_type {
	COLUMN_TEXT,
	COLUMN_LIST, /* words separated by blanks; in JSON an array */
	COLUMN_NUMBER, /* at most 53 bits */
	COLUMN_WIDE, /* may have more than 53 bits; in JSON a string */
	COLUMN_REAL, /* has a fraction */
	COLUMN_COORD, /* "x,y,z"; in JSON an array of numbers */
	COLUMN_BOOL, /* "yes" or "no"; in JSON true or false */
};

struct column {
	const char *name; /* heading, in every format */
	enum column_type type;
	bool detail; /* in text only shown in upright tables */
};

/* A table being filled. */
struct table {
	const char *name; /* what its rows are; name of the array in JSON */
	const char *title; /* line above the table in text, or NULL */
	const struct column *columns;
	size_t ncolumns;
	const char *const *headings; /* in text; NULL, or a NULL element: the column's name */
	bool upright; /* text has one line for each cell, with its heading */
	bool bare; /* text has no heading */
	bool sparse; /* JSON leaves out empty cells */
	bool continued; /* CSV has no heading: the rows continue an earlier table */
	bool bulky; /* printed only if named, among several tables */
	char **cells; /* owned, row by row; NULL: empty */
	size_t count;
	size_t room; /* allocated cells */
	int error; /* -ENOMEM if there was no memory for a cell */
};

/* Add a cell. */
__printf(2, 3) void table_add(struct table *table, const char *fmt, ...);

void table_number(struct table *table, uint64_t number);

/* Add an empty cell. */
void table_skip(struct table *table);

/* Return the number of complete rows. */
static inline size_t table_rows(const struct table *table)
{
	return table->count / table->ncolumns;
}

/* Return the text of a cell, which the table owns, or NULL for an empty one. */
static inline const char *table_cell(const struct table *table, size_t row, size_t column)
{
	return table->cells[row * table->ncolumns + column];
}

/* Free the cells of a table that is not printed. */
void table_free(struct table *table);

/*
 * Print a table in the chosen format and free its cells. Report any error and return the exit code.
 */
int table_print(struct table *table);

/* Print tables as one document and free their cells. Report any error and return the exit code. */
int tables_print(struct table *tables, size_t count);

#endif /* CLI_TABLE_H */
