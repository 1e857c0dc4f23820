// SPDX-License-Identifier: GPL-2.0-only
/*
 * Comma-separated values: one header line; text quoted as RFC 4180 says. The number of
 * the schema is in the name of a column, so that readers need no other line than that of
 * names: "schema_2". It stands before the registers of a sample, and last in a table.
 */
#include <string.h>

#include "out.h"
#include "series/series.h"
#include "series/watch.h"
#include "table.h"

#define STRING(number) #number
#define NUMBER(number) STRING(number)
#define SCHEMA "schema_" NUMBER(OUT_SCHEMA)

#define FIRST "realtime_ns,monotonic_ns,chip_ns,epoch,sequence,missed,status," SCHEMA

static void add_text(struct out *out, const char *text)
{
	if (!strpbrk(text, ",\"\r\n")) {
		out_add(out, "%s", text);
		return;
	}
	out_add(out, "\"");
	for (; *text; text++)
		out_add(out, *text == '"' ? "\"\"" : "%c", *text);
	out_add(out, "\"");
}

static void add_names(struct out *out, const struct table *table)
{
	for (size_t i = 0; i < table->ncolumns; i++)
		out_add(out, "%s,", table->columns[i].name);
	out_add(out, SCHEMA "\n");
}

static void add_rows(struct out *out, const struct table *table)
{
	const char *cell;

	for (size_t i = 0; i < table->count; i++) {
		cell = table->cells[i];
		add_text(out, cell ? cell : "");
		out_add(out, ",");
		if ((i + 1) % table->ncolumns == 0)
			out_add(out, "%d\n", OUT_SCHEMA);
	}
}

static void csv_tables(struct out *out, const struct table *tables, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (i)
			out_add(out, "\n");
		add_names(out, &tables[i]);
		if (count == 1)
			out_header(out);
		add_rows(out, &tables[i]);
	}
}

/* Values, deltas and rates of the same registers do not go into one file. */
static void csv_series(struct out *out, const struct series *series)
{
	out_add(out, FIRST);
	if (series->mode != SERIES_RAW)
		out_add(out, "_%s", series_mode_name(series->mode));
	for (unsigned int i = 0; i < gpcd_group_count(series->group); i++)
		out_add(out, ",%s", gpcd_group_name(series->group, i));
	out_add(out, "\n");
	out_header(out);
}

static void add_first(struct out *out, const struct gpcd_times *times, uint64_t missed,
		      const char *status)
{
	out_add(out, "%ju,%ju,%ju,%ju,%ju,%ju,%s,%d", (uintmax_t)times->realtime_ns,
		(uintmax_t)times->end_ns, (uintmax_t)times->chip_ns, (uintmax_t)times->epoch,
		(uintmax_t)times->sequence, (uintmax_t)missed, status, OUT_SCHEMA);
}

static void csv_sample(struct out *out, const struct sample *sample)
{
	char text[SAMPLE_VALUE_MAX];

	add_first(out, gpcd_snapshot_times(sample->now), sample->missed, sample_status(sample));
	for (unsigned int i = 0; i < gpcd_group_count(sample->series->group); i++) {
		sample_value(sample, i, text);
		out_add(out, ",%s", text);
	}
	out_add(out, "\n");
}

static void csv_links_header(struct out *out, bool rates)
{
	out_add(out, FIRST ",device,x,y,z,direction,far_x,far_y,far_z,gb_s,tiles,lost");
	for (unsigned int i = 0; i < ROUTER_COUNTERS; i++)
		out_add(out, ",%s", router_counter_names[i]);
	for (unsigned int i = 0; i < ROUTER_COUNTERS && rates; i++)
		out_add(out, ",%s_s", router_counter_names[i]);
	out_add(out, "%s\n", rates ? ",utilisation,inq_stall_share,outq_stall_share" : "");
	out_header(out);
}

static void add_rates(struct out *out, const struct router *router, unsigned int link)
{
	if (!router->timed || !router->links.link[link].count) {
		out_add(out, ",,,,,,,,,");
		return;
	}
	for (unsigned int i = 0; i < ROUTER_COUNTERS; i++)
		out_add(out, ",%.3f", router->sum[link].rates[i]);
	out_add(out, ",%.9f,%.9f,%.9f", router_utilisation(router, link),
		router_stall_share(router, link, ROUTER_INQ_STALLS),
		router_stall_share(router, link, ROUTER_OUTQ_STALLS));
}

static void add_link(struct out *out, const struct router *router, unsigned int i)
{
	const struct link *link = &router->links.link[i];

	out_add(out, ",%s", links_name(i));
	if (link->count)
		out_add(out, ",%u,%u,%u,%.10g", link->far[0], link->far[1], link->far[2],
			link->speed);
	else
		out_add(out, ",,,,0");
	out_add(out, ",%u,%u", link->count, link->lost);
	for (unsigned int n = 0; n < ROUTER_COUNTERS; n++) {
		if (link->count)
			out_add(out, ",%ju", (uintmax_t)router->sum[i].counters[n]);
		else
			out_add(out, ",");
	}
}

static void add_router(struct out *out, const struct router *router,
		       const struct watch_sample *sample)
{
	for (unsigned int i = 0; i < GEMINI_LINKS; i++) {
		add_first(out, gpcd_snapshot_times(router->now), sample->missed,
			  watch_status(router, i));
		out_add(out, ",");
		add_text(out, gpcd_path(router->device));
		out_add(out, ",%u,%u,%u", router->coord[0], router->coord[1], router->coord[2]);
		add_link(out, router, i);
		if (sample->rates)
			add_rates(out, router, i);
		out_add(out, "\n");
	}
}

static void csv_links(struct out *out, const struct watch_sample *sample)
{
	for (size_t i = 0; i < sample->watch->count; i++) {
		if (sample->watch->geminis[i].fresh)
			add_router(out, &sample->watch->geminis[i].router, sample);
	}
}

const struct format format_csv = {
	.tables = csv_tables,
	.series = csv_series,
	.sample = csv_sample,
	.links_header = csv_links_header,
	.links = csv_links,
};
