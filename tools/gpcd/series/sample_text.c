// SPDX-License-Identifier: GPL-2.0-only
/* Samples as text for people: aligned, with units, without what only programs need. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/out/format.h"
#include "cli/out/out.h"
#include "cli/out/people.h"
#include "cli/out/unicode.h"
#include "cli/util.h"
#include "linksums.h"
#include "series.h"
#include "topo/links.h"

/* Columns of metrics per link. */
#define LINK_WIDTH	10
#define VALUE_WIDTH	20

/* Width of numbers for people; without one, of the longest reason why not. */
#define PEOPLE_WIDTH	11

/* Bit patterns are easiest to read in hexadecimal. */
static bool is_pattern(const struct series *series, unsigned int i)
{
	unsigned int kind;

	if (i >= series_registers(series))
		return false;
	kind = gpcd_group_kind(series->group, i);
	return !gpcd_kind_counts(kind) && kind != GPCD_KIND_GAUGE;
}

/* Do people read the samples that are being added? */
static bool people_see;

/* What is shown of a value. */
struct shown {
	char number[SAMPLE_VALUE_MAX]; /* empty: there is none */
	char unit[64]; /* may be empty */
};

/* Write a unit with its NUL. Return the end. */
static char *put_unit(char *at, const struct series *series, unsigned int i)
{
	const char *unit = series_unit(series, i);
	const char *per = *unit ? series_per_second(series, i) : "";

	at = stpcpy(at, unit);
	return *per ? stpcpy(at, per) : at;
}

static void show_pattern(char number[SAMPLE_VALUE_MAX], const struct sample *sample, unsigned int i)
{
	snprintf(number, SAMPLE_VALUE_MAX, "0x%jx",
		 (uintmax_t)gpcd_snapshot_value(sample->now, i));
}

static const char *show_value(const struct sample *sample, unsigned int i, struct shown *shown)
{
	const char *status = sample_value(sample, i, shown->number);
	struct people people;

	shown->unit[0] = '\0';
	if (!*shown->number)
		return status;
	if (is_pattern(sample->series, i)) {
		show_pattern(shown->number, sample, i);
		return status;
	}
	put_unit(shown->unit, sample->series, i);
	if (!people_see)
		return status;
	people_value(&people, shown->number, shown->unit);
	memcpy(shown->number, people.number, sizeof(shown->number));
	memcpy(shown->unit, people.unit, sizeof(shown->unit));
	return status;
}

static const char *shown_name(const struct series *series, unsigned int i,
			      char name[SERIES_NAME_MAX])
{
	return people_see ? series_short_name(series, i, name) : series_name(series, i, name);
}

/* The longest line of a value whose name is plain, without the name. */
#define VALUE_ROOM	(sizeof(struct shown) + VALUE_WIDTH + 32)

/* Names are padded to the longest. */
static char *put_name(char *at, const struct series *series, const char *name)
{
	size_t length = strlen(name);

	memcpy(at, name, length);
	memset(at + length, ' ', series->names.width - length + 2);
	return at + series->names.width + 2;
}

static char *put_number(char *at, const char *number, int width)
{
	int length = strlen(number);

	if (width > length) {
		memset(at, ' ', width - length);
		at += width - length;
	}
	return mempcpy(at, number, length);
}

static char *put_doubt(char *at, const char *doubt)
{
	return doubt ? stpcpy(stpcpy(stpcpy(at, "  ("), doubt), ")") : at;
}

/* Write what follows the name of a value that people read. */
static char *put_shown(char *at, const struct sample *sample, unsigned int i)
{
	struct shown shown;
	const char *status = show_value(sample, i, &shown);

	if (!*shown.number)
		return put_number(at, status, PEOPLE_WIDTH);
	at = put_number(at, shown.number, PEOPLE_WIDTH);
	if (*shown.unit)
		at = stpcpy(stpcpy(at, " "), shown.unit);
	return put_doubt(at, sample_value_doubt(sample, i, status));
}

/* The same for programs. */
static char *put_raw(char *at, const struct sample *sample, unsigned int i)
{
	char number[SAMPLE_VALUE_MAX], *end;
	const char *status = sample_value(sample, i, number);
	bool pattern = is_pattern(sample->series, i);

	if (!*number)
		return put_number(at, status, VALUE_WIDTH);
	if (pattern)
		show_pattern(number, sample, i);
	at = put_number(at, number, VALUE_WIDTH);
	end = pattern ? at : put_unit(mempcpy(at, "  ", 2), sample->series, i);
	return put_doubt(end > at + 2 ? end : at, sample_value_doubt(sample, i, status));
}

