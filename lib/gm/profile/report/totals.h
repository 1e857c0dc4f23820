/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Totals of what one rank, or all ranks of a job, sent. Their size is fixed. */
#ifndef GM_TOTALS_H
#define GM_TOTALS_H

#include <stdint.h>
#include <stdio.h>

#include "gm/wire.h"

/* Entries for names of unseen calls; the last entry counts all further names. */
#define TOTALS_NAMES	64

/* Totals of one rank, or of all ranks of a job. */
struct totals {
	uint64_t messages;	/* with PUTs and GETs */
	uint64_t bytes;		/* of payload */
	uint64_t derived;	/* part of bytes that was derived from collectives */
	uint64_t lost;		/* messages and unseen calls that could not be reported */
	struct {
		uint64_t calls;
		char name[JOB_NAME];
	} unseen[TOTALS_NAMES];	/* by name; entries in use come first */
};

/* Add the messages or calls of @record; other records do not count. */
void totals_add(struct totals *totals, const struct job_record *record);

/* Add the totals of another rank. */
void totals_merge(struct totals *totals, const struct totals *other);

/* Print the totals as comment lines. */
void totals_print(const struct totals *totals, FILE *stream);

/* Print the totals as a JSON object. */
void totals_print_json(const struct totals *totals, FILE *stream);

#endif /* GM_TOTALS_H */
