// SPDX-License-Identifier: GPL-2.0-only
/* Samples as JSON: one line each. */
#include <stdlib.h>
#include <string.h>

#include "cli/out/document.h"
#include "linksums.h"
#include "series.h"

static void member_times(struct document *document, const struct gpcd_times *times)
{
	document_wide(document, "realtime_ns", times->realtime_ns);
	document_wide(document, "monotonic_ns", times->end_ns);
	document_wide(document, "chip_ns", times->chip_ns);
	document_wide(document, "sweep_ns", times->end_ns - times->start_ns);
	document_wide(document, "epoch", times->epoch);
	document_wide(document, "sequence", times->sequence);
}

static void member_value(struct document *document, const char *name, const struct series *series,
			 unsigned int i, const char *text)
{
	if (!*text)
		document_null(document, name);
	else if (series_real(series, i))
		document_decimal(document, name, text);
	else if (series_wide(series, i))
		document_text(document, name, text);
	else
		document_digits(document, name, text);
}

#define SEEN_BITS 4096

/* Which registers of a sample may have come already, by their index; 0 bits have not. */
struct seen {
	uint64_t bits[SEEN_BITS / 64];
};

/* An object has each name once, and a register may be asked for several times. */
static bool register_again(struct seen *seen, const struct series *series, unsigned int i)
{
	const struct gpcd_group *group = series->group;
	unsigned int bit, j = 0;
	uint64_t *word;

	if (i >= series_registers(series))
		return false;
	bit = gpcd_group_reg(group, i)->index % SEEN_BITS;
	word = &seen->bits[bit / 64];
	if (!(*word >> bit % 64 & 1)) {
		*word |= 1ULL << bit % 64;
		return false;
	}
	while (strcmp(gpcd_group_name(group, j), gpcd_group_name(group, i)))
		j++;
	return j < i;
}

/* Add the values; return the number of those that are missing. */
static unsigned int member_values(struct document *document, const struct sample *sample)
{
	char text[SAMPLE_VALUE_MAX], room[SERIES_NAME_MAX];
	unsigned int count = series_values(sample->series), missing = 0;
	struct seen seen = { 0 };

	document_object(document, "values");
	for (unsigned int i = 0; i < count; i++) {
		if (register_again(&seen, sample->series, i))
			continue;
		sample_value(sample, i, text);
		member_value(document, series_name(sample->series, i, room), sample->series, i,
			     text);
		missing += !*text;
	}
	document_close(document);
	return missing;
}

/* Add why @missing values are missing. */
static void member_exceptions(struct document *document, const struct sample *sample,
			      unsigned int missing)
{
	char text[SAMPLE_VALUE_MAX], room[SERIES_NAME_MAX];
	struct seen seen = { 0 };
	const char *why;

	document_object(document, "exceptions");
	for (unsigned int i = 0; missing; i++) {
		why = sample_value(sample, i, text);
		if (*text || register_again(&seen, sample->series, i))
			continue;
		document_text(document, series_name(sample->series, i, room), why);
		missing--;
	}
	document_close(document);
}

static void json_sample(struct out *out, const struct sample *sample)
{
	const struct series *series = sample->series;
	struct document document;

	document_begin(&document, out, false);
	document_text(&document, "device", gpcd_path(series->device));
	document_text(&document, "mode", series_mode_name(series->mode));
	member_times(&document, gpcd_snapshot_times(sample->now));
	document_wide(&document, "missed", sample->missed);
	document_text(&document, "status", sample_status(sample));
	member_exceptions(&document, sample, member_values(&document, sample));
	document_end(&document);
}

static void member_coord(struct document *document, const char *name, const unsigned int coord[3])
{
	document_array(document, name);
	for (int i = 0; i < 3; i++)
		document_number(document, NULL, coord[i]);
	document_close(document);
}

static bool has_counters(const struct sample *sample, size_t link, size_t first)
{
	char text[SAMPLE_VALUE_MAX];
	size_t n = 0;

	do {
		sample_value(sample, bylink_value(sample->series, link, first + n), text);
	} while (*text && ++n < ROUTER_COUNTERS);
	return n == ROUTER_COUNTERS;
}

