// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/complain.h"
#include "job.h"
#include "machine/engine.h"

int tally_open(struct tally *tally, uint32_t ranks)
{
	tally->ends = calloc(ranks, sizeof(*tally->ends));
	tally->places = ranks;
	return tally->ends ? 0 : -ENOMEM;
}

void tally_close(struct tally *tally)
{
	free(tally->ends);
	tally->ends = NULL;
}

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

/* If several jobs in turn have this rank, its first bad end is kept. */
void tally_end(struct tally *tally, uint32_t rank, enum job_end end)
{
	if (end != JOB_FINALIZED && end < TALLY_ENDS && !tally->ends[rank])
		tally->ends[rank] = end + 1;
}

void tally_round(struct tally *tally, const struct net *net)
{
	struct net_totals totals;

	net_totals(net, &totals);
	tally->rounds++;
	tally->hops += totals.hops;
	tally->cycles += totals.cycle;
	tally->lost += totals.lost;
	tally->failed += totals.failed;
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

/* Write "3, 5-7"; return the number of ranks. */
static unsigned int write_ranks(const struct tally *tally, enum job_end end, FILE *text)
{
	const unsigned char *ends = tally->ends;
	unsigned int count = 0;
	uint32_t last;

	for (uint32_t rank = 0; rank < tally->places; rank = last + 1) {
		last = rank;
		if (ends[rank] != end + 1)
			continue;
		while (last + 1 < tally->places && ends[last + 1] == end + 1)
			last++;
		fprintf(text, last > rank ? "%s%u-%u" : "%s%u", count ? ", " : "", rank, last);
		count += last - rank + 1;
	}
	return count;
}

static void print_end(const struct tally *tally, enum job_end end, const char *how)
{
	unsigned int count;
	char *list = NULL;
	size_t size;
	FILE *text = open_memstream(&list, &size);

	if (!text)
		return;
	count = write_ranks(tally, end, text);
	if (!fclose(text) && count)
		complain("%s %s left without MPI_Finalize: %s; what %s sent is counted",
			 count > 1 ? "ranks" : "rank", list, how, count > 1 ? "they" : "it");
	free(list);
}

static void print_ends(const struct tally *tally)
{
	print_end(tally, JOB_EXITED, "by exit()");
	print_end(tally, JOB_ABORTED, "by MPI_Abort()");
	print_end(tally, JOB_KILLED, "killed, or by _exit()");
}

void tally_print(const struct tally *tally)
{
	const uint64_t *messages = tally->messages;
	uint64_t all = messages[JOB_MESSAGE] + messages[JOB_PUT] + messages[JOB_GET];

	if (!tally->ranks) {
		if (!tally->rejected)
			complain("no rank reported anything: does it run under gm-profile?");
		return;
	}
	complain("ranks: %u, messages: %ju, PUTs: %ju, GETs: %ju, within nodes: %ju, bytes: %ju",
		 tally->ranks, (uintmax_t)messages[JOB_MESSAGE], (uintmax_t)messages[JOB_PUT],
		 (uintmax_t)messages[JOB_GET], (uintmax_t)tally->local, (uintmax_t)tally->bytes);
	complain("derived from collectives: %.4g %% of the messages, %.4g %% of the bytes",
		 percent(tally->derived, all), percent(tally->derived_bytes, tally->bytes));
	print_unseen(tally);
	print_ends(tally);
	complain("simulated rounds: %ju, packet-hops: %ju, time: %.6g us, %s",
		 (uintmax_t)tally->rounds, (uintmax_t)tally->hops, tally->cycles * US_PER_CYCLE,
		 "as if no rank waited for another");
	if (tally->lost || tally->failed)
		complain("packets lost in the rounds: %ju, requests failed: %ju",
			 (uintmax_t)tally->lost, (uintmax_t)tally->failed);
}
