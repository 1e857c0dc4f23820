// SPDX-License-Identifier: LGPL-2.1-or-later
/* Adds up the messages that were sent, and the unseen calls. */
#include <string.h>

#include "gm/profile/tell/totals.h"

static void unseen_add(struct totals *totals, const char *name, uint64_t calls)
{
	size_t i;

	for (i = 0; i < TOTALS_NAMES - 1; i++) {
		if (!totals->unseen[i].calls || !strcmp(totals->unseen[i].name, name))
			break;
	}
	if (i == TOTALS_NAMES - 1)
		name = "others";
	strncpy(totals->unseen[i].name, name, JOB_NAME - 1);
	totals->unseen[i].calls += calls;
}

void totals_add(struct totals *totals, const struct job_record *record)
{
	uint64_t bytes = record->bytes * record->count;

	if (record->kind == JOB_UNSEEN) {
		unseen_add(totals, record->name, record->count);
		return;
	}
	if (record->kind > JOB_GET)
		return;
	totals->messages += record->count;
	totals->bytes += bytes;
	if (record->flags & JOB_DERIVED)
		totals->derived += bytes;
}

void totals_merge(struct totals *totals, const struct totals *other)
{
	totals->messages += other->messages;
	totals->bytes += other->bytes;
	totals->derived += other->derived;
	totals->lost += other->lost;
	for (size_t i = 0; i < TOTALS_NAMES && other->unseen[i].calls; i++)
		unseen_add(totals, other->unseen[i].name, other->unseen[i].calls);
}
