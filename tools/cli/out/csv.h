/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Comma-separated values: one header line; text quoted as RFC 4180 says. The number of
 * the schema is in the name of a column, so that readers need no other line than that of
 * names: "schema_2". It stands before the registers of a sample, and last in a table.
 */
#ifndef CLI_CSV_H
#define CLI_CSV_H

#include "format.h"

#define CSV_STRING(number) #number
#define CSV_NUMBER(number) CSV_STRING(number)

/** CSV_SCHEMA - name of the column that has the number of the schema */
#define CSV_SCHEMA "schema_" CSV_NUMBER(FORMAT_SCHEMA)

/**
 * csv_text() - add text to a record as out_text() does, in quotation marks if it needs any
 * @out: the record
 * @text: the text
 */
void csv_text(struct out *out, const char *text);

/**
 * csv_table() - add a table to a record: its header line and its rows
 * @out: the record
 * @table: the table
 */
void csv_table(struct out *out, const struct table *table);

#endif /* CLI_CSV_H */
