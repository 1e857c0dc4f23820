// SPDX-License-Identifier: GPL-2.0-only
/* Samples as comma-separated values. */
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "bylink.h"
#include "sample_format.h"
#include "series.h"
#include "watch.h"

#define FIRST "realtime_ns,monotonic_ns,chip_ns,epoch,sequence,missed,status," CSV_SCHEMA

/*
 * Raw values, deltas and rates of the same registers need different headers, so that they do not
 * share a file.
 */
static void csv_series(struct out *out, const struct series *series)
{
	char name[SERIES_NAME_MAX];

	out_add(out, FIRST);
	if (series->mode != SERIES_RAW)
		out_add(out, "_%s", series_mode_name(series->mode));
	for (unsigned int i = 0; i < series_values(series); i++) {
		out_add(out, ",");
		csv_text(out, series_name(series, i, name));
	}
	out_add(out, "\n");
	out_header(out);
}

static void csv_first(struct out *out, const struct gpcd_times *times, uint64_t missed,
		      const char *status)
{
	out_add(out, "%ju,%ju,%ju,%ju,%ju,%ju,%s,%d", (uintmax_t)times->realtime_ns,
		(uintmax_t)times->end_ns, (uintmax_t)times->chip_ns, (uintmax_t)times->epoch,
		(uintmax_t)times->sequence, (uintmax_t)missed, status, FORMAT_SCHEMA);
}

static void csv_sample(struct out *out, const struct sample *sample)
{
	char text[SAMPLE_VALUE_MAX];

	csv_first(out, gpcd_snapshot_times(sample->now), sample->missed, sample_status(sample));
	for (unsigned int i = 0; i < series_values(sample->series); i++) {
		sample_value(sample, i, text);
		out_add(out, ",%s", text);
	}
	out_add(out, "\n");
}

static void csv_links_header(struct out *out, const struct router_kind *kind, bool rates)
{
	const char *const *axes = kind->axes;

	out_add(out, FIRST ",device,%s,%s,%s,direction,far_%s,far_%s,far_%s,gb_s,tiles,lost",
		axes[0], axes[1], axes[2], axes[0], axes[1], axes[2]);
	for (unsigned int i = 0; i < ROUTER_COUNTERS; i++)
		out_add(out, ",%s", kind->names[i]);
	for (unsigned int i = 0; i < ROUTER_COUNTERS && rates; i++)
		out_add(out, ",%s_s", kind->names[i]);
	out_add(out, "%s\n", rates ? ",utilisation,inq_stall_share,outq_stall_share" : "");
	out_header(out);
}

static void csv_rates(struct out *out, const struct router *router, unsigned int link)
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

static void csv_link(struct out *out, const struct router *router, unsigned int i)
{
	const struct link *link = &router->links.link[i];
	char name[LINKS_NAME];

	out_add(out, ",%s", watch_link_name(router, i, name));
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

static void csv_router(struct out *out, const struct router *router,
		       const struct watch_sample *sample)
{
	for (unsigned int i = 0; i < router->links.count; i++) {
		csv_first(out, gpcd_snapshot_times(router->now), sample->missed,
			  watch_status(router, i));
		out_add(out, ",");
		csv_text(out, gpcd_path(router->device));
		out_add(out, ",%u,%u,%u", router->coord[0], router->coord[1], router->coord[2]);
		csv_link(out, router, i);
		if (sample->rates)
			csv_rates(out, router, i);
		out_add(out, "\n");
	}
}

static void csv_links(struct out *out, const struct watch_sample *sample)
{
	for (size_t i = 0; i < sample->watch->count; i++) {
		if (sample->watch->chips[i].fresh)
			csv_router(out, &sample->watch->chips[i].router, sample);
	}
}

static void csv_bylink_header(struct out *out, const struct series *series)
{
	const char *const *axes = router_kind(gpcd_chip(series->device))->axes;
	size_t column = BYLINK_NONE;

	out_add(out, FIRST ",device,%s,%s,%s,direction", axes[0], axes[1], axes[2]);
	while ((column = bylink_column(series, column)) != BYLINK_NONE)
		out_add(out, ",%s", bylink_metric(series, column)->name);
	out_add(out, "\n");
	out_header(out);
}

/* Like sample_status(), for one link. */
static const char *bylink_status(const struct sample *sample, size_t link)
{
	char text[SAMPLE_VALUE_MAX];
	size_t column = BYLINK_NONE, i;

	if (gpcd_snapshot_times(sample->now)->torn)
		return "torn";
	while ((column = bylink_column(sample->series, column)) != BYLINK_NONE) {
		i = bylink_value(sample->series, link, column);
		if (i == BYLINK_NONE)
			return "part";
		sample_value(sample, i, text);
		if (!*text)
			return "part";
	}
	return "ok";
}

static void csv_bylink_row(struct out *out, const struct sample *sample, size_t link)
{
	const struct series *series = sample->series;
	char text[SAMPLE_VALUE_MAX];
	size_t column = BYLINK_NONE, i;

	csv_first(out, gpcd_snapshot_times(sample->now), sample->missed,
		  bylink_status(sample, link));
	out_add(out, ",");
	csv_text(out, gpcd_path(series->device));
	out_add(out, ",%u,%u,%u,%s", series->coord[0], series->coord[1], series->coord[2],
		series->bound->links[link].name);
	while ((column = bylink_column(series, column)) != BYLINK_NONE) {
		i = bylink_value(series, link, column);
		text[0] = '\0';
		if (i != BYLINK_NONE)
			sample_value(sample, i, text);
		out_add(out, ",%s", text);
	}
	out_add(out, "\n");
}

static void csv_bylink(struct out *out, const struct sample *sample)
{
	for (size_t i = 0; i < sample->series->bound->link_count; i++) {
		if (bylink_has(sample->series, i))
			csv_bylink_row(out, sample, i);
	}
}

const struct sample_format sample_csv = {
	.series = csv_series,
	.sample = csv_sample,
	.links_header = csv_links_header,
	.links = csv_links,
	.bylink_header = csv_bylink_header,
	.bylink = csv_bylink,
};
