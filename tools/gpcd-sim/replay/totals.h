/* SPDX-License-Identifier: GPL-2.0-only */
/* Summarizes a recording in two tables. */
#ifndef TOTALS_H
#define TOTALS_H

#include "cli/out/table.h"
#include "group.h"

/* Sums over all records. */
struct totals {
	const struct replay *replay;
	uint64_t *sum; /* growth of each counter */
	double *most; /* by source: largest load between two records */
	struct column *columns; /* of the table of sources */
};

/* Begin to sum up. Call totals_end() in any case. Return the exit code; errors are reported. */
int totals_begin(struct totals *totals, const struct replay *replay);

/* Add the present record. */
void totals_record(struct totals *totals);

/* Make the table of the recording itself, whose first whole bytes can be read. */
struct table totals_recording(const struct totals *totals, enum recording_end end, uint64_t whole);

/* Make the table of all sources of the group. The totals must outlive it. */
struct table totals_sources(struct totals *totals);

/* Free the memory of totals_begin(). */
void totals_end(struct totals *totals);

#endif /* TOTALS_H */
