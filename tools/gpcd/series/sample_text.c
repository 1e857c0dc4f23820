// SPDX-License-Identifier: GPL-2.0-only
/* Samples as text for people: aligned, with units, without what only programs need. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/out/out.h"
#include "linksums.h"
#include "series.h"
#include "topo/links.h"

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
	return !gpcd_kind_counts(kind) && kind != GPCD_KIND_GAUGE;
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

	out_text(out, series_name(series, i, name), width);
	out_string(out, "  ");
	out_text(out, *text ? text : status, -VALUE_WIDTH);
	if (*unit) {
		out_string(out, "  ");
		out_string(out, unit);
		out_string(out, series_per_second(series, i));
	}
	if (*text && doubt)
		out_add(out, "  (%s)", doubt);
	out_string(out, "\n");
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
		length = out_text_width(series_name(series, i, name));
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

/* --- sums by link, as libgm prints them --- */

/* Only the most useful rates: CSV and JSON have the rate of each counter. */
static void text_rates(struct out *out, const struct linksums *sums, unsigned int i)
{
	const struct router_link *sum = &sums->sums.link[i];
	const struct link *link = &sums->links.link[i];
	double used = router_utilisation(sums->kind, link, sum);

	if (!sums->sums.timed) {
		out_add(out, " %8s %8s %7s %7s %7s", "-", "-", "-", "-", "-");
		return;
	}
	out_add(out, " %8.3f %8.3f %6.2f%% %6.2f%% %6.2f%%", used * link->speed,
		(sum->rates[ROUTER_REQUESTS] + sum->rates[ROUTER_RESPONSES]) / 1e6, used * 100,
		router_stall_share(link, sum, ROUTER_INQ_STALLS) * 100,
		router_stall_share(link, sum, ROUTER_OUTQ_STALLS) * 100);
}

static struct linktable_row text_row(const struct linksums *sums, unsigned int i)
{
	const struct link *link = &sums->links.link[i];

	return (struct linktable_row) {
		.aries = sums->links.aries,
		.direction = link->direction,
		.far = { link->far[0], link->far[1], link->far[2] },
		.speed = link->speed,
		.counters = sums->sums.link[i].counters,
		.tiles = link->count,
		.lost = link->lost,
	};
}

/* Add a line of the table of links, followed by rates. */
static void text_link(struct out *out, const struct linksums *sums, unsigned int i)
{
	const struct linktable_row row = text_row(sums, i);
	char line[LINKTABLE_LINE];

	linktable_link(line, &row);
	out_add(out, "%.*s", (int)strcspn(line, "\n"), line);
	if (sums->rates)
		text_rates(out, sums, i);
	out_add(out, "\n");
}

static void text_lost(struct out *out, const struct sample *sample, unsigned int i)
{
	const struct linktable_row row = text_row(sample->series->sums, i);
	char line[LINKTABLE_LINE];

	if (!row.lost)
		return;
	linktable_lost(line, sample->series->coord, &row);
	out_add(out, "%s", line);
}

static void text_sums_heading(struct out *out, const struct linksums *sums)
{
	char text[LINKTABLE_LINE];

	linktable_head(text, sums->kind->aries);
	out_add(out, "%.*s", (int)strlen(text) - 1, text);
	if (sums->rates)
		out_add(out, " %8s %8s %7s %7s %7s", "GB/s_IN",
			sums->kind->aries ? "MEVTS/s" : "MPKTS/s", "UTIL", "INQ", "OUTQ");
	out_add(out, "\n");
}

static void text_sums(struct out *out, const struct sample *sample)
{
	const struct linksums *sums = sample->series->sums;
	const unsigned int *coord = sample->series->coord;
	char line[LINKTABLE_LINE];

	if (sample->heading)
		text_sums_heading(out, sums);
	linktable_chip(line, coord);
	out_add(out, "%s", line);
	if (sample_torn(sample))
		out_add(out, "# (%u, %u, %u): torn: its counters may mix two updates of the chip\n",
			coord[0], coord[1], coord[2]);
	for (unsigned int i = 0; i < sums->links.count; i++) {
		if (sums->links.link[i].count)
			text_link(out, sums, i);
		text_lost(out, sample, i);
	}
}

/* --- metrics per link --- */

static void text_columns(struct out *out, const struct series *series)
{
	char name[SERIES_NAME_MAX];
	size_t column = BYLINK_NONE;

	out_add(out, "%-*s", LINK_WIDTH, "LINK");
	while ((column = bylink_column(series, column)) != BYLINK_NONE)
		out_add(out, "  %*s", VALUE_WIDTH, bylink_name(series, column, name));
	out_add(out, "\n");
}

/* Each value has its unit, because units differ between columns. */
static void text_bylink_row(struct out *out, const struct sample *sample, size_t link)
{
	const struct series *series = sample->series;
	char text[SAMPLE_VALUE_MAX], cell[SAMPLE_VALUE_MAX + METRICS_UNIT_ROOM];
	char name[BYLINK_NAME];
	size_t column = BYLINK_NONE, i;

	out_add(out, "%-*s", LINK_WIDTH, bylink_link(series, link, name));
	while ((column = bylink_column(series, column)) != BYLINK_NONE) {
		const char *what = "-";

		i = bylink_value(series, link, column);
		text[0] = '\0';
		if (i != BYLINK_NONE)
			what = sample_value(sample, i, text);
		snprintf(cell, sizeof(cell), "%s%s%s", text, *text ? " " : what,
			 *text ? series_unit(series, i) : "");
		out_add(out, "  %*s", VALUE_WIDTH, cell);
	}
	out_add(out, "\n");
}

static void text_bylink(struct out *out, const struct sample *sample)
{
	const unsigned int *coord = sample->series->coord;

	if (sample->series->sums) {
		text_sums(out, sample);
		return;
	}
	text_heading(out, sample);
	out_add(out, "# (%u, %u, %u)\n", coord[0], coord[1], coord[2]);
	text_columns(out, sample->series);
	for (size_t i = 0; i < bylink_count(sample->series); i++) {
		if (bylink_has(sample->series, i))
			text_bylink_row(out, sample, i);
	}
}

const struct sample_format sample_text = {
	.sample = text_sample,
	.bylink = text_bylink,
};
