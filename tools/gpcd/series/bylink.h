/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Values by link as a table: a row for each link, a column for each metric per link or, in a series
 * with sums, for each sum.
 */
#ifndef BYLINK_H
#define BYLINK_H

#include <stddef.h>

#include "series.h"

/* No such value, or no such column. */
#define BYLINK_NONE ((size_t)-1)

/* Size of the longest name of a link with its NUL. */
#define BYLINK_NAME	METRICS_OBJECT_ROOM

/* Count the links; some may have no row. */
size_t bylink_count(const struct series *series);

/* Write the name of a link to @name and return it. */
const char *bylink_link(const struct series *series, size_t link, char name[BYLINK_NAME]);

/* Check if a link has a row. Without tiles it has no metrics, but has sums without values. */
bool bylink_has(const struct series *series, size_t link);

/*
 * Return the column after @after, or the first one for BYLINK_NONE; BYLINK_NONE after the last.
 * @series has metrics per link only, or sums.
 */
size_t bylink_column(const struct series *series, size_t after);

/* Write the name of a column to @name and return it. */
const char *bylink_name(const struct series *series, size_t column, char name[SERIES_NAME_MAX]);

/*
 * Return the index in a sample of the value of a link and a column; BYLINK_NONE if the link has no
 * such metric.
 */
size_t bylink_value(const struct series *series, size_t link, size_t column);

/* Return the status of a link's row, like sample_status(). */
const char *bylink_status(const struct sample *sample, size_t link);

#endif /* BYLINK_H */
