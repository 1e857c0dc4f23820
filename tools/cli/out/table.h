/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Rows of named columns, gathered first and printed at once.
 */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/util.h"

/**
 * enum column_type - what cells of a column hold
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
 * struct column - a column of a table
 * @name: its heading, in every format
 * @type: an enum column_type
 * @detail: text shows the column only in tables that are @upright
 */
struct column {
	const char *name;
	enum column_type type;
	bool detail;
};

/**
 * struct table - a table in the making
 * @name: what its rows are; name of the array in JSON
 * @title: a line that text shows above the table, or NULL
 * @columns: the columns
 * @ncolumns: number of @columns
 * @headings: by column: what text calls it, or NULL: its name; NULL: all have their names
 * @upright: text shows a row as lines, each with a column's name and its cell
 * @bare: text shows no names of columns
 * @continued: CSV shows no names of columns: the rows go on from those of a table before
 * @bulky: where a command has several tables, this one is printed only if it is named
 * @cells: the cells, row by row; NULL for an empty cell
 * @count: number of @cells
 * @room: number of cells that @cells has room for
 * @error: -ENOMEM if there was no memory for a cell, or 0
 */
struct table {
	const char *name;
	const char *title;
	const struct column *columns;
	size_t ncolumns;
	const char *const *headings;
	bool upright;
	bool bare;
	bool continued;
	bool bulky;
	char **cells;
	size_t count;
	size_t room;
	int error;
};

/**
 * table_add() - add a cell
 * @table: the table
 * @fmt: text of the cell, as for printf(3)
 */
__printf(2, 3) void table_add(struct table *table, const char *fmt, ...);

/**
 * table_number() - add a cell that is a number
 * @table: the table
 * @number: the number
 */
void table_number(struct table *table, uint64_t number);

/**
 * table_skip() - add an empty cell
 * @table: the table
 */
void table_skip(struct table *table);

/**
 * table_rows() - count the rows
 * @table: the table
 *
 * Return: the number of whole rows.
 */
static inline size_t table_rows(const struct table *table)
{
	return table->count / table->ncolumns;
}

/**
 * table_cell() - get a cell
 * @table: the table
 * @row: index of the row
 * @column: index of the column
 *
 * Return: the cell's text, which is the table's, or NULL for an empty cell.
 */
static inline const char *table_cell(const struct table *table, size_t row, size_t column)
{
	return table->cells[row * table->ncolumns + column];
}

/**
 * table_free() - free the cells of a table that is not printed
 * @table: the table
 */
void table_free(struct table *table);

/**
 * table_print() - print a table in the chosen format, and free its cells
 * @table: the table
 *
 * Return: the exit code, having said what is wrong.
 */
int table_print(struct table *table);

/**
 * tables_print() - print several tables as one document, and free their cells
 * @tables: the tables
 * @count: number of @tables
 *
 * Return: the exit code, having said what is wrong.
 */
int tables_print(struct table *tables, size_t count);

#endif /* CLI_TABLE_H */
