// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples as rows of one value each, with the same columns for all devices, registers, metrics and
 * links: --long, whose schema is in gpcd(1), and every format that has no samples of its own.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/out/format.h"
#include "cli/out/out.h"
#include "cli/util.h"
#include "series.h"

#define LONG_SCHEMA "long_schema_" CSV_NUMBER(FORMAT_LONG_SCHEMA)

/* First columns of a device's lines. */
struct place {
	const char *host; /* where it was read; NULL: this machine */
	const struct gpcd *device;
	const unsigned int *coord;
	const struct gpcd_times *times;
	struct out line; /* what their CSV begins with */
};

/* The longest end of a row: a value, its unit and its status. */
#define ROW_ROOM	(SAMPLE_VALUE_MAX + METRICS_UNIT_ROOM + 64)

/* A row. */
struct value {
	const struct place *place;
	const char *name;
	const char *text; /* "": none */
	const char *unit;
	const char *per; /* follows the unit */
	const char *status;
};

static const struct column columns[] = {
	{ "host", COLUMN_TEXT, false }, { "device", COLUMN_TEXT, false },
	{ "coordinate", COLUMN_COORD, false }, { "realtime_ns", COLUMN_WIDE, false },
	{ "name", COLUMN_TEXT, false }, { "value", COLUMN_WIDE, false },
	{ "unit", COLUMN_TEXT, false }, { "status", COLUMN_TEXT, false },
};

static struct table values(void)
{
	return (struct table){ .name = "values", .columns = columns,
			       .ncolumns = ARRAY_SIZE(columns) };
}

/* Raw values, deltas and rates need different headers, so that they do not share a file. */
static void begin_rows(struct out *out, enum series_mode mode)
{
	const struct table table = values();

	if (format_chosen != &format_long) {
		format_header(out, &table);
		return;
	}
	out_add(out, "host,device,coordinate,realtime_ns,name,value,unit,status," LONG_SCHEMA);
	if (mode != SERIES_RAW)
		out_add(out, "_%s", series_mode_name(mode));
	out_add(out, "\n");
	out_header(out);
}

static const char *this_host(void)
{
	static char name[HOST_NAME_MAX + 1];

	if (!*name && gethostname(name, sizeof(name) - 1))
		name[0] = '\0';
	return name;
}

/* Add what all lines of a device's sample begin with. */
static void place_line(struct place *place)
{
	struct out *out = &place->line;

	csv_text(out, place->host ? place->host : this_host());
	out_byte(out, ',');
	csv_text(out, gpcd_path(place->device));
	out_add(out, ",\"%u,%u,%u\",%ju,", place->coord[0], place->coord[1], place->coord[2],
		(uintmax_t)place->times->realtime_ns);
}

static void csv_row(struct out *out, const struct value *value)
{
	static const char last[] = "," CSV_NUMBER(FORMAT_LONG_SCHEMA) "\n";
	char *at;

	out_bytes(out, value->place->line.text, value->place->line.length);
	csv_text(out, value->name);
	at = out_room(out, ROW_ROOM);
	if (!at)
		return;
	*at++ = ',';
	at = stpcpy(at, value->text);
	*at++ = ',';
	at = stpcpy(stpcpy(at, value->unit), value->per);
	*at++ = ',';
	at = stpcpy(at, value->status);
	out_take(out, mempcpy(at, last, sizeof(last) - 1));
}

static void table_row(struct out *out, const struct value *value)
{
	const struct place *place = value->place;
	struct table table = values();

	table_text(&table, place->host ? place->host : this_host());
	table_text(&table, gpcd_path(place->device));
	table_add(&table, "%u,%u,%u", place->coord[0], place->coord[1], place->coord[2]);
	table_number(&table, place->times->realtime_ns);
	table_text(&table, value->name);
	if (*value->text)
		table_text(&table, value->text);
	else
		table_skip(&table);
	table_add(&table, "%s%s", value->unit, value->per);
	table_text(&table, value->status);
	format_rows(out, &table);
	table_free(&table);
}

static void value_row(struct out *out, const struct value *value)
{
	if (format_chosen == &format_long)
		csv_row(out, value);
	else
		table_row(out, value);
}

static void values_series(struct out *out, const struct series *series)
{
	begin_rows(out, series->mode);
}

static void values_sample(struct out *out, const struct sample *sample)
{
	const struct series *series = sample->series;
	const unsigned int count = series_values(series);
	struct place place = {
		.host = series->host, .device = series->device, .coord = series->coord,
		.times = gpcd_snapshot_times(sample->now),
	};
	char text[SAMPLE_VALUE_MAX], name[SERIES_NAME_MAX];

	place_line(&place);
	if (place.line.error)
		out->error = place.line.error;
	for (unsigned int i = 0; i < count; i++) {
		const char *status = sample_value(sample, i, text);
		const char *doubt = sample_value_doubt(sample, i, status);
		const struct value value = {
			.place = &place,
			.name = series_name(series, i, name),
			.text = text,
			.unit = series_unit(series, i),
			.per = series_per_second(series, i),
			.status = *text && doubt ? doubt : status,
		};

		value_row(out, &value);
	}
	free(place.line.text);
}

const struct sample_format sample_values = {
	.series = values_series,
	.sample = values_sample,
	.bylink_header = values_series,
	.bylink = values_sample,
};

/* --- all formats --- */

const struct sample_format *sample_format(void)
{
	static const struct {
		const struct format *format;
		const struct sample_format *samples;
	} own[] = {
		{ &format_text, &sample_text },
		{ &format_csv, &sample_csv },
		{ &format_json, &sample_json },
	};

	for (size_t i = 0; i < ARRAY_SIZE(own); i++)
		if (own[i].format == format_chosen)
			return own[i].samples;
	return &sample_values;
}
