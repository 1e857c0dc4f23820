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
#include "series.h"
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

static void json_table(struct out *out, const struct table *table)
{
	json_t *document = new_document(out);
	json_t *rows = json_array();

	for (size_t row = 0; row < table_rows(table); row++)
		append(out, rows, new_row(out, table, row));
	put(out, document, table->name, rows);
	put_document(out, document, JSON_INDENT(2));
}

static void json_series(struct out *out, const struct series *series)
{
	(void)out;
	(void)series;
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
	json_t *values = json_object();
	json_t *status = json_object();
	char text[SAMPLE_VALUE_MAX];

	put(out, document, "device", new_text(gpcd_path(series->device)));
	put(out, document, "mode", json_string(series_mode_name(series->mode)));
	put_times(out, document, gpcd_snapshot_times(sample->now));
	put_wide(out, document, "missed", sample->missed);
	for (unsigned int i = 0; i < gpcd_group_count(series->group); i++) {
		const char *name = gpcd_group_name(series->group, i);
		const char *what = sample_value(sample, i, text);

		put(out, values, name, new_value(series, i, text));
		if (strcmp(what, "ok"))
			put(out, status, name, json_string(what));
	}
	put(out, document, "values", values);
	put(out, document, "status", status);
	put_document(out, document, JSON_COMPACT | JSON_REAL_PRECISION(DBL_DIG));
}

const struct format format_json = {
	.table = json_table,
	.series = json_series,
	.sample = json_sample,
};