/* Add the counters of a link, or their rates, from column @first on; null if there are none. */
static void member_counters(struct document *document, const char *name,
			    const struct sample *sample, size_t link, size_t first)
{
	const struct series *series = sample->series;
	char text[SAMPLE_VALUE_MAX];

	if (!has_counters(sample, link, first)) {
		document_null(document, name);
		return;
	}
	document_object(document, name);
	for (size_t n = 0; n < ROUTER_COUNTERS; n++) {
		size_t i = bylink_value(series, link, first + n);

		sample_value(sample, i, text);
		member_value(document, series->sums->kind->names[n], series, i, text);
	}
	document_close(document);
}

static void member_shares(struct document *document, const struct sample *sample, size_t link)
{
	const struct series *series = sample->series;
	char text[SAMPLE_VALUE_MAX], name[SERIES_NAME_MAX];
	size_t column = LINKSUMS_SHARES - 1, i;

	while ((column = bylink_column(series, column)) != BYLINK_NONE) {
		i = bylink_value(series, link, column);
		sample_value(sample, i, text);
		member_value(document, bylink_name(series, column, name), series, i, text);
	}
}

static void member_sums(struct document *document, const struct sample *sample, size_t i)
{
	const struct linksums *sums = sample->series->sums;
	const struct link *link = &sums->links.link[i];
	char name[BYLINK_NAME];

	document_text(document, "direction", linksums_link(sums, i, name));
	document_text(document, "status", bylink_status(sample, i));
	if (link->count)
		member_coord(document, "far", link->far);
	else
		document_null(document, "far");
	document_real(document, "gb_s", link->speed);
	document_number(document, "tiles", link->count);
	document_number(document, "lost", link->lost);
	member_counters(document, "counters", sample, i, 0);
	if (sums->rates) {
		member_counters(document, "rates", sample, i, LINKSUMS_RATES);
		member_shares(document, sample, i);
	}
}

/* Add the metrics of a link, or why they have no value. */
static void member_columns(struct document *document, const struct sample *sample, size_t link,
			   bool reasons)
{
	const struct series *series = sample->series;
	char text[SAMPLE_VALUE_MAX], name[SERIES_NAME_MAX];
	size_t column = BYLINK_NONE, i;
	const char *why;

	while ((column = bylink_column(series, column)) != BYLINK_NONE) {
		i = bylink_value(series, link, column);
		if (i == BYLINK_NONE)
			continue;
		bylink_name(series, column, name);
		why = sample_value(sample, i, text);
		if (!reasons)
			member_value(document, name, series, i, text);
		else if (!*text)
			document_text(document, name, why);
	}
}

static void member_metrics(struct document *document, const struct sample *sample, size_t link)
{
	char name[BYLINK_NAME];

	document_text(document, "direction", bylink_link(sample->series, link, name));
	document_object(document, "values");
	member_columns(document, sample, link, false);
	document_close(document);
	document_object(document, "exceptions");
	member_columns(document, sample, link, true);
	document_close(document);
}

static void json_bylink(struct out *out, const struct sample *sample)
{
	const struct series *series = sample->series;
	struct document document;

	document_begin(&document, out, false);
	document_text(&document, "device", gpcd_path(series->device));
	member_times(&document, gpcd_snapshot_times(sample->now));
	document_wide(&document, "missed", sample->missed);
	if (!series->sums)
		document_text(&document, "status", sample_status(sample));
	member_coord(&document, "coord", series->coord);
	document_array(&document, "links");
	for (size_t i = 0; i < bylink_count(series); i++) {
		if (!bylink_has(series, i))
			continue;
		document_object(&document, NULL);
		if (series->sums)
			member_sums(&document, sample, i);
		else
			member_metrics(&document, sample, i);
		document_close(&document);
	}
	document_close(&document);
	document_end(&document);
}

const struct sample_format sample_json = {
	.sample = json_sample,
	.bylink = json_bylink,
};
