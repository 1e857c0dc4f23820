/* SPDX-License-Identifier: GPL-2.0-only */
/* How much repeated measurements vary: their files, their values, and what is printed of them. */
#ifndef NOISE_H
#define NOISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/draw/draw.h"
#include "cli/out/format.h"

/* --- fields of a line --- */

/* The fields of a line; initialise with { 0 }. */
struct fields {
	char by; /* separator: ',', a tab, or ' ' for any blanks; '\0': set by the first line */
	char **each; /* parts of the line */
	size_t count;
	size_t room; /* allocated elements of each */
};

/*
 * Split a line, without its newline, which is changed and must outlive @fields. Blanks around a
 * field are dropped. Unless the separator is a blank, a field may be quoted as in RFC 4180. Return
 * 0; -EINVAL if a quotation mark is not closed or text follows the closing one; or -ENOMEM.
 */
int fields_cut(struct fields *fields, char *line);

/*
 * Check if a field is meant to be a number: strtod() accepts it. This includes "nan", "inf" and
 * numbers that are too large, which are wrong numbers rather than text.
 */
bool fields_numeric(const char *field);

/* Free the memory of fields_cut(). */
void fields_free(struct fields *fields);

/* --- a file --- */

/* A file of measurements that is being read. */
struct datafile {
	const char *name; /* as used in messages */
	FILE *stream;
	char *line; /* the last line; owned */
	size_t room; /* allocated bytes of line */
	size_t number; /* of that line, from 1 */
	struct fields row; /* fields of that line */
	char **names;
	size_t width;
	bool held; /* row has not been returned by datafile_next() yet */
	int code; /* exit code of a reported error, or 0 */
};

/*
 * Open a file, or standard input for "-", and find the names of its columns. Call datafile_end()
 * and datafile_free() in any case. The first line names the columns if none of its fields is a
 * number; otherwise they are named 1, 2 and so on. Empty lines and lines that begin with '#' are
 * skipped. Report any error and return the exit code.
 */
int datafile_open(struct datafile *file, const char *path);

/*
 * Read the next row, with as many fields as the file has columns. Return false at the end of the
 * file, or after an error, which sets the file's code.
 */
bool datafile_next(struct datafile *file);

/* Stop reading; the names of the columns stay. */
void datafile_end(struct datafile *file);

/* Free the names of the columns. */
void datafile_free(struct datafile *file);

/* --- values --- */

/* Values of a column in a group; initialise with { 0 }. */
struct values {
	double *each;
	size_t count;
	size_t room; /* allocated elements of each */
};

/* A group of lines. */
struct value_group {
	char *name; /* text of the column gather_plan.by; "" without one */
	uint64_t lines;
	struct values *columns; /* values by column */
};

/* Add a value. Return 0 or -ENOMEM. */
int values_add(struct values *values, double value);

/*
 * Begin a group of @width columns; @name is copied. Call value_group_free() in any case. Return 0
 * or -ENOMEM.
 */
int value_group_begin(struct value_group *group, const char *name, size_t width);

/* Free a group of @width columns and its values. */
void value_group_free(struct value_group *group, size_t width);

/* --- the values of a file --- */

/* Most names of columns; a glob counts as one. */
#define GATHER_COLUMNS 64

/* Which values are wanted. */
struct gather_plan {
	/* names, globs, or quotients of two columns, "a/b"; none: all columns of numbers */
	const char *columns[GATHER_COLUMNS];
	size_t ncolumns;
	const char *by; /* column whose text defines the groups; NULL: one group */
};

/* What is known about a column. */
enum gather_use {
	USE_NOT, /* not wanted */
	USE_TEXT, /* not named, and its first field that is not empty is no number */
	USE_UNKNOWN, /* all fields were empty so far */
	USE_NUMBERS, /* holds numbers; other text is an error */
};

/* A column that is the quotient of two columns, given by their indices. */
struct quotient {
	size_t above;
	size_t below;
};

/* The values of a file. */
struct gathered {
	struct datafile file; /* owns the names of its columns */
	const char *name; /* as used in messages */
	const char **names; /* of columns, then of quotients, which the plan owns */
	unsigned char *use; /* enum gather_use of each column of the file */
	size_t fields; /* columns of the file */
	struct quotient quotients[GATHER_COLUMNS];
	size_t width; /* columns, with quotients */
	size_t by; /* column that defines groups; fields: none */
	struct value_group *groups; /* in the order in which they came */
	size_t ngroups;
};

/*
 * Read the wanted values of a file, or of standard input for "-". Call gathered_free() in any case.
 * Report any error and return the exit code.
 */
int gather(struct gathered *gathered, const struct gather_plan *plan, const char *path);

/* Free the memory of gather(). */
void gathered_free(struct gathered *gathered);

/* --- columns --- */

/*
 * Choose the columns of a file: set use and by of @gathered, which has the columns' names. Report
 * any error and return the exit code.
 *
 * Without names, choose all columns that may hold numbers, except those that gpcd(1) says are no
 * values: the column of the schema's number and, unless it is the last, all columns before it.
 */
int columns_choose(struct gathered *gathered, const struct gather_plan *plan);

/* --- what is printed --- */

/* The noise of one column's values in one group of one file. */
struct noise_row {
	const struct gathered *file;
	size_t column; /* index */
	size_t group; /* index */
	struct stats_summary summary;
};

/* The noise of all measurements; initialise with { 0 }. */
struct noise_rows {
	struct noise_row *each; /* by name of the column, then as read */
	size_t count;
};

/*
 * Summarise all measurements; sorts the values of @files. Call rows_free() in any case. Return 0 or
 * -ENOMEM.
 */
int rows_make(struct noise_rows *rows, const struct gathered *files, size_t count);

/*
 * Print the rows in the chosen format; text includes the file's name if there are several @files.
 * Report any error and return the exit code.
 */
int rows_print(const struct noise_rows *rows, size_t files);

/* Box plots of all rows. */
struct noise_plot {
	struct box *boxes; /* one for each row */
	struct boxes *panels; /* one for each column */
	size_t count; /* number of columns */
};

/*
 * Make box plots of all rows, which are from @files files and must outlive @plot. Call plot_free()
 * in any case. Return 0 or -ENOMEM.
 */
int plot_make(struct noise_plot *plot, const struct noise_rows *rows, size_t files);

/* Print box plots as text. Report any error and return the exit code. */
int plot_print(const struct noise_plot *plot);

/* Free the memory of plot_make(). */
void plot_free(struct noise_plot *plot);

/* Free the memory of rows_make(). */
void rows_free(struct noise_rows *rows);

#endif /* NOISE_H */
