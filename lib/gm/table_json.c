// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The table as a JSON object. Only one chip of it is in memory at a time. Numbers that may have
 * more than 53 bits are strings.
 */
#include <errno.h>
#include <float.h>
#include <jansson.h>

#include "gm/table.h"

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

int table_print_json(const struct table *table, FILE *stream)
{
	const struct summary *summary = &table->summary;
	int err = dump(stream, "{\"schema\":", json_integer(SCHEMA));

	if (!err)
		err = dump(stream, ",\n\"before\":", new_sample(&summary->before));
	if (!err)
		err = dump(stream, ",\n\"sample\":", new_sample(&summary->now));
	if (!err)
		err = dump(stream, ",\n\"cost\":", new_cost(&summary->cost));
	fprintf(stream, ",\n\"%s\":[", table->aries ? "aries" : "geminis");
	if (!err)
		err = dump_records(stream, table, false, new_chip);
	fputs("],\n\"errors\":[", stream);
	if (!err)
		err = dump_records(stream, table, true, new_complaint);
	fputs("]}\n", stream);
	return err;
}
