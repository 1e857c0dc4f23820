/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Totals of what a rank sent, or all ranks of a job. Their size is fixed, whatever the ranks did.
 */
#ifndef GM_TOTALS_H
#define GM_TOTALS_H

#include <stdint.h>
#include <stdio.h>

#include "gm/wire.h"

/** TOTALS_NAMES: entries for names of unseen calls; the last entry counts all further names */
#define TOTALS_NAMES	64

/**
 * struct totals - what one rank or all ranks of a job sent
 * @messages: number of messages, PUTs and GETs included
 * @bytes: their payload, in bytes
 * @derived: the part of @bytes in messages that were derived from collectives
 * @lost: messages and unseen calls that could not be reported to the simulator
 * @unseen: number of unseen calls by name; entries in use come first
 */
struct totals {
	uint64_t messages;
	uint64_t bytes;
	uint64_t derived;
	uint64_t lost;
	struct {
		uint64_t calls;
		char name[JOB_NAME];
	} unseen[TOTALS_NAMES];
};

/** totals_add() - add the messages or calls of @record; others do not count */
void totals_add(struct totals *totals, const struct job_record *record);

/** totals_merge() - add the totals of another rank */
void totals_merge(struct totals *totals, const struct totals *other);

/** totals_print() - print the totals as lines of comment */
void totals_print(const struct totals *totals, FILE *stream);

/** totals_print_json() - print the totals as a JSON object */
void totals_print_json(const struct totals *totals, FILE *stream);

#endif /* GM_TOTALS_H */
