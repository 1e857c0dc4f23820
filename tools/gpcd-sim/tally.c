// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "cli.h"
#include "engine.h"
#include "tally.h"

void tally_messages(struct tally *tally, const struct job_record *record, bool local)
{
	uint64_t bytes = record->bytes * record->count;

	tally->messages[record->kind] += record->count;
	tally->bytes += bytes;
	if (local)
		tally->local += record->count;
	if (!(record->flags & JOB_DERIVED))
		return;
	tally->derived += record->count;
	tally->derived_bytes += bytes;
}

void tally_unseen(struct tally *tally, const struct job_record *record)
{
	unsigned int i = 0;

	while (i < tally->names && strcmp(tally->calls[i].name, record->name))
		i++;
	if (i == TALLY_NAMES) {
		tally->others += record->count;
		return;
	}
	if (i == tally->names)
		strcpy(tally->calls[tally->names++].name, record->name);
	tally->calls[i].count += record->count;
}

void tally_round(struct tally *tally, const struct net *net)
{
	struct net_totals totals;

	net_totals(net, &totals);
	tally->rounds++;
	tally->hops += totals.hops;
	tally->cycles += totals.cycle;
}

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * part / whole : 0;
}

static void print_unseen(const struct tally *tally)
{
	for (unsigned int i = 0; i < tally->names; i++)
		complain("unseen calls of %s: %ju", tally->calls[i].name,
			 (uintmax_t)tally->calls[i].count);
	if (tally->others)
		complain("unseen calls of others: %ju", (uintmax_t)tally->others);
}

void tally_print(const struct tally *tally)
{
	const uint64_t *messages = tally->messages;
	uint64_t all = messages[JOB_MESSAGE] + messages[JOB_PUT] + messages[JOB_GET];

	if (!tally->ranks) {
		if (!tally->refused)
			complain("no rank told anything: does the command run under gm-profile?");
		return;
	}
	complain("ranks: %u, messages: %ju, PUTs: %ju, GETs: %ju, within nodes: %ju, bytes: %ju",
		 tally->ranks, (uintmax_t)messages[JOB_MESSAGE], (uintmax_t)messages[JOB_PUT],
		 (uintmax_t)messages[JOB_GET], (uintmax_t)tally->local, (uintmax_t)tally->bytes);
	complain("derived from collectives: %.4g %% of the messages, %.4g %% of the bytes",
		 percent(tally->derived, all), percent(tally->derived_bytes, tally->bytes));
	print_unseen(tally);
	complain("simulated rounds: %ju, packet-hops: %ju, time: %.6g us", (uintmax_t)tally->rounds,
		 (uintmax_t)tally->hops, tally->cycles * US_PER_CYCLE);
}
