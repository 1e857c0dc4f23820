// SPDX-License-Identifier: GPL-2.0-only
/*
 * JSON: a table is one document, a sample one line. What may have more than
 * 53 bits is a string, by its type, whatever its value.
 */
#include <errno.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "out.h"
#include "series.h"
#include "table.h"
#include "unicode.h"

static struct json_object *new_document(void)
{
	struct json_object *document = json_object_new_object();

	json_object_object_add(document, "schema", json_object_new_int(OUT_SCHEMA));
	return document;
}

static void put_document(struct out *out, struct json_object *document, int flags)
{
	const char *text = json_object_to_json_string_ext(document,
							  flags | JSON_C_TO_STRING_NOSLASHESCAPE);

	if (text)
		out_add(out, "%s\n", text);
	else
		out->error = -ENOMEM;
	json_object_put(document);
}

/* Names of files may be anything. */
static struct json_object *new_text(const char *bytes)
{
	char *text = unicode_clean(bytes);
	struct json_object *object = text ? json_object_new_string(text) : NULL;

	free(text);
	return object;
}

static struct json_object *new_list(const char *words)
{
	struct json_object *list = json_object_new_array();

	for (const char *word = words; *word;) {
		size_t length = strcspn(word, " ");

		json_object_array_add(list, json_object_new_string_len(word, length));
		word += length + strspn(word + length, " ");
	}
	return list;
}

static struct json_object *new_cell(enum column_type type, const char *cell)
{
	if (type == COLUMN_LIST)
		return new_list(cell ? cell : "");
	if (!cell)
		return NULL;
	if (type == COLUMN_NUMBER)
		return json_object_new_uint64(strtoull(cell, NULL, 10));
	if (type == COLUMN_BOOL)
		return json_object_new_boolean(!strcmp(cell, "yes"));
	return new_text(cell);
}

static void json_table(struct out *out, const struct table *table)
{
	struct json_object *document = new_document();
	struct json_object *rows = json_object_new_array();

	for (size_t row = 0; row < table_rows(table); row++) {
		struct json_object *object = json_object_new_object();

		for (size_t i = 0; i < table->ncolumns; i++)
			json_object_object_add(object, table->columns[i].name,
					       new_cell(table->columns[i].type,
							table_cell(table, row, i)));
		json_object_array_add(rows, object);
	}
	json_object_object_add(document, table->name, rows);
	put_document(out, document, JSON_C_TO_STRING_PRETTY);
}

static void json_series(struct out *out, const struct series *series)
{
	(void)out;
	(void)series;
}

static void add_wide(struct json_object *object, const char *name, uint64_t value)
{
	char text[SAMPLE_VALUE_MAX];

	snprintf(text, sizeof(text), "%ju", (uintmax_t)value);
	json_object_object_add(object, name, json_object_new_string(text));
}

static void add_times(struct json_object *object, const struct gpcd_times *times)
{
	add_wide(object, "realtime_ns", times->realtime_ns);
	add_wide(object, "monotonic_ns", times->end_ns);
	add_wide(object, "chip_ns", times->chip_ns);
	add_wide(object, "sweep_ns", times->end_ns - times->start_ns);
	add_wide(object, "epoch", times->epoch);
	add_wide(object, "sequence", times->sequence);
}

static struct json_object *new_value(const struct series *series, unsigned int i,
				     const char *text)
{
	if (!*text)
		return NULL;
	if (series->mode == SERIES_RATE)
		return json_object_new_double_s(strtod(text, NULL), text);
	if (series_wide(series, i))
		return json_object_new_string(text);
	return json_object_new_uint64(strtoull(text, NULL, 10));
}

static void json_sample(struct out *out, const struct sample *sample)
{
	const struct series *series = sample->series;
	struct json_object *document = new_document();
	struct json_object *values = json_object_new_object();
	struct json_object *status = json_object_new_object();
	char text[SAMPLE_VALUE_MAX];

	json_object_object_add(document, "device",
			       new_text(gpcd_path(series->device)));
	json_object_object_add(document, "mode",
			       json_object_new_string(series_mode_name(series->mode)));
	add_times(document, gpcd_snapshot_times(sample->now));
	add_wide(document, "missed", sample->missed);
	for (unsigned int i = 0; i < gpcd_group_count(series->group); i++) {
		const char *name = gpcd_group_name(series->group, i);
		const char *what = sample_value(sample, i, text);

		json_object_object_add(values, name, new_value(series, i, text));
		if (strcmp(what, "ok"))
			json_object_object_add(status, name, json_object_new_string(what));
	}
	json_object_object_add(document, "values", values);
	json_object_object_add(document, "status", status);
	put_document(out, document, JSON_C_TO_STRING_PLAIN);
}

const struct format format_json = {
	.table = json_table,
	.series = json_series,
	.sample = json_sample,
};
