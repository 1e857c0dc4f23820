/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table that rank 0 prints, made of the gathered records. */
#ifndef GM_TABLE_H
#define GM_TABLE_H

#include <stdio.h>

#include "gm/gm.h"
#include "gm/record.h"

/*
 * Cost and times of the last two samples, over all leaders. If no leader could take a sample, its
 * first_ns is greater than its last_ns.
 */
struct summary {
	struct gemini_cost cost;	/* maximum of all leaders */
	struct gemini_sample before;	/* the sample before the last */
	struct gemini_sample now;	/* the last sample */
};

/* The chips of a job. */
struct table {
	char *records;		/* one for each chip, sorted by coordinate; see table_record() */
	size_t count;
	bool aries;
	struct summary summary;	/* over all chips */
};

/* Return the record of chip @i, below the table's count. */
static inline const struct record *table_record(const struct table *table, size_t i)
{
	return (const struct record *)(table->records + i * record_size(table->aries));
}

/*
 * Write a table to a stream and flush the stream. Returns 0, -EINVAL for an unknown format,
 * -ENOMEM, or the error of writing.
 */
int table_print(const struct table *table, FILE *stream, enum gemini_format format);

/*
 * Write a table as a JSON object. The caller flushes the stream and checks it for errors. Returns 0
 * or -ENOMEM.
 */
int table_print_json(const struct table *table, FILE *stream);

#endif /* GM_TABLE_H */
