// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples as text for people: aligned, with units, without what only programs want.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/out/out.h"
#include "sample_format.h"
#include "series.h"
#include "topo/linktable.h"
#include "watch.h"

/* Bit patterns read best in hexadecimal. */
static int is_pattern(unsigned int kind)
{
	return kind != GPCD_KIND_COUNTER && kind != GPCD_KIND_GAUGE;
}

static void text_value(struct out *out, const struct sample *sample, unsigned int i, int width,
		       bool torn)
{
	const struct series *series = sample->series;
	const struct gpcd_reg *reg = gpcd_group_reg(series->group, i);
	char text[SAMPLE_VALUE_MAX];
	const char *status = sample_value(sample, i, text);
	const char *unit = "";

	if (*text && is_pattern(gpcd_group_kind(series->group, i)))
		snprintf(text, sizeof(text), "0x%jx",
			 (uintmax_t)gpcd_snapshot_value(sample->now, i));
	else if (*text && reg->rule->unit != GPCD_UNIT_UNKNOWN &&
		 reg->rule->unit != GPCD_UNIT_NONE)
		unit = gpcd_unit_name(reg->rule->unit);

	out_add(out, "%-*s  %20s", width, gpcd_group_name(series->group, i),
		*text ? text : status);
	if (*unit)
		out_add(out, "  %s%s", unit, series->mode == SERIES_RATE ? "/s" : "");
	out_add(out, "%s\n", *text && torn ? "  (torn)" : "");
}

static void text_heading(struct out *out, const struct sample *sample)
{
	const struct gpcd_times *times = gpcd_snapshot_times(sample->now);
	time_t seconds = times->realtime_ns / 1000000000;
	char when[32];
	struct tm tm;

	gmtime_r(&seconds, &tm);
	strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%S", &tm);
	out_add(out, "# %s.%09uZ  sample %ju  epoch %ju  missed %ju\n", when,
		(unsigned int)(times->realtime_ns % 1000000000), (uintmax_t)sample->number,
		(uintmax_t)times->epoch, (uintmax_t)sample->missed);
}

static void text_sample(struct out *out, const struct sample *sample)
{
	bool torn = sample_torn(sample);
	unsigned int n = gpcd_group_count(sample->series->group);
	int width = 0, length;

	for (unsigned int i = 0; i < n; i++) {
		length = strlen(gpcd_group_name(sample->series->group, i));
		if (length > width)
			width = length;
	}
	if (sample->number)
		text_heading(out, sample);
	for (unsigned int i = 0; i < n; i++)
		text_value(out, sample, i, width, torn);
}

/* Only the rates that people want: CSV and JSON have those of each counter. */
static void text_rates(struct out *out, const struct router *router, unsigned int link)
{
	const double *rates = router->sum[link].rates;

	if (!router->timed) {
		out_add(out, " %8s %8s %7s %7s %7s", "-", "-", "-", "-", "-");
		return;
	}
	out_add(out, " %8.3f %8.3f %6.2f%% %6.2f%% %6.2f%%",
		router_utilisation(router, link) * router->links.link[link].speed,
		(rates[ROUTER_REQUESTS] + rates[ROUTER_RESPONSES]) / 1e6,
		router_utilisation(router, link) * 100,
		router_stall_share(router, link, ROUTER_INQ_STALLS) * 100,
		router_stall_share(router, link, ROUTER_OUTQ_STALLS) * 100);
}

static struct linktable_row text_row(const struct router *router, unsigned int i)
{
	const struct link *link = &router->links.link[i];

	return (struct linktable_row) {
		.aries = router->links.aries,
		.direction = link->direction,
		.far = { link->far[0], link->far[1], link->far[2] },
		.speed = link->speed,
		.counters = router->sum[i].counters,
		.tiles = link->count,
		.lost = link->lost,
	};
}

/* Add a line of the table of links, and rates behind it. */
static void text_link(struct out *out, const struct router *router, unsigned int i, bool rates)
{
	const struct linktable_row row = text_row(router, i);
	char line[LINKTABLE_LINE];

	linktable_link(line, &row);
	out_add(out, "%.*s", (int)strcspn(line, "\n"), line);
	if (rates)
		text_rates(out, router, i);
	out_add(out, "\n");
}

static void text_links_heading(struct out *out, const struct router_kind *kind, bool rates)
{
	char text[LINKTABLE_LINE];

	linktable_head(text, kind->aries);
	out_add(out, "%.*s", (int)strlen(text) - 1, text);
	if (rates)
		out_add(out, " %8s %8s %7s %7s %7s", "GB/s_IN",
			kind->aries ? "MEVTS/s" : "MPKTS/s", "UTIL", "INQ", "OUTQ");
	out_add(out, "\n");
}

static void text_lost(struct out *out, const struct router *router, unsigned int i)
{
	const struct linktable_row row = text_row(router, i);
	char line[LINKTABLE_LINE];

	if (!row.lost)
		return;
	linktable_lost(line, router->coord, &row);
	out_add(out, "%s", line);
}

static void text_router(struct out *out, const struct router *router, bool rates)
{
	char line[LINKTABLE_LINE];

	linktable_chip(line, router->coord);
	out_add(out, "%s", line);
	if (watch_torn(router))
		out_add(out, "# (%u, %u, %u): torn: its counters may mix two updates of the chip\n",
			router->coord[0], router->coord[1], router->coord[2]);
	for (unsigned int link = 0; link < router->links.count; link++) {
		if (router->links.link[link].count)
			text_link(out, router, link, rates);
		text_lost(out, router, link);
	}
}

static void text_links(struct out *out, const struct watch_sample *sample)
{
	const struct watch *watch = sample->watch;

	if (sample->heading)
		text_links_heading(out, watch->chips[0].router.kind, sample->rates);
	for (size_t i = 0; i < watch->count; i++) {
		if (watch->chips[i].fresh)
			text_router(out, &watch->chips[i].router, sample->rates);
	}
}

const struct sample_format sample_text = {
	.sample = text_sample,
	.links = text_links,
};
