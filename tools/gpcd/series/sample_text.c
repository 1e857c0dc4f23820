// SPDX-License-Identifier: GPL-2.0-only
/* Samples as text for people: aligned, with units, without what only programs need. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bylink.h"
#include "cli/out/out.h"
#include "sample_format.h"
#include "series.h"
#include "topo/linktable.h"
#include "watch.h"

/* Columns of metrics per link. */
#define LINK_WIDTH	10
#define VALUE_WIDTH	20

/* Bit patterns are easiest to read in hexadecimal. */
static bool is_pattern(const struct series *series, unsigned int i)
{
	unsigned int kind;

	if (i >= series_registers(series))
		return false;
	kind = gpcd_group_kind(series->group, i);
	return kind != GPCD_KIND_COUNTER && kind != GPCD_KIND_GAUGE;
}

static void text_value(struct out *out, const struct sample *sample, unsigned int i, int width)
{
	const struct series *series = sample->series;
	char text[SAMPLE_VALUE_MAX], name[SERIES_NAME_MAX];
	const char *status = sample_value(sample, i, text);
	const char *doubt = sample_value_doubt(sample, i);
	const char *unit = "";

	if (*text && is_pattern(series, i))
		snprintf(text, sizeof(text), "0x%jx",
			 (uintmax_t)gpcd_snapshot_value(sample->now, i));
	else if (*text)
		unit = series_unit(series, i);

	out_add(out, "%-*s  %20s", width, series_name(series, i, name), *text ? text : status);
	if (*unit)
		out_add(out, "  %s%s", unit, series_per_second(series, i));
	if (*text && doubt)
		out_add(out, "  (%s)", doubt);
	out_add(out, "\n");
}

static void text_heading(struct out *out, const struct sample *sample)
{
	const struct gpcd_times *times = gpcd_snapshot_times(sample->now);
	time_t seconds = times->realtime_ns / 1000000000;
	char when[32];
	struct tm tm;

	gmtime_r(&seconds, &tm);
	strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%S", &tm);
	out_add(out, "# %s.%09uZ  sample %ju  epoch %ju  missed %ju", when,
		(unsigned int)(times->realtime_ns % 1000000000), (uintmax_t)sample->number,
		(uintmax_t)times->epoch, (uintmax_t)sample->missed);
	if (sample->named) {
		out_add(out, "  ");
		out_text(out, gpcd_path(sample->series->device), 0);
	}
	out_add(out, "\n");
}

static int text_width(const struct series *series)
{
	char name[SERIES_NAME_MAX];
	int width = 0, length;

	for (unsigned int i = 0; i < series_values(series); i++) {
		length = strlen(series_name(series, i, name));
		if (length > width)
			width = length;
	}
	return width;
}

void text_device(struct out *out, const struct gpcd *device)
{
	out_add(out, "# ");
	out_text(out, gpcd_path(device), 0);
	out_add(out, "\n");
}

static void text_sample(struct out *out, const struct sample *sample)
{
	int width = text_width(sample->series);

	if (sample->number)
		text_heading(out, sample);
	else if (sample->named)
		text_device(out, sample->series->device);
	for (unsigned int i = 0; i < series_values(sample->series); i++)
		text_value(out, sample, i, width);
}

/* Only the most useful rates: CSV and JSON have the rate of each counter. */
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

/* Add a line of the table of links, followed by rates. */
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

static void text_columns(struct out *out, const struct series *series)
{
	size_t column = BYLINK_NONE;

	out_add(out, "%-*s", LINK_WIDTH, "LINK");
	while ((column = bylink_column(series, column)) != BYLINK_NONE)
		out_add(out, "  %*s", VALUE_WIDTH, bylink_metric(series, column)->name);
	out_add(out, "\n");
}

/* Each value has its unit, because units differ between columns. */
static void text_bylink_row(struct out *out, const struct sample *sample, size_t link)
{
	const struct series *series = sample->series;
	char text[SAMPLE_VALUE_MAX], cell[SAMPLE_VALUE_MAX + METRICS_UNIT_ROOM];
	size_t column = BYLINK_NONE, i;

	out_add(out, "%-*s", LINK_WIDTH, series->bound->links[link].name);
	while ((column = bylink_column(series, column)) != BYLINK_NONE) {
		const char *what = "-";

		i = bylink_value(series, link, column);
		text[0] = '\0';
		if (i != BYLINK_NONE)
			what = sample_value(sample, i, text);
		snprintf(cell, sizeof(cell), "%s%s%s", text, *text ? " " : what,
			 *text ? bylink_metric(series, column)->unit : "");
		out_add(out, "  %*s", VALUE_WIDTH, cell);
	}
	out_add(out, "\n");
}

static void text_bylink(struct out *out, const struct sample *sample)
{
	const unsigned int *coord = sample->series->coord;

	text_heading(out, sample);
	out_add(out, "# (%u, %u, %u)\n", coord[0], coord[1], coord[2]);
	text_columns(out, sample->series);
	for (size_t i = 0; i < sample->series->bound->link_count; i++) {
		if (bylink_has(sample->series, i))
			text_bylink_row(out, sample, i);
	}
}

const struct sample_format sample_text = {
	.sample = text_sample,
	.links = text_links,
	.bylink = text_bylink,
};
