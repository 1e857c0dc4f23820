/* SPDX-License-Identifier: GPL-2.0-only */
/* Tables of the latencies of a run. */
#ifndef LATENCIES_H
#define LATENCIES_H

#include "cli/out/table.h"
#include "netsim/measure/latency.h"
#include "ranks.h"

/* The latencies of a run. */
struct latencies {
	const struct latency_row *rows; /* by latency_rows() */
	size_t count;
	const struct ranks *jobs; /* their indices are the groups of the rows; or NULL */
};

/* Return an empty table of latencies: means, percentiles and maxima. */
struct table latencies_table(void);

/* Add all rows: first the sums over all hops, then each number of hops. */
void latencies_fill(struct table *table, const struct latencies *latencies);

/* Return an empty table of histograms, for a row of each bucket. */
struct table histograms_table(void);

/* Add all buckets that are not empty. */
void histograms_fill(struct table *table, const struct latencies *latencies);

#endif /* LATENCIES_H */
