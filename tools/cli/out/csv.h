/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Comma-separated values: one header line; text quoted according to RFC 4180. The schema's number
 * is in the name of a column, "schema_2", so that readers need no line other than the header. That
 * column precedes the registers of a sample, and is the last of a table.
 */
#ifndef CLI_CSV_H
#define CLI_CSV_H

#include "format.h"

#define CSV_STRING(number) #number
#define CSV_NUMBER(number) CSV_STRING(number)

/* Name of the column for the schema's number. */
#define CSV_SCHEMA "schema_" CSV_NUMBER(FORMAT_SCHEMA)

/* Add text to a record as out_text() does, quoted if need be. */
void csv_text(struct out *out, const char *text);

/* Add a table's header line and rows to a record. */
void csv_table(struct out *out, const struct table *table);

#endif /* CLI_CSV_H */
