/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The format of a command's results: text for people, CSV and JSON for programs.
 *
 * Commands print results through these functions only. Tables, which all commands share, are here;
 * a format that only one command prints belongs to that command, and is chosen by the same options.
 */
#ifndef CLI_FORMAT_H
#define CLI_FORMAT_H

#include <argp.h>
#include <stddef.h>

struct out;
struct table;

enum format {
	FORMAT_TEXT, /* aligned columns */
	FORMAT_CSV, /* as in RFC 4180 */
	FORMAT_JSON,
	FORMAT_LONG, /* CSV with one value per line; only for samples */
	FORMATS,
};

/* Version of the names, columns and types in CSV and JSON. */
#define FORMAT_SCHEMA 2

/* Chosen by --csv, --json or --long; FORMAT_TEXT without them. */
extern enum format format_chosen;

/* Version of the names, columns and types of FORMAT_LONG. */
#define FORMAT_LONG_SCHEMA 1

/* Options --csv and --json; they need no input. */
extern const struct argp format_argp;

/* Option --long; it needs no input. */
extern const struct argp format_long_argp;

/*
 * Return the name of a format's option, "csv", "json" or "long". Not for FORMAT_TEXT, which has no
 * option.
 */
const char *format_name(enum format format);

/* Add tables to a record in the chosen format. Errors are left in @out. */
void format_tables(struct out *out, const struct table *tables, size_t count);

/* Add tables as text. */
void text_tables(struct out *out, const struct table *tables, size_t count);

/* Add tables as CSV, with a blank line between two. */
void csv_tables(struct out *out, const struct table *tables, size_t count);

/* Add tables as one JSON object with an array for each table. */
void json_tables(struct out *out, const struct table *tables, size_t count);

#endif /* CLI_FORMAT_H */
