/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The format of a command's results: text for people, CSV and JSON for programs.
 *
 * Commands print results through these functions only: whole tables, or streams of rows. What a
 * format prints in a way of its own for one command (an indented sample, a line for a change)
 * belongs to that command, which leaves all other formats to these functions.
 */
#ifndef CLI_FORMAT_H
#define CLI_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

struct out;
struct table;

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
