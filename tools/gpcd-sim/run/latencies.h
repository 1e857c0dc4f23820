/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The latencies of a run as tables.
 */
#ifndef LATENCIES_H
#define LATENCIES_H

#include "cli/out/table.h"
#include "netsim/measure/latency.h"
#include "ranks.h"

/**
 * struct latencies - the latencies of a run
 * @rows: by latency_rows()
 * @count: how many
 * @jobs: the jobs of the run, whose numbers are the groups of the rows; or NULL
 */
struct latencies {
	const struct latency_row *rows;
	size_t count;
	const struct ranks *jobs;
};

/**
 * latencies_table() - describe the table of latencies: means, percentiles and maxima
 *
 * Return: the table, empty.
 */
struct table latencies_table(void);

/**
 * latencies_fill() - add all rows: those of all hops, then by hops
 * @table: the table
 * @latencies: the latencies
 */
void latencies_fill(struct table *table, const struct latencies *latencies);

/**
 * histograms_table() - describe the table of histograms: a row a bucket
 *
 * Return: the table, empty.
 */
struct table histograms_table(void);

/**
 * histograms_fill() - add all buckets that are not empty
 * @table: the table
 * @latencies: the latencies
 */
void histograms_fill(struct table *table, const struct latencies *latencies);

#endif /* LATENCIES_H */
