// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <inttypes.h>

#include "gm/table.h"
#include "topo/links.h"

static void print_sample(FILE *stream, const char *name, const struct gemini_sample *sample)
{
	if (sample->first_ns > sample->last_ns)
		fprintf(stream, "# %s: no chip could be read\n", name);
	else
		fprintf(stream, "# %s: at %" PRIu64 " ns, spread %" PRIu64 " ns\n", name,
			sample->first_ns, sample->last_ns - sample->first_ns);
}

static void print_head(FILE *stream, const struct table *table)
{
	const struct summary *summary = &table->summary;
	const struct gemini_cost *cost = &summary->cost;
	char text[LINKTABLE_LINE];

	linktable_head(text, table->aries);
	fputs(text, stream);
	print_sample(stream, "first sample", &summary->before);
	print_sample(stream, "second sample", &summary->now);
	fprintf(stream, "# cost: clock %" PRIu64 " ns, barrier %" PRIu64 " ns, read %" PRIu64
		" ns, aggregate %" PRIu64 " ns, gather %" PRIu64 " ns\n", cost->clock_ns,
		cost->barrier_ns, cost->read_ns, cost->aggregate_ns, cost->gather_ns);
}

static struct linktable_row table_row(const struct record_link *link, bool aries)
{
	struct linktable_row row = {
		.aries = aries,
		.direction = link->direction,
		.speed = record_speed(link),
		.counters = link->sums,
		.tiles = link->tiles,
		.lost = link->lost,
	};

	record_far(link, row.far);
	return row;
}

/* If tiles are lost, the link is slower than designed, or the interconnect file is incomplete. */
static void print_link(FILE *stream, const struct linktable_row *row, const unsigned int own[3])
{
	char line[LINKTABLE_LINE];

	if (row->tiles) {
		linktable_link(line, row);
		fputs(line, stream);
	}
	if (row->lost) {
		linktable_lost(line, own, row);
		fputs(line, stream);
	}
}

static void print_record(FILE *stream, const struct record *record, bool aries)
{
	unsigned int links = record_links(record, aries), own[3];
	struct linktable_row row;
	char line[LINKTABLE_LINE];

	if (record_is_complaint(record)) {
		fprintf(stream, "# %s\n", record->text);
		return;
	}
	record_far(&record->links[0], own);
	linktable_chip(line, own);
	fputs(line, stream);
	for (unsigned int i = 0; i < links; i++) {
		row = table_row(record_link(record, links, i), aries);
		print_link(stream, &row, own);
	}
}

static void print_text(const struct table *table, FILE *stream)
{
	for (size_t i = 0; i < table->count; i++)
		print_record(stream, table_record(table, i), table->aries);
}

int table_print(const struct table *table, FILE *stream, enum gemini_format format)
{
	int err = 0;

	switch (format) {
	case GEMINI_TEXT_HEAD:
		print_head(stream, table);
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