static void text_value(struct out *out, const struct sample *sample, unsigned int i)
{
	const struct series *series = sample->series;
	char room[SERIES_NAME_MAX], *at;
	const char *name = shown_name(series, i, room);

	if (!series->names.plain) {
		out_text(out, name, series->names.width);
		out_string(out, "  ");
	}
	at = out_room(out, series->names.width + VALUE_ROOM);
	if (!at)
		return;
	if (series->names.plain)
		at = put_name(at, series, name);
	at = people_see ? put_shown(at, sample, i) : put_raw(at, sample, i);
	*at++ = '\n';
	out_take(out, at);
}

/* On a terminal: the local time, and whatever is not as it should be. */
static void people_heading(struct out *out, const struct sample *sample)
{
	const uint64_t realtime = gpcd_snapshot_times(sample->now)->realtime_ns;
	char when[PEOPLE_TIME];

	out_add(out, "# %s.%03u  sample %ju", people_time(when, realtime),
		(unsigned int)(realtime / 1000000 % 1000), (uintmax_t)sample->number);
	if (sample->missed)
		out_add(out, "  after %ju missed period%s", (uintmax_t)sample->missed,
			people_plural(sample->missed));
}

static void raw_heading(struct out *out, const struct sample *sample)
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
}

static void text_heading(struct out *out, const struct sample *sample)
{
	if (people_see)
		people_heading(out, sample);
	else
		raw_heading(out, sample);
	if (sample->named) {
		out_add(out, "  ");
		out_text(out, gpcd_path(sample->series->device), 0);
	}
}

/* Names are the same in all samples of a series. */
static void measure_names(struct series *series)
{
	unsigned int count = series_values(series);
	char room[SERIES_NAME_MAX];
	const char *name;
	int width;

	if (series->names.width)
		return;
	series->names.plain = true;
	for (unsigned int i = 0; i < count; i++) {
		name = shown_name(series, i, room);
		width = out_text_width(name);
		series->names.plain &= unicode_is_plain(name, strlen(name));
		if (width > series->names.width)
			series->names.width = width;
	}
}

void text_device(struct out *out, const struct gpcd *device)
{
	out_add(out, "# ");
	out_text(out, gpcd_path(device), 0);
	out_add(out, "\n");
}

