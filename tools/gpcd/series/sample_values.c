// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples as rows of one value each, with the same columns for all devices, registers, metrics and
 * links: --long, whose schema is in gpcd(1), and every format that has no samples of its own.
 */
#include <limits.h>
#include <unistd.h>

#include "cli/out/format.h"
#include "cli/out/out.h"
#include "cli/out/table.h"
#include "sample_format.h"
#include "series.h"
#include "watch.h"

#define LONG_SCHEMA "long_schema_" CSV_NUMBER(FORMAT_LONG_SCHEMA)

/* First columns of a device's lines. */
struct place {
	const char *host; /* where it was read; NULL: this machine */
	const struct gpcd *device;
	const unsigned int *coord;
	const struct gpcd_times *times;
};

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

static void csv_row(struct out *out, const struct value *value)
{
	const struct place *place = value->place;

	csv_text(out, place->host ? place->host : this_host());
	out_add(out, ",");
	csv_text(out, gpcd_path(place->device));
	out_add(out, ",\"%u,%u,%u\",%ju,", place->coord[0], place->coord[1], place->coord[2],
		(uintmax_t)place->times->realtime_ns);
	csv_text(out, value->name);
	out_add(out, ",%s,%s%s,%s,%d\n", value->text, value->unit, value->per, value->status,
		FORMAT_LONG_SCHEMA);
}

static void table_row(struct out *out, const struct value *value)
{
	const struct place *place = value->place;
	struct table table = values();

	table_add(&table, "%s", place->host ? place->host : this_host());
	table_add(&table, "%s", gpcd_path(place->device));
	table_add(&table, "%u,%u,%u", place->coord[0], place->coord[1], place->coord[2]);
	table_number(&table, place->times->realtime_ns);
	table_add(&table, "%s", value->name);
	if (*value->text)
		table_add(&table, "%s", value->text);
	else
		table_skip(&table);
	table_add(&table, "%s%s", value->unit, value->per);
	table_add(&table, "%s", value->status);
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
	const struct place place = {
		series->host, series->device, series->coord, gpcd_snapshot_times(sample->now),
	};
	char text[SAMPLE_VALUE_MAX], name[SERIES_NAME_MAX];

	for (unsigned int i = 0; i < series_values(series); i++) {
		const char *status = sample_value(sample, i, text);
		const char *doubt = sample_value_doubt(sample, i);
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
}

/* --- links --- */

static void values_links_header(struct out *out, const struct router_kind *kind, bool rates)
{
	(void)kind;
	(void)rates;
	begin_rows(out, SERIES_RAW);
}

/* Add a value that is called NAME:LINK, or NAME_s:LINK if it is one per second. */
static void value_of_link(struct out *out, struct value value, const char *name,
			  const char *link, const char *text)
{
	char full[64];

	snprintf(full, sizeof(full), "%s%s:%s", name, *value.per ? "_s" : "", link);
	value.name = full;
	value.text = text;
	value_row(out, &value);
}

static void value_counters(struct out *out, struct value *value, const struct router *router,
			   unsigned int link)
{
	char name[LINKS_NAME], text[24];

	for (unsigned int n = 0; n < ROUTER_COUNTERS; n++) {
		text[0] = '\0';
		if (router->links.link[link].count)
			snprintf(text, sizeof(text), "%ju",
				 (uintmax_t)router->sum[link].counters[n]);
		value->unit = router->kind->units[n];
		value_of_link(out, *value, router->kind->names[n],
			      watch_link_name(router, link, name), text);
	}
}

static void value_rates(struct out *out, struct value *value, const struct router *router,
			unsigned int link, bool timed)
{
	char name[LINKS_NAME], text[SAMPLE_VALUE_MAX];

	value->per = "/s";
	for (unsigned int n = 0; n < ROUTER_COUNTERS; n++) {
		text[0] = '\0';
		if (timed)
			snprintf(text, sizeof(text), "%.3f", router->sum[link].rates[n]);
		value->unit = router->kind->units[n];
		value_of_link(out, *value, router->kind->names[n],
			      watch_link_name(router, link, name), text);
	}
	value->per = "";
}

static void value_shares(struct out *out, struct value *value, const struct router *router,
			 unsigned int link, bool timed)
{
	const struct {
		const char *name;
		double share;
	} shares[] = {
		{ "utilisation", timed ? router_utilisation(router, link) : 0 },
		{ "inq_stall_share",
		  timed ? router_stall_share(router, link, ROUTER_INQ_STALLS) : 0 },
		{ "outq_stall_share",
		  timed ? router_stall_share(router, link, ROUTER_OUTQ_STALLS) : 0 },
	};
	char name[LINKS_NAME], text[SAMPLE_VALUE_MAX];

	value->unit = "share";
	for (size_t i = 0; i < ARRAY_SIZE(shares); i++) {
		text[0] = '\0';
		if (timed)
			snprintf(text, sizeof(text), "%.9f", shares[i].share);
		value_of_link(out, *value, shares[i].name, watch_link_name(router, link, name),
			      text);
	}
}

static void value_router(struct out *out, const struct router *router, bool rates)
{
	const struct place place = {
		NULL, router->device, router->coord, gpcd_snapshot_times(router->now),
	};
	bool there, timed;

	for (unsigned int i = 0; i < router->links.count; i++) {
		struct value value = {
			.place = &place, .per = "", .status = watch_status(router, i),
		};

		value_counters(out, &value, router, i);
		if (!rates)
			continue;
		there = router->links.link[i].count;
		timed = router->timed && there;
		if (there && !timed)
			value.status = "no-time";
		value_rates(out, &value, router, i, timed);
		value_shares(out, &value, router, i, timed);
	}
}

static void values_links(struct out *out, const struct watch_sample *sample)
{
	for (size_t i = 0; i < sample->watch->count; i++) {
		if (sample->watch->chips[i].fresh)
			value_router(out, &sample->watch->chips[i].router, sample->rates);
	}
}

const struct sample_format sample_values = {
	.series = values_series,
	.sample = values_sample,
	.links_header = values_links_header,
	.links = values_links,
	.bylink_header = values_series,
	.bylink = values_sample,
};
