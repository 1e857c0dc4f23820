/* SPDX-License-Identifier: GPL-2.0-only */
/* Metrics per link as a table: a row for each link, a column for each metric. */
#ifndef BYLINK_H
#define BYLINK_H

#include <stddef.h>

#include "series.h"

/* No such value, or no such column. */
#define BYLINK_NONE ((size_t)-1)

/*
 * Return the column after @after, or the first one for BYLINK_NONE; BYLINK_NONE after the last. A
 * column is the index of its metric. @series has metrics per link only.
 */
size_t bylink_column(const struct series *series, size_t after);

/* Return the metric of a column. */
const struct metric *bylink_metric(const struct series *series, size_t column);

/*
 * Return the index in a sample of the value of a link (an index) and a column; BYLINK_NONE if the
 * link has no such metric.
 */
size_t bylink_value(const struct series *series, size_t link, size_t column);

/* Check if a link, an index, has any value; a link without tiles has none. */
bool bylink_has(const struct series *series, size_t link);

#endif /* BYLINK_H */
