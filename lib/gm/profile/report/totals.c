// SPDX-License-Identifier: LGPL-2.1-or-later
/* Totals of what was sent, and how they are printed. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "gm/profile/report/totals.h"

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

/*
 * Return the derived share of the bytes in units of 1 / @parts. Printing it as a floating point
 * number would use the decimal point of the program's locale.
 */
static unsigned long derived_share(const struct totals *totals, unsigned int parts)
{
	return totals->bytes ? lrint((double)totals->derived / totals->bytes * parts) : 0;
}

void totals_print(const struct totals *totals, FILE *stream)
{
	unsigned long permille = derived_share(totals, 1000);

	fprintf(stream, "# messages: %" PRIu64 ", bytes: %" PRIu64 "\n", totals->messages,
		totals->bytes);
	fprintf(stream, "# bytes derived from collectives: %" PRIu64 ", %lu.%lu %%\n",
		totals->derived, permille / 10, permille % 10);
	for (size_t i = 0; i < TOTALS_NAMES && totals->unseen[i].calls; i++)
		fprintf(stream, "# unseen calls of %s: %" PRIu64 "\n", totals->unseen[i].name,
			totals->unseen[i].calls);
	if (totals->lost)
		fprintf(stream, "# messages and calls not reported to the simulator: %" PRIu64 "\n",
			totals->lost);
}

void totals_print_json(const struct totals *totals, FILE *stream)
{
	unsigned long millionths = derived_share(totals, 1000000);

	fprintf(stream, "{\"schema\":1,\"messages\":%" PRIu64 ",\"bytes\":%" PRIu64 ",",
		totals->messages, totals->bytes);
	fprintf(stream, "\"derived_bytes\":%" PRIu64 ",\"derived_share\":%lu.%06lu,\"unseen\":[",
		totals->derived, millionths / 1000000, millionths % 1000000);
	for (size_t i = 0; i < TOTALS_NAMES && totals->unseen[i].calls; i++)
		fprintf(stream, "%s{\"call\":\"%s\",\"calls\":%" PRIu64 "}", i ? "," : "",
			totals->unseen[i].name, totals->unseen[i].calls);
	fprintf(stream, "],\"lost\":%" PRIu64 "}\n", totals->lost);
}
