/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a rank sent, and a job of ranks: of one size whatever they did.
 */
#ifndef GM_TOTALS_H
#define GM_TOTALS_H

#include <stdint.h>
#include <stdio.h>

#include "gm/wire.h"

/** TOTALS_NAMES: calls that are counted by name; the last entry has all further ones */
#define TOTALS_NAMES	64

/**
 * struct totals - counts
 * @messages: PUTs and GETs included
 * @bytes: of their payload
 * @derived: of those bytes, what collectives were derived into
 * @lost: messages and unseen calls the simulator was not told
 * @unseen: calls whose traffic is not known, by name; entries in use come first
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

/** totals_add() - count a record */
void totals_add(struct totals *totals, const struct job_record *record);

/** totals_merge() - add another rank's */
void totals_merge(struct totals *totals, const struct totals *other);

/** totals_print() - as lines of comment */
void totals_print(const struct totals *totals, FILE *stream);

/** totals_print_json() - as an object */
void totals_print_json(const struct totals *totals, FILE *stream);

#endif /* GM_TOTALS_H */
