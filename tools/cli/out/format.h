/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The format of a command's results: text for people, CSV and JSON for programs.
 *
 * A command never prints results itself. What formats have in common for all commands, tables,
 * is here; what only one command prints is that command's, chosen by the same options.
 */
#ifndef CLI_FORMAT_H
#define CLI_FORMAT_H

#include <argp.h>
#include <stddef.h>

struct out;
struct table;

/**
 * enum format - a format
 * @FORMAT_TEXT: aligned columns
 * @FORMAT_CSV: comma-separated values, as RFC 4180 has them
 * @FORMAT_JSON: JSON
 * @FORMAT_LONG: CSV with a line a value; only commands that print samples have it
 * @FORMATS: number of formats
 */
enum format {
	FORMAT_TEXT,
	FORMAT_CSV,
	FORMAT_JSON,
	FORMAT_LONG,
	FORMATS,
};

/** FORMAT_SCHEMA - version of the names, columns and types in CSV and JSON */
#define FORMAT_SCHEMA 2

/** format_chosen - the format that --csv, --json or --long chose; without them FORMAT_TEXT */
extern enum format format_chosen;

/** FORMAT_LONG_SCHEMA - version of the names, columns and types of FORMAT_LONG */
#define FORMAT_LONG_SCHEMA 1

/** format_argp - the options --csv and --json; they need no input */
extern const struct argp format_argp;

/** format_long_argp - the option --long; it needs no input */
extern const struct argp format_long_argp;

/**
 * format_name() - name a format, as its option does
 * @format: any but FORMAT_TEXT, which has no option
 *
 * Return: "csv", "json" or "long".
 */
const char *format_name(enum format format);

/**
 * format_tables() - add tables to a record, in the format that was chosen
 * @out: the record
 * @tables: the tables
 * @count: number of @tables
 *
 * Errors are left in @out.
 */
void format_tables(struct out *out, const struct table *tables, size_t count);

/**
 * text_tables() - format_tables() as text
 * @out: the record
 * @tables: the tables
 * @count: number of @tables
 */
void text_tables(struct out *out, const struct table *tables, size_t count);

/**
 * csv_tables() - format_tables() as CSV; a blank line stands between two tables
 * @out: the record
 * @tables: the tables
 * @count: number of @tables
 */
void csv_tables(struct out *out, const struct table *tables, size_t count);

/**
 * json_tables() - format_tables() as one JSON object with an array for each table
 * @out: the record
 * @tables: the tables
 * @count: number of @tables
 */
void json_tables(struct out *out, const struct table *tables, size_t count);

#endif /* CLI_FORMAT_H */
