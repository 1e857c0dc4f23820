// SPDX-License-Identifier: GPL-2.0-only
/*
 * JSON: a table is one document, a sample one line. What may have more than
 * 53 bits is a string, by its type, whatever its value.
 */
#include <errno.h>
#include <float.h>
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "out.h"
#include "series/series.h"
#include "series/watch.h"
#include "table.h"
#include "unicode.h"

/* Who has no memory for a value gives NULL; nothing may be left out in silence. */
static void put(struct out *out, json_t *object, const char *name, json_t *value)
{
	if (json_object_set_new(object, name, value))
		out->error = -ENOMEM;
}

static void append(struct out *out, json_t *array, json_t *value)
{
	if (json_array_append_new(array, value))
		out->error = -ENOMEM;
}

static int add_bytes(const char *bytes, size_t length, void *out)
{
	out_add(out, "%.*s", (int)length, bytes);
	return 0;
}

static json_t *new_document(struct out *out)
{
	json_t *document = json_object();

	put(out, document, "schema", json_integer(OUT_SCHEMA));
	return document;
}

static void put_document(struct out *out, json_t *document, size_t flags)
{
	if (!out->error && json_dump_callback(document, add_bytes, out, flags))
		out->error = -ENOMEM;
	out_add(out, "\n");
	json_decref(document);
}

/* Names of files may be anything. */
static json_t *new_text(const char *bytes)
{
	char *text = unicode_clean(bytes);
	json_t *string = json_string(text);

	free(text);
	return string;
}

static json_t *new_list(struct out *out, const char *words)
{
	json_t *list = json_array();
	size_t length;

	for (; *words; words += length + strspn(words + length, " ")) {
		length = strcspn(words, " ");
		append(out, list, json_stringn(words, length));
	}
	return list;
}

static json_t *new_cell(struct out *out, enum column_type type, const char *cell)
{
	if (type == COLUMN_LIST)
		return new_list(out, cell ? cell : "");
	if (!cell)
		return json_null();
	if (type == COLUMN_NUMBER)
		return json_integer(strtoll(cell, NULL, 10));
	if (type == COLUMN_REAL)
		return json_real(strtod(cell, NULL));
	if (type == COLUMN_BOOL)
		return json_boolean(!strcmp(cell, "yes"));
	return new_text(cell);
}

static json_t *new_row(struct out *out, const struct table *table, size_t row)
{
	json_t *object = json_object();

	for (size_t i = 0; i < table->ncolumns; i++)
		put(out, object, table->columns[i].name,
		    new_cell(out, table->columns[i].type, table_cell(table, row, i)));
	return object;
}

static json_t *new_rows(struct out *out, const struct table *table)
{
	json_t *rows = json_array();

	for (size_t row = 0; row < table_rows(table); row++)
		append(out, rows, new_row(out, table, row));
	return rows;
}

static void json_tables(struct out *out, const struct table *tables, size_t count)
{
	json_t *document = new_document(out);

	for (size_t i = 0; i < count; i++)
		put(out, document, tables[i].name, new_rows(out, &tables[i]));
	put_document(out, document, JSON_INDENT(2) | JSON_REAL_PRECISION(DBL_DIG));
}

static void put_wide(struct out *out, json_t *object, const char *name, uint64_t value)
{
	put(out, object, name, json_sprintf("%ju", (uintmax_t)value));
}

static void put_times(struct out *out, json_t *object, const struct gpcd_times *times)
{
	put_wide(out, object, "realtime_ns", times->realtime_ns);
	put_wide(out, object, "monotonic_ns", times->end_ns);
	put_wide(out, object, "chip_ns", times->chip_ns);
	put_wide(out, object, "sweep_ns", times->end_ns - times->start_ns);
	put_wide(out, object, "epoch", times->epoch);
	put_wide(out, object, "sequence", times->sequence);
}

static json_t *new_value(const struct series *series, unsigned int i, const char *text)
{
	if (!*text)
		return json_null();
	if (series->mode == SERIES_RATE)
		return json_real(strtod(text, NULL));
	if (series_wide(series, i))
		return json_string(text);
	return json_integer(strtoll(text, NULL, 10));
}

