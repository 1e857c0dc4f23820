/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Metrics per link as a table: a row for each link, a column for each metric.
 */
#ifndef BYLINK_H
#define BYLINK_H

#include <stddef.h>

#include "series.h"

/** BYLINK_NONE - there is no such value, or no such column */
#define BYLINK_NONE ((size_t)-1)

/**
 * bylink_column() - find the next column
 * @series: a series of metrics per link alone
 * @after: the column before it, or BYLINK_NONE to find the first
 *
 * Return: the column, an index of its metric, or BYLINK_NONE behind the last.
 */
size_t bylink_column(const struct series *series, size_t after);

/**
 * bylink_metric() - find the metric of a column
 * @series: the series
 * @column: the column
 *
 * Return: the metric.
 */
const struct metric *bylink_metric(const struct series *series, size_t column);

/**
 * bylink_value() - find the value of a row and a column
 * @series: the series
 * @link: the row, an index of a link of the chip
 * @column: the column
 *
 * Return: index of the value in a sample; BYLINK_NONE if the link has no such metric.
 */
size_t bylink_value(const struct series *series, size_t link, size_t column);

/**
 * bylink_has() - check if a link has any value: one without tiles has none
 * @series: the series
 * @link: the row
 */
bool bylink_has(const struct series *series, size_t link);

#endif /* BYLINK_H */
