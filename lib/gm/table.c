// SPDX-License-Identifier: LGPL-2.1-or-later
/* Records of chips, and the table that is made of them, as text and as JSON. */
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <jansson.h>

#include "gm/gm.h"
#include "gm/nictable.h"
#include "topo/links.h"

/* --- records --- */

#define UNITS	8000	/* units of record_link.speed in a GB/s */

static unsigned int links_most(bool aries)
{
	return aries ? LINKS_MOST : GEMINI_LINKS;
}

size_t record_size(bool aries)
{
	return links_most(aries) * sizeof(struct record_link);
}

static void pack(struct record_link *to, const struct link *link, const uint64_t *counters)
{
	*to = (struct record_link) {
		.x = link->far[0],
		.y = link->far[1],
		.z = link->far[2],
		.speed = lround(link->speed * UNITS),
		.direction = link->direction,
		.tiles = link->count,
		.lost = link->lost,
	};
	memcpy(to->sums, counters, sizeof(to->sums));
}

void record_fill(struct record *record, const struct router *router)
{
	const struct links *links = &router->links;
	unsigned int host = links->count - 1;

	*record = (struct record) { 0 };
	for (unsigned int i = 0; i < links->count; i++)
		pack(&record->links[i == host ? 0 : i + 1], &links->link[i],
		     router->sums.link[i].counters);
}

void record_complain(struct record *record, const char *text)
{
	*record = (struct record) { 0 };
	snprintf(record->text, sizeof(record->text), "%s", text);
}

bool record_is_complaint(const struct record *record)
{
	return !record->links[0].tiles;
}

unsigned int record_links(const struct record *record, bool aries)
{
	unsigned int links = 0, most = links_most(aries);

	while (links < most && (record->links[links].tiles || record->links[links].lost))
		links++;
	return links;
}

const struct record_link *record_link(const struct record *record, unsigned int links,
				      unsigned int number)
{
	return &record->links[number + 1 < links ? number + 1 : 0];
}

void record_far(const struct record_link *link, unsigned int coord[3])
{
	coord[0] = link->x;
	coord[1] = link->y;
	coord[2] = link->z;
}

double record_speed(const struct record_link *link)
{
	return (double)link->speed / UNITS;
}

/* --- the table as text --- */

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

	if (!table->nics) {
		linktable_head(text, table->aries);
		fputs(text, stream);
	}
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
	if (table->nics)
		nictable_head(stream);
	for (size_t i = 0; i < table->count; i++) {
		if (table->nics)
			nictable_node(stream, table, i);
		else
			print_record(stream, table_record(table, i), table->aries);
	}
}

/* --- the table as JSON --- */

/*
 * Only one chip of it is in memory at a time. Numbers that may have more than 53 bits are strings.
 */

#define SCHEMA	1

/* Write @value and release it. NULL, a value for which there was no memory, is -ENOMEM. */
static int dump(FILE *stream, const char *before, json_t *value)
{
	int err;

	if (!value)
		return -ENOMEM;
	fputs(before, stream);
	err = json_dumpf(value, stream,
			 JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(DBL_DIG));
	json_decref(value);
	return err && !ferror(stream) ? -ENOMEM : 0;
}

static json_t *new_wide(uint64_t value)
{
	return json_sprintf("%ju", (uintmax_t)value);
}

static json_t *new_sample(const struct gemini_sample *sample)
{
	if (sample->first_ns > sample->last_ns)
		return json_null();
	return json_pack("{s:o, s:o}", "first_ns", new_wide(sample->first_ns),
			 "last_ns", new_wide(sample->last_ns));
}

static json_t *new_cost(const struct gemini_cost *cost)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o}", "clock_ns", new_wide(cost->clock_ns),
			 "barrier_ns", new_wide(cost->barrier_ns),
			 "read_ns", new_wide(cost->read_ns),
			 "aggregate_ns", new_wide(cost->aggregate_ns),
			 "gather_ns", new_wide(cost->gather_ns));
}

/* The far end of a link is unknown if the interconnect file has none of the link's tiles. */
static json_t *new_far(const struct record_link *link)
{
	unsigned int far[3];

	if (!link->tiles)
		return json_null();
	record_far(link, far);
	return json_pack("[iii]", far[0], far[1], far[2]);
}