static void json_sample(struct out *out, const struct sample *sample)
{
	const struct series *series = sample->series;
	json_t *document = new_document(out);
	json_t *exceptions = json_object();
	json_t *values = json_object();
	char text[SAMPLE_VALUE_MAX];

	put(out, document, "device", new_text(gpcd_path(series->device)));
	put(out, document, "mode", json_string(series_mode_name(series->mode)));
	put_times(out, document, gpcd_snapshot_times(sample->now));
	put_wide(out, document, "missed", sample->missed);
	put(out, document, "status", json_string(sample_status(sample)));
	for (unsigned int i = 0; i < gpcd_group_count(series->group); i++) {
		const char *name = gpcd_group_name(series->group, i);
		const char *what = sample_value(sample, i, text);

		put(out, values, name, new_value(series, i, text));
		if (!*text)
			put(out, exceptions, name, json_string(what));
	}
	put(out, document, "values", values);
	put(out, document, "exceptions", exceptions);
	put_document(out, document, JSON_COMPACT | JSON_REAL_PRECISION(DBL_DIG));
}

static json_t *new_counters(struct out *out, const struct router *router, unsigned int link)
{
	const uint64_t *counters = router->sum[link].counters;
	json_t *object;

	if (!router->links.link[link].count)
		return json_null();
	object = json_object();
	for (unsigned int i = 0; i < ROUTER_COUNTERS; i++)
		put(out, object, router_counter_names[i], json_integer(counters[i]));
	return object;
}

static json_t *new_rates(struct out *out, const double *rates)
{
	json_t *object = json_object();

	for (unsigned int i = 0; i < ROUTER_COUNTERS; i++)
		put(out, object, router_counter_names[i], json_real(rates[i]));
	return object;
}

static void put_rates(struct out *out, json_t *object, const struct router *router,
		      unsigned int link)
{
	bool timed = router->timed && router->links.link[link].count;

	put(out, object, "rates", timed ? new_rates(out, router->sum[link].rates) : json_null());
	put(out, object, "utilisation",
	    timed ? json_real(router_utilisation(router, link)) : json_null());
	put(out, object, "inq_stall_share",
	    timed ? json_real(router_stall_share(router, link, ROUTER_INQ_STALLS)) : json_null());
	put(out, object, "outq_stall_share",
	    timed ? json_real(router_stall_share(router, link, ROUTER_OUTQ_STALLS)) : json_null());
}

static json_t *new_coord(struct out *out, const unsigned int coord[3])
{
	json_t *array = json_array();

	for (int i = 0; i < 3; i++)
		append(out, array, json_integer(coord[i]));
	return array;
}

static json_t *new_far(struct out *out, const struct link *link)
{
	return link->count ? new_coord(out, link->far) : json_null();
}

static json_t *new_link(struct out *out, const struct router *router, unsigned int i, bool rates)
{
	const struct link *link = &router->links.link[i];
	json_t *object = json_object();

	put(out, object, "direction", json_string(links_name(i)));
	put(out, object, "status", json_string(watch_status(router, i)));
	put(out, object, "far", new_far(out, link));
	put(out, object, "gb_s", json_real(link->speed));
	put(out, object, "tiles", json_integer(link->count));
	put(out, object, "lost", json_integer(link->lost));
	put(out, object, "counters", new_counters(out, router, i));
	if (rates)
		put_rates(out, object, router, i);
	return object;
}

static void add_router(struct out *out, const struct router *router,
		       const struct watch_sample *sample)
{
	json_t *document = new_document(out);
	json_t *links = json_array();

	put(out, document, "device", new_text(gpcd_path(router->device)));
	put_times(out, document, gpcd_snapshot_times(router->now));
	put_wide(out, document, "missed", sample->missed);
	put(out, document, "coord", new_coord(out, router->coord));
	for (unsigned int i = 0; i < GEMINI_LINKS; i++)
		append(out, links, new_link(out, router, i, sample->rates));
	put(out, document, "links", links);
	put_document(out, document, JSON_COMPACT | JSON_REAL_PRECISION(DBL_DIG));
}

static void json_links(struct out *out, const struct watch_sample *sample)
{
	for (size_t i = 0; i < sample->watch->count; i++) {
		if (sample->watch->geminis[i].fresh)
			add_router(out, &sample->watch->geminis[i].router, sample);
	}
}

const struct format format_json = {
	.tables = json_tables,
	.sample = json_sample,
	.links = json_links,
};
