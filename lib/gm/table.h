/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The table that rank 0 prints, of records that it has.
 */
#ifndef GM_TABLE_H
#define GM_TABLE_H

#include <stdio.h>

#include "gm/gm.h"
#include "gm/record.h"

/**
 * struct summary - what the job as a whole says of the last two samples
 * @cost: the longest of all leaders
 * @before: when the one before was taken
 * @now: when the last one was; where no leader could, first is after last
 */
struct summary {
	struct gemini_cost cost;
	struct gemini_sample before;
	struct gemini_sample now;
};

/**
 * struct table - a job's Geminis
 * @records: sorted
 * @count: how many
 * @summary: of all
 */
struct table {
	struct record *records;
	size_t count;
	struct summary summary;
};

/**
 * table_print() - whole
 *
 * Return: 0, -EINVAL for no such format, -ENOMEM, or the error of writing.
 */
int table_print(const struct table *table, FILE *stream, enum gemini_format format);

/** table_print_json() - likewise; what was written is not flushed, nor looked after */
int table_print_json(const struct table *table, FILE *stream);

#endif /* GM_TABLE_H */
