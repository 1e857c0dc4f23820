// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The table as a JSON object. Only one Gemini of it is in memory at a time. Numbers that may have
 * more than 53 bits are strings.
 */
#include <errno.h>
#include <float.h>
#include <jansson.h>

#include "gm/table.h"

#define SCHEMA	1

/* Write @value and release it. NULL, a @value for which there was no memory, is -ENOMEM. */
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
static json_t *new_far(const struct record *record, unsigned int link)
{
	unsigned int far[3];

	if (!record->links[link].tiles)
		return json_null();
	record_far(record, link, far);
	return json_pack("[iii]", far[0], far[1], far[2]);
}

static json_t *new_counters(const struct record *record, unsigned int link)
{
	const uint64_t *sums = record->sums[link];
	json_t *object;

	if (!record->links[link].tiles)
		return json_null();
	object = json_object();
	for (unsigned int i = 0; i < ROUTER_COUNTERS; i++) {
		if (json_object_set_new(object, router_counter_names[i], json_integer(sums[i]))) {
			json_decref(object);
			return NULL;
		}
	}
	return object;
}

static json_t *new_link(const struct record *record, unsigned int link)
{
	return json_pack("{s:s, s:o, s:f, s:i, s:i, s:o}", "direction", links_name(link),
			 "far", new_far(record, link), "gb_s", record_speed(record, link),
			 "tiles", (int)record->links[link].tiles,
			 "lost", (int)record->links[link].lost,
			 "counters", new_counters(record, link));
}

static json_t *new_gemini(const struct record *record)
{
	json_t *links = json_array();
	unsigned int own[3];

	for (unsigned int i = 0; i < GEMINI_LINKS; i++) {
		if (json_array_append_new(links, new_link(record, i))) {
			json_decref(links);
			return NULL;
		}
	}
	record_far(record, GEMINI_HOST, own);
	return json_pack("{s:[iii], s:o}", "coord", own[0], own[1], own[2], "links", links);
}

static json_t *new_complaint(const struct record *record)
{
	return json_string(record->text);
}

/* Write the elements of an array: the Geminis, or the reasons of those that could not be read. */
static int dump_records(FILE *stream, const struct table *table, bool complaints,
			json_t *(*new_value)(const struct record *record))
{
	const char *before = "\n";
	int err = 0;

	for (size_t i = 0; i < table->count && !err; i++) {
		if (record_is_complaint(&table->records[i]) != complaints)
			continue;
		err = dump(stream, before, new_value(&table->records[i]));
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
	fputs(",\n\"geminis\":[", stream);
	if (!err)
		err = dump_records(stream, table, false, new_gemini);
	fputs("],\n\"errors\":[", stream);
	if (!err)
		err = dump_records(stream, table, true, new_complaint);
	fputs("]}\n", stream);
	return err;
}
