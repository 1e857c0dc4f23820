/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Results: tables with named columns, and the formats in which they are printed: text for people,
 * CSV and JSON for programs.
 */
#ifndef CLI_FORMAT_H
#define CLI_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/util.h"

struct out;

/* --- tables --- */

/* The cells of a table are collected first and printed at once. */

/* Type of a column's cells. */
enum column_type {
	COLUMN_TEXT,
	COLUMN_LIST, /* words separated by blanks; in JSON an array */
	COLUMN_NUMBER, /* at most 53 bits */
	COLUMN_WIDE, /* may have more than 53 bits; in JSON a string */
	COLUMN_REAL, /* has a fraction */
	COLUMN_COORD, /* "x,y,z"; in JSON an array of numbers */
	COLUMN_BOOL, /* "yes" or "no"; in JSON true or false */
	/* People see other numbers and units of the following than programs (people.h). */
	COLUMN_VALUE, /* has a fraction; the next column is its unit */
	COLUMN_UNIT,
	COLUMN_COUNT, /* may have more than 53 bits; in JSON a string */
	COLUMN_NS, /* a time in ns, at most 53 bits */
	COLUMN_MBIT, /* Mbit/s; in JSON a string */
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
	size_t spare; /* columns from here on are in text only if some row has them; 0: none */
	const char *const *headings; /* in text; NULL, or a NULL element: the column's name */
	bool upright; /* text has one line for each cell, with its heading */
	bool bare; /* text has no heading */
	bool fit; /* text on a terminal breaks the last column at its width */
	bool sparse; /* JSON leaves out empty cells */
	bool continued; /* CSV has no heading: the rows continue an earlier table */
	bool bulky; /* printed only if named, among several tables */
	const char **cells; /* row by row, in texts; NULL: empty */
	size_t count;
	size_t room; /* allocated cells */
	struct table_texts *texts; /* owned: the cells' text, the latest first */
	int error; /* -ENOMEM if there was no memory for a cell */
};

/* Add a cell. */
__printf(2, 3) void table_add(struct table *table, const char *fmt, ...);

/* Add a cell with this text. */
void table_text(struct table *table, const char *text);

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

/* --- formats --- */

/*
 * Commands print results through these functions only: whole tables, or streams of rows. What a
 * format prints in a way of its own for one command (an indented sample, a line for a change)
 * belongs to that command, which leaves all other formats to these functions.
 */

/*
 * A format is one file, tools/cli/out/format_NAME.c, and one row in format.c. All functions add to
 * a record and leave errors in it.
 */
struct format {
	const char *name;	/* of its option; NULL: text, which has none */
	const char *help;
	bool single;		/* a document has one table */
	const struct format *wider; /* the option may be given with this one's, and is stronger */
	void (*tables)(struct out *out, const struct table *tables, size_t count);
	/* Begin a stream of rows such as a table's; NULL: nothing precedes them. */
	void (*header)(struct out *out, const struct table *table);
	/* Add a table's rows to a stream, each by itself; NULL: by tables(). */
	void (*rows)(struct out *out, const struct table *table);
};

extern const struct format format_text; /* aligned columns */
extern const struct format format_csv; /* as in RFC 4180 */
extern const struct format format_json;
extern const struct format format_long; /* CSV with one value per line; only for samples */

/* Version of the names, columns and types in CSV and JSON. */
#define FORMAT_SCHEMA 2

/* Version of the names, columns and types of format_long. */
#define FORMAT_LONG_SCHEMA 1

/* Most formats that have an option. */
#define FORMATS_MOST 8

/* Those formats, in the order of their options; unused ones are NULL. */
extern const struct format *const formats[FORMATS_MOST];

/* Chosen by format_choose(); before that &format_text. */
extern const struct format *format_chosen;

/* Choose a format. Return false if the one that is chosen already excludes it. */
bool format_choose(const struct format *format);

/* Add tables to a record in the chosen format. */
void format_tables(struct out *out, const struct table *tables, size_t count);

/* Begin a stream of rows in the chosen format; the table needs no cells. */
void format_header(struct out *out, const struct table *table);

/* Add a table's rows to a stream in the chosen format. */
void format_rows(struct out *out, const struct table *table);

/*
 * Comma-separated values: one header line; text quoted according to RFC 4180. The schema's number
 * is in the name of a column, "schema_2", so that readers need no line other than the header. That
 * column precedes the registers of a sample, and is the last of a table.
 */

#define CSV_STRING(number) #number
#define CSV_NUMBER(number) CSV_STRING(number)

/* Name of the column for the schema's number. */
#define CSV_SCHEMA "schema_" CSV_NUMBER(FORMAT_SCHEMA)

/* Add text to a record as out_text() does, quoted if need be. */
void csv_text(struct out *out, const char *text);

/* Add a table's header line and rows to a record. */
void csv_table(struct out *out, const struct table *table);

#endif /* CLI_FORMAT_H */