static void text_sample(struct out *out, const struct sample *sample)
{
	unsigned int count = series_values(sample->series);

	people_see = people_read();
	measure_names(sample->series);
	if (sample->number) {
		text_heading(out, sample);
		out_string(out, "\n");
	} else if (sample->named) {
		text_device(out, sample->series->device);
	}
	for (unsigned int i = 0; i < count; i++)
		text_value(out, sample, i);
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

static void raw_sums(struct out *out, const struct sample *sample)
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

/* The heading of samples by link, with the coordinate of their chip. */
static void text_place(struct out *out, const struct sample *sample)
{
	const unsigned int *coord = sample->series->coord;

	text_heading(out, sample);
	out_add(out, "%s(%u, %u, %u)", people_see ? "  " : "\n# ", coord[0], coord[1],
		coord[2]);
	if (people_see && sample_torn(sample))
		out_string(out, "  torn: it may mix two updates of the chip");
	out_string(out, "\n");
}

/* --- the same for people: counts, or with --rates these alone --- */

static const struct column gemini_columns[] = {
	{ "link", COLUMN_TEXT, false }, { "to", COLUMN_TEXT, false },
	{ "GB/s", COLUMN_REAL, false },
	{ "phits 0", COLUMN_COUNT, false }, { "phits 1", COLUMN_COUNT, false },
	{ "packets 0", COLUMN_COUNT, false }, { "packets 1", COLUMN_COUNT, false },
	{ "in stalls", COLUMN_COUNT, false }, { "out stalls", COLUMN_COUNT, false },
};

/* Their names say how fast links are; a column more would not fit on a line. */
static const struct column aries_columns[] = {
	{ "link", COLUMN_TEXT, false }, { "to", COLUMN_TEXT, false },
	{ "req flits", COLUMN_COUNT, false }, { "rsp flits", COLUMN_COUNT, false },
	{ "req ev.", COLUMN_COUNT, false }, { "rsp ev.", COLUMN_COUNT, false },
	{ "in stalls", COLUMN_COUNT, false }, { "out stalls", COLUMN_COUNT, false },
};

static const struct column rates_columns[] = {
	{ "link", COLUMN_TEXT, false }, { "to", COLUMN_TEXT, false },
	{ "GB/s", COLUMN_REAL, false },
	{ "GB/s in", COLUMN_REAL, false }, { "M packets/s", COLUMN_REAL, false },
	{ "use %", COLUMN_REAL, false }, { "in stalls %", COLUMN_REAL, false },
	{ "out stalls %", COLUMN_REAL, false },
};

static void add_link(struct table *table, const struct linksums *sums, unsigned int i)
{
	const struct link *link = &sums->links.link[i];
	char name[LINKS_NAME];

	table_add(table, "%s", links_name(sums->links.aries, link->direction, link->far, name));
	table_add(table, "%u,%u,%u", link->far[0], link->far[1], link->far[2]);
	if (sums->rates || !sums->kind->aries)
		table_add(table, "%.2f", link->speed);
}

static void add_counts(struct table *table, const struct linksums *sums, unsigned int i)
{
	for (unsigned int j = 0; j < LINKTABLE_COUNTERS; j++)
		table_number(table, sums->sums.link[i].counters[j]);
}

static void add_rates(struct table *table, const struct linksums *sums, unsigned int i)
{
	const struct router_link *sum = &sums->sums.link[i];
	const struct link *link = &sums->links.link[i];
	double used = router_utilisation(sums->kind, link, sum);
	const double rates[] = {
		used * link->speed,
		(sum->rates[ROUTER_REQUESTS] + sum->rates[ROUTER_RESPONSES]) / 1e6,
		used * 100,
		router_stall_share(link, sum, ROUTER_INQ_STALLS) * 100,
		router_stall_share(link, sum, ROUTER_OUTQ_STALLS) * 100,
	};

	for (size_t j = 0; j < ARRAY_SIZE(rates); j++) {
		if (sums->sums.timed)
			table_add(table, "%.*f", j < 2 ? 3 : 1, rates[j]);
		else
			table_skip(table);
	}
}

static struct table link_table(const struct linksums *sums)
{
	if (sums->rates)
		return (struct table){ .columns = rates_columns,
				       .ncolumns = ARRAY_SIZE(rates_columns) };
	if (sums->kind->aries)
		return (struct table){ .columns = aries_columns,
				       .ncolumns = ARRAY_SIZE(aries_columns) };
	return (struct table){ .columns = gemini_columns, .ncolumns = ARRAY_SIZE(gemini_columns) };
}

static void people_sums(struct out *out, const struct sample *sample)
{
	const struct linksums *sums = sample->series->sums;
	struct table table = link_table(sums);

	table.bare = !sample->heading;
	text_place(out, sample);
	for (unsigned int i = 0; i < sums->links.count; i++) {
		if (!sums->links.link[i].count)
			continue;
		add_link(&table, sums, i);
		if (sums->rates)
			add_rates(&table, sums, i);
		else
			add_counts(&table, sums, i);
	}
	format_tables(out, &table, 1);
	if (table.error)
		out->error = table.error;
	table_free(&table);
	for (unsigned int i = 0; i < sums->links.count; i++)
		text_lost(out, sample, i);
}

static void text_sums(struct out *out, const struct sample *sample)
{
	if (people_see)
		people_sums(out, sample);
	else
		raw_sums(out, sample);
}

/* --- metrics per link --- */

/* For people the column LINK says what it is of. */
static const char *column_title(const char *name)
{
	return people_see && !strncmp(name, "link_", 5) ? name + 5 : name;
}

static int title_width(const char *title)
{
	int width = people_see ? PEOPLE_WIDTH : VALUE_WIDTH, length = strlen(title);

	return length > width ? length : width;
}

static void text_columns(struct out *out, const struct series *series)
{
	char name[SERIES_NAME_MAX];
	size_t column = BYLINK_NONE;

	out_add(out, "%-*s", LINK_WIDTH, "LINK");
	while ((column = bylink_column(series, column)) != BYLINK_NONE) {
		const char *title = column_title(bylink_name(series, column, name));

		out_add(out, "  %*s", title_width(title), title);
	}
	out_add(out, "\n");
}

/* Each value has its unit, because units differ between columns. */
static void text_bylink_row(struct out *out, const struct sample *sample, size_t link)
{
	const struct series *series = sample->series;
	char cell[sizeof(struct shown) + 1], name[SERIES_NAME_MAX];
	size_t column = BYLINK_NONE, i;
	struct shown shown;

	out_add(out, "%-*s", LINK_WIDTH, bylink_link(series, link, name));
	while ((column = bylink_column(series, column)) != BYLINK_NONE) {
		const char *what = "-";

		i = bylink_value(series, link, column);
		shown = (struct shown) { 0 };
		if (i != BYLINK_NONE)
			what = show_value(sample, i, &shown);
		snprintf(cell, sizeof(cell), "%s%s%s", shown.number, *shown.number ? " " : what,
			 shown.unit);
		out_add(out, "  %*s",
			title_width(column_title(bylink_name(series, column, name))), cell);
	}
	out_add(out, "\n");
}

static void text_bylink(struct out *out, const struct sample *sample)
{
	people_see = people_read();
	if (sample->series->sums) {
		text_sums(out, sample);
		return;
	}
	text_place(out, sample);
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
