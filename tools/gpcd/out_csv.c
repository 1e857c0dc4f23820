// SPDX-License-Identifier: GPL-2.0-only
/*
 * Comma-separated values: one header line; text quoted as RFC 4180 says.
 */
#include <string.h>

#include "out.h"
#include "series.h"
#include "table.h"
#include "watch.h"

#define TIMES "realtime_ns,monotonic_ns,chip_ns,epoch,sequence,missed"

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

static void add_table(struct out *out, const struct table *table)
{
	const char *cell;

	for (size_t i = 0; i < table->ncolumns; i++)
		out_add(out, "%s%s", i ? "," : "", table->columns[i].name);
	out_add(out, "\n");
	for (size_t i = 0; i < table->count; i++) {
		cell = table->cells[i];
		out_add(out, "%s", i % table->ncolumns ? "," : "");
		add_text(out, cell ? cell : "");
		if ((i + 1) % table->ncolumns == 0)
			out_add(out, "\n");
	}
}

static void csv_tables(struct out *out, const struct table *tables, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (i)
			out_add(out, "\n");
		add_table(out, &tables[i]);
	}
}

static void csv_series(struct out *out, const struct series *series)
{
	out_add(out, TIMES);
	for (unsigned int i = 0; i < gpcd_group_count(series->group); i++)
		out_add(out, ",%s", gpcd_group_name(series->group, i));
	out_add(out, "\n");
}

static void add_times(struct out *out, const struct gpcd_times *times, uint64_t missed)
{
	out_add(out, "%ju,%ju,%ju,%ju,%ju,%ju", (uintmax_t)times->realtime_ns,
		(uintmax_t)times->end_ns, (uintmax_t)times->chip_ns, (uintmax_t)times->epoch,
		(uintmax_t)times->sequence, (uintmax_t)missed);
}

static void csv_sample(struct out *out, const struct sample *sample)
{
	char text[SAMPLE_VALUE_MAX];

	add_times(out, gpcd_snapshot_times(sample->now), sample->missed);
	for (unsigned int i = 0; i < gpcd_group_count(sample->series->group); i++) {
		sample_value(sample, i, text);
		out_add(out, ",%s", text);
	}
	out_add(out, "\n");
}

static void add_links_heading(struct out *out, bool rates)
{
	out_add(out, TIMES ",device,x,y,z,direction,far_x,far_y,far_z,gb_s,tiles,lost");
	for (unsigned int i = 0; i < ROUTER_COUNTERS; i++)
		out_add(out, ",%s", router_counter_names[i]);
	for (unsigned int i = 0; i < ROUTER_COUNTERS && rates; i++)
		out_add(out, ",%s_s", router_counter_names[i]);
	out_add(out, "%s\n", rates ? ",utilisation,inq_stall_share,outq_stall_share" : "");
}

static void add_rates(struct out *out, const struct router *router, unsigned int link)
{
	if (!router->timed) {
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

	out_add(out, ",%s,%u,%u,%u,%.10g,%u,%u", links_name(i), link->far[0], link->far[1],
		link->far[2], link->speed, link->count, link->lost);
	for (unsigned int n = 0; n < ROUTER_COUNTERS; n++)
		out_add(out, ",%ju", (uintmax_t)router->sum[i].counters[n]);
}

static void add_router(struct out *out, const struct router *router,
		       const struct watch_sample *sample)
{
	for (unsigned int i = 0; i < GEMINI_LINKS; i++) {
		if (!router->links.link[i].count)
			continue;
		add_times(out, gpcd_snapshot_times(router->now), sample->missed);
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
	if (sample->number == 1)
		add_links_heading(out, sample->rates);
	for (size_t i = 0; i < sample->watch->count; i++) {
		if (sample->watch->geminis[i].fresh)
			add_router(out, &sample->watch->geminis[i].router, sample);
	}
}

const struct format format_csv = {
	.tables = csv_tables,
	.series = csv_series,
	.sample = csv_sample,
	.links = csv_links,
};
