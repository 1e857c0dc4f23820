/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Rows of named columns, gathered first and printed at once.
 */
#ifndef TABLE_H
#define TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/util.h"

/**
 * enum column_type - what the cells of a column are
 * @COLUMN_TEXT: text
 * @COLUMN_LIST: words with a blank in between; in JSON an array
 * @COLUMN_NUMBER: a number of 53 bits or fewer
 * @COLUMN_WIDE: a number that may have more; in JSON a string
 * @COLUMN_REAL: a number with a fraction
 * @COLUMN_BOOL: "yes" or "no"; in JSON true or false
 */
enum column_type {
	COLUMN_TEXT,
	COLUMN_LIST,
	COLUMN_NUMBER,
	COLUMN_WIDE,
	COLUMN_REAL,
	COLUMN_BOOL,
};

/**
 * struct column - a column
 * @name: its heading, in every format
 * @type: an enum column_type
 * @detail: text shows it only where rows stand upright
 */
struct column {
	const char *name;
	enum column_type type;
	bool detail;
};

/**
 * struct table - the table
 * @name: what its rows are; the array's name in JSON
 * @title: a line that text shows above it, or NULL
 * @columns: the columns
 * @ncolumns: how many
 * @upright: text shows a row as lines of name and value
 * @bare: text shows no heading
 * @cells: row by row; NULL where there is nothing to say
 * @count: cells so far
 * @room: cells @cells has room for
 * @error: -ENOMEM, or 0
 */
struct table {
	const char *name;
	const char *title;
	const struct column *columns;
	size_t ncolumns;
	bool upright;
	bool bare;
	char **cells;
	size_t count;
	size_t room;
	int error;
};

/* Add a cell. */
__printf(2, 3) void table_add(struct table *table, const char *fmt, ...);

/* Add a cell that is a number. */
void table_number(struct table *table, uint64_t number);

/* Add a cell that says nothing. */
void table_skip(struct table *table);

static inline size_t table_rows(const struct table *table)
{
	return table->count / table->ncolumns;
}

static inline const char *table_cell(const struct table *table, size_t row, size_t column)
{
	return table->cells[row * table->ncolumns + column];
}

/* Free the cells of a table that is not printed. */
void table_free(struct table *table);

/* Print it in the format chosen, and free it; returns the exit code. */
int table_print(struct table *table);

/* Likewise several, as one document. */
int tables_print(struct table *tables, size_t count);

#endif /* TABLE_H */
