/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The latencies of a run as tables.
 */
#ifndef LATENCIES_H
#define LATENCIES_H

#include "cli/out/table.h"
#include "netsim/measure/latency.h"

/**
 * latencies_table() - describe the table of latencies: means, percentiles and maxima
 *
 * Return: the table, empty.
 */
struct table latencies_table(void);

/**
 * latencies_fill() - add all rows: those of all hops, then by hops
 * @table: the table
 * @rows: by latency_rows()
 * @count: how many
 */
void latencies_fill(struct table *table, const struct latency_row *rows, size_t count);

/**
 * histograms_table() - describe the table of histograms: a row a bucket
 *
 * Return: the table, empty.
 */
struct table histograms_table(void);

/**
 * histograms_fill() - add all buckets that are not empty
 * @table: the table
 * @rows: by latency_rows()
 * @count: how many
 */
void histograms_fill(struct table *table, const struct latency_row *rows, size_t count);

#endif /* LATENCIES_H */
