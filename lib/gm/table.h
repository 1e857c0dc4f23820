/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The table that rank 0 prints, made of the records that it has gathered.
 */
#ifndef GM_TABLE_H
#define GM_TABLE_H

#include <stdio.h>

#include "gm/gm.h"
#include "gm/record.h"

/**
 * struct summary - cost and times of the last two samples, over all leaders
 * @cost: the longest of all leaders
 * @before: when the sample before the last was taken
 * @now: when the last sample was taken
 *
 * If no leader could take a sample, its first_ns is greater than its last_ns.
 */
struct summary {
	struct gemini_cost cost;
	struct gemini_sample before;
	struct gemini_sample now;
};

/**
 * struct table - the chips of a job
 * @records: one for each chip, sorted by coordinate; table_record() finds it
 * @count: number of records
 * @aries: the chips are Aries, not Geminis
 * @summary: over all chips
 */
struct table {
	char *records;
	size_t count;
	bool aries;
	struct summary summary;
};

/** table_record() - return the record of chip @i of @table, below its @count */
static inline const struct record *table_record(const struct table *table, size_t i)
{
	return (const struct record *)(table->records + i * record_size(table->aries));
}

/**
 * table_print() - write a table to a stream and flush the stream
 * @table: the table
 * @stream: where to write
 * @format: how the table looks
 *
 * Return: 0, -EINVAL for an unknown @format, -ENOMEM, or the error of writing.
 */
int table_print(const struct table *table, FILE *stream, enum gemini_format format);

/**
 * table_print_json() - write a table as a JSON object
 * @table: the table
 * @stream: where to write; the caller flushes it and checks it for errors
 *
 * Return: 0, -ENOMEM.
 */
int table_print_json(const struct table *table, FILE *stream);

#endif /* GM_TABLE_H */
