// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <inttypes.h>

#include "gm/table.h"
#include "topo/linktable.h"

static void print_sample(FILE *stream, const char *name, const struct gemini_sample *sample)
{
	if (sample->first_ns > sample->last_ns)
		fprintf(stream, "# %s: no Gemini could be read\n", name);
	else
		fprintf(stream, "# %s: at %" PRIu64 " ns, spread %" PRIu64 " ns\n", name,
			sample->first_ns, sample->last_ns - sample->first_ns);
}

static void print_head(FILE *stream, const struct summary *summary)
{
	const struct gemini_cost *cost = &summary->cost;
	char text[LINKTABLE_LINE];

	linktable_head(text);
	fputs(text, stream);
	print_sample(stream, "first sample", &summary->before);
	print_sample(stream, "second sample", &summary->now);
	fprintf(stream, "# cost: clock %" PRIu64 " ns, barrier %" PRIu64 " ns, read %" PRIu64
		" ns, aggregate %" PRIu64 " ns, gather %" PRIu64 " ns\n", cost->clock_ns,
		cost->barrier_ns, cost->read_ns, cost->aggregate_ns, cost->gather_ns);
}

/* If tiles are lost the link is slower than it was, or the interconnect file is incomplete. */
static void print_lost(FILE *stream, const struct record *record, unsigned int link)
{
	unsigned int tiles = record->links[link].tiles, lost = record->links[link].lost, own[3];
	char line[LINKTABLE_LINE];

	if (!lost)
		return;
	record_far(record, GEMINI_HOST, own);
	linktable_lost(line, own, links_name(link), tiles, lost);
	fputs(line, stream);
}

static void print_link(FILE *stream, const struct record *record, unsigned int link)
{
	char line[LINKTABLE_LINE];
	unsigned int far[3];

	record_far(record, link, far);
	linktable_link(line, links_name(link), far, record_speed(record, link),
		       record->sums[link]);
	fputs(line, stream);
}

static void print_record(FILE *stream, const struct record *record)
{
	char line[LINKTABLE_LINE];
	unsigned int own[3];

	if (record_is_complaint(record)) {
		fprintf(stream, "# %s\n", record->text);
		return;
	}
	record_far(record, GEMINI_HOST, own);
	linktable_chip(line, own);
	fputs(line, stream);
	for (unsigned int link = 0; link < GEMINI_LINKS; link++) {
		if (record->links[link].tiles)
			print_link(stream, record, link);
		print_lost(stream, record, link);
	}
}

static void print_text(const struct table *table, FILE *stream)
{
	for (size_t i = 0; i < table->count; i++)
		print_record(stream, &table->records[i]);
}

int table_print(const struct table *table, FILE *stream, enum gemini_format format)
{
	int err = 0;

	switch (format) {
	case GEMINI_TEXT_HEAD:
		print_head(stream, &table->summary);
		print_text(table, stream);
		break;
	case GEMINI_TEXT:
		print_text(table, stream);
		break;
	case GEMINI_JSON:
		err = table_print_json(table, stream);
		break;
	default:
		return -EINVAL;
	}
	if (fflush(stream))
		return -errno;
	return ferror(stream) ? -EIO : err;
}
