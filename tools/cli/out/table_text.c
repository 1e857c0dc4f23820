// SPDX-License-Identifier: GPL-2.0-only
/*
 * Text for people: aligned, with units, without what only programs want.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

#include "out.h"
#include "series/series.h"
#include "series/watch.h"
#include "table.h"
#include "topo/linktable.h"

static const char *shown(const char *cell)
{
	return cell && *cell ? cell : "-";
}

static size_t column_width(const struct table *table, size_t column)
{
	size_t width = strlen(table->columns[column].name);
	size_t length;

	for (size_t row = 0; row < table_rows(table); row++) {
		length = strlen(shown(table_cell(table, row, column)));
		if (length > width)
			width = length;
	}
	return width;
}

static int is_number(const struct column *column)
{
	return column->type == COLUMN_NUMBER || column->type == COLUMN_WIDE ||
	       column->type == COLUMN_REAL;
}

static size_t last_column(const struct table *table)
{
	size_t last = 0;

	for (size_t i = 0; i < table->ncolumns; i++) {
		if (!table->columns[i].detail)
			last = i;
	}
	return last;
}

/* One line; row -1 is the heading. */
static void add_line(struct out *out, const struct table *table, const size_t *widths,
		     ssize_t row)
{
	size_t last = last_column(table);
	const struct column *column;
	const char *text;
	int width;

	for (size_t i = 0; i <= last; i++) {
		column = &table->columns[i];
		if (column->detail)
			continue;
		text = row < 0 ? column->name : shown(table_cell(table, row, i));
		width = is_number(column) ? (int)widths[i] : i < last ? -(int)widths[i] : 0;
		out_add(out, "%*s%s", width, text, i < last ? "  " : "\n");
	}
}

static void add_lines(struct out *out, const struct table *table)
{
	size_t *widths = calloc(table->ncolumns, sizeof(*widths));

	if (!widths) {
		out->error = -ENOMEM;
		return;
	}
	for (size_t i = 0; i < table->ncolumns; i++)
		widths[i] = column_width(table, i);
	for (ssize_t row = table->bare ? 0 : -1; row < (ssize_t)table_rows(table); row++)
		add_line(out, table, widths, row);
	free(widths);
}

static void add_upright(struct out *out, const struct table *table)
{
	size_t width = 0;

	for (size_t i = 0; i < table->ncolumns; i++) {
		if (strlen(table->columns[i].name) > width)
			width = strlen(table->columns[i].name);
	}
	for (size_t row = 0; row < table_rows(table); row++) {
		for (size_t i = 0; i < table->ncolumns; i++)
			out_add(out, "%-*s  %s\n", (int)width, table->columns[i].name,
				shown(table_cell(table, row, i)));
	}
}

static void text_tables(struct out *out, const struct table *tables, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (i)
			out_add(out, "\n");
		if (tables[i].title)
			out_add(out, "%s\n", tables[i].title);
		if (tables[i].upright)
			add_upright(out, &tables[i]);
		else
			add_lines(out, &tables[i]);
	}
}

/* Bit patterns read best in hexadecimal. */
static int is_pattern(unsigned int kind)
{
	return kind != GPCD_KIND_COUNTER && kind != GPCD_KIND_GAUGE;
}

static void add_value(struct out *out, const struct sample *sample, unsigned int i, int width,
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

static void add_heading(struct out *out, const struct sample *sample)
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
		add_heading(out, sample);
	for (unsigned int i = 0; i < n; i++)
		add_value(out, sample, i, width, torn);
}

/* Rates for people; those of each counter are for programs. */
static void add_rates(struct out *out, const struct router *router, unsigned int link)
{
	const double *rates = router->sum[link].rates;

	if (!router->timed) {
		out_add(out, " %8s %8s %7s %7s %7s", "-", "-", "-", "-", "-");
		return;
	}
	out_add(out, " %8.3f %8.3f %6.2f%% %6.2f%% %6.2f%%",
		router_utilisation(router, link) * router->links.link[link].speed,
		(rates[ROUTER_VC0_PKTS] + rates[ROUTER_VC1_PKTS]) / 1e6,
		router_utilisation(router, link) * 100,
		router_stall_share(router, link, ROUTER_INQ_STALLS) * 100,
		router_stall_share(router, link, ROUTER_OUTQ_STALLS) * 100);
}

/* A line of the table without its end, and what stands behind it. */
static void add_link(struct out *out, const struct router *router, unsigned int i, bool rates)
{
	const struct link *link = &router->links.link[i];
	char line[LINKTABLE_LINE];

	linktable_link(line, links_name(i), link->far, link->speed, router->sum[i].counters);
	out_add(out, "%.*s", (int)strcspn(line, "\n"), line);
	if (rates)
		add_rates(out, router, i);
	out_add(out, "\n");
}

static void add_links_heading(struct out *out, bool rates)
{
	char text[LINKTABLE_LINE];

	linktable_head(text);
	out_add(out, "%.*s", (int)strlen(text) - 1, text);
	if (rates)
		out_add(out, " %8s %8s %7s %7s %7s", "GB/s_IN", "MPKTS/s", "UTIL", "INQ",
			"OUTQ");
	out_add(out, "\n");
}

static void add_lost(struct out *out, const struct router *router, unsigned int i)
{
	const struct link *link = &router->links.link[i];
	char line[LINKTABLE_LINE];

	if (!link->lost)
		return;
	linktable_lost(line, router->coord, links_name(i), link->count, link->lost);
	out_add(out, "%s", line);
}

static void add_router(struct out *out, const struct router *router, bool rates)
{
	char line[LINKTABLE_LINE];

	linktable_chip(line, router->coord);
	out_add(out, "%s", line);
	if (watch_torn(router))
		out_add(out, "# (%u, %u, %u): torn: its counters may mix two updates of the chip\n",
			router->coord[0], router->coord[1], router->coord[2]);
	for (unsigned int link = 0; link < GEMINI_LINKS; link++) {
		if (router->links.link[link].count)
			add_link(out, router, link, rates);
		add_lost(out, router, link);
	}
}

static void text_links(struct out *out, const struct watch_sample *sample)
{
	const struct watch *watch = sample->watch;

	if (sample->heading)
		add_links_heading(out, sample->rates);
	for (size_t i = 0; i < watch->count; i++) {
		if (watch->geminis[i].fresh)
			add_router(out, &watch->geminis[i].router, sample->rates);
	}
}

const struct format format_text = {
	.tables = text_tables,
	.sample = text_sample,
	.links = text_links,
};
