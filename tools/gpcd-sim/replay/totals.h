/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A whole recording in two tables.
 */
#ifndef TOTALS_H
#define TOTALS_H

#include "cli/out/table.h"
#include "group.h"

/**
 * struct totals - sums over all records
 * @replay: the recording
 * @sum: by value: by how much a counter grew
 * @most: by source: its largest load from one record to the next
 * @columns: columns of the table of sources
 */
struct totals {
	const struct replay *replay;
	uint64_t *sum;
	double *most;
	struct column *columns;
};

/**
 * totals_begin() - begin to sum up
 * @totals: filled in, for totals_end() in any case
 * @replay: the recording
 *
 * Return: the exit code, having said what is wrong.
 */
int totals_begin(struct totals *totals, const struct replay *replay);

/**
 * totals_record() - add the record that the recording has come to
 * @totals: the sums
 */
void totals_record(struct totals *totals);

/**
 * totals_recording() - make the table of the recording itself
 * @totals: the sums
 * @end: why it ends
 * @whole: bytes of it that can be read
 *
 * Return: the table.
 */
struct table totals_recording(const struct totals *totals, enum recording_end end, uint64_t whole);

/**
 * totals_sources() - make the table of all sources of the group
 * @totals: the sums, which have to outlive the table
 *
 * Return: the table.
 */
struct table totals_sources(struct totals *totals);

/**
 * totals_end() - free what totals_begin() has allocated
 * @totals: the sums
 */
void totals_end(struct totals *totals);

#endif /* TOTALS_H */