static json_t *new_counters(const struct record_link *link, bool aries)
{
	const char *const *names = router_kind_links(aries)->names;
	json_t *object;

	if (!link->tiles)
		return json_null();
	object = json_object();
	for (unsigned int i = 0; i < ROUTER_COUNTERS; i++) {
		if (json_object_set_new(object, names[i], json_integer(link->sums[i]))) {
			json_decref(object);
			return NULL;
		}
	}
	return object;
}

static json_t *new_link(const struct record_link *link, bool aries)
{
	char name[LINKS_NAME];
	unsigned int far[3];

	record_far(link, far);
	return json_pack("{s:s, s:o, s:f, s:i, s:i, s:o}", "direction",
			 links_name(aries, link->direction, far, name),
			 "far", new_far(link), "gb_s", record_speed(link),
			 "tiles", (int)link->tiles, "lost", (int)link->lost,
			 "counters", new_counters(link, aries));
}

static json_t *new_chip(const struct record *record, bool aries)
{
	unsigned int count = record_links(record, aries), own[3];
	json_t *links = json_array();

	for (unsigned int i = 0; i < count; i++) {
		if (json_array_append_new(links,
					  new_link(record_link(record, count, i), aries))) {
			json_decref(links);
			return NULL;
		}
	}
	record_far(&record->links[0], own);
	return json_pack("{s:[iii], s:o}", "coord", own[0], own[1], own[2], "links", links);
}

static json_t *new_complaint(const struct record *record, bool aries)
{
	(void)aries;
	return json_string(record->text);
}

/* Write the elements of an array: the chips, or the reasons of those that could not be read. */
static int dump_records(FILE *stream, const struct table *table, bool complaints,
			json_t *(*new_value)(const struct record *record, bool aries))
{
	const char *before = "\n";
	int err = 0;

	for (size_t i = 0; i < table->count && !err; i++) {
		const struct record *record = table_record(table, i);

		if (record_is_complaint(record) != complaints)
			continue;
		err = dump(stream, before, new_value(record, table->aries));
		before = ",\n";
	}
	return err;
}

static int dump_chips(FILE *stream, const struct table *table)
{
	int err;

	fprintf(stream, ",\n\"%s\":[", table->aries ? "aries" : "geminis");
	err = dump_records(stream, table, false, new_chip);
	fputs("],\n\"errors\":[", stream);
	return err ? err : dump_records(stream, table, true, new_complaint);
}

static int dump_nic_errors(FILE *stream, const struct table *table)
{
	const char *before = "\n";
	int err = 0;

	for (size_t i = 0; i < table->count * table->most && !err; i++) {
		const struct nic_record *record = table_nic(table, i / table->most,
							    i % table->most);

		if (!*record->text)
			continue;
		err = dump(stream, before, nictable_error(record));
		before = ",\n";
	}
	return err;
}

static int dump_nodes(FILE *stream, const struct table *table)
{
	int err = 0;

	fputs(",\n\"nodes\":[", stream);
	for (size_t i = 0; i < table->count && !err; i++)
		err = dump(stream, i ? ",\n" : "\n", nictable_object(table, i));
	fputs("],\n\"errors\":[", stream);
	return err ? err : dump_nic_errors(stream, table);
}

static int print_json(const struct table *table, FILE *stream)
{
	const struct summary *summary = &table->summary;
	int err = dump(stream, "{\"schema\":", json_integer(SCHEMA));

	if (!err)
		err = dump(stream, ",\n\"before\":", new_sample(&summary->before));
	if (!err)
		err = dump(stream, ",\n\"sample\":", new_sample(&summary->now));
	if (!err)
		err = dump(stream, ",\n\"cost\":", new_cost(&summary->cost));
	if (!err)
		err = table->nics ? dump_nodes(stream, table) : dump_chips(stream, table);
	fputs("]}\n", stream);
	return err;
}

/* --- the table in any format --- */

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
		err = print_json(table, stream);
		break;
	default:
		return -EINVAL;
	}
	if (fflush(stream))
		return -errno;
	return ferror(stream) ? -EIO : err;
}
