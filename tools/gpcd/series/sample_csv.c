// SPDX-License-Identifier: GPL-2.0-only
/* Samples as comma-separated values. */
#include <stdlib.h>
#include <string.h>

#include "cli/out/columns.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "linksums.h"
#include "series.h"

#define FIRST "realtime_ns,monotonic_ns,chip_ns,epoch,sequence,missed,status," CSV_SCHEMA

/*
 * Raw values, deltas and rates of the same registers need different headers, so that they do not
 * share a file.
 */
static void add_series(struct out *out, const struct series *series)
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
}

static void csv_first(struct out *out, const struct gpcd_times *times, uint64_t missed,
		      const char *status)
{
	out_add(out, "%ju,%ju,%ju,%ju,%ju,%ju,%s,%d", (uintmax_t)times->realtime_ns,
		(uintmax_t)times->end_ns, (uintmax_t)times->chip_ns, (uintmax_t)times->epoch,
		(uintmax_t)times->sequence, (uintmax_t)missed, status, FORMAT_SCHEMA);
}

/* Write a value. Return the end. */
static char *put_value(char *at, const struct sample *sample, unsigned int i)
{
	sample_value(sample, i, at);
	return at + strlen(at);
}

static void add_sample(struct out *out, const struct sample *sample)
{
	unsigned int count = series_values(sample->series);
	char *at;

	csv_first(out, gpcd_snapshot_times(sample->now), sample->missed, sample_status(sample));
	at = out_room(out, count * (1 + SAMPLE_VALUE_MAX) + 1);
	if (!at)
		return;
	for (unsigned int i = 0; i < count; i++) {
		*at++ = ',';
		at = put_value(at, sample, i);
	}
	*at++ = '\n';
	out_take(out, at);
}

static void add_bylink_header(struct out *out, const struct series *series)
{
	const char *const *axes = router_kind(gpcd_chip(series->device))->axes;
	char name[SERIES_NAME_MAX];
	size_t column = BYLINK_NONE;

	out_add(out, FIRST ",device,%s,%s,%s,direction", axes[0], axes[1], axes[2]);
	if (series->sums)
		out_add(out, ",far_%s,far_%s,far_%s,gb_s,tiles,lost", axes[0], axes[1], axes[2]);
	while ((column = bylink_column(series, column)) != BYLINK_NONE)
		out_add(out, ",%s", bylink_name(series, column, name));
	out_add(out, "\n");
}

/* Sums come with what the map says about the link. */
static void csv_map(struct out *out, const struct link *link)
{
	if (link->count)
		out_add(out, ",%u,%u,%u,%.10g", link->far[0], link->far[1], link->far[2],
			link->speed);
	else
		out_add(out, ",,,,0");
	out_add(out, ",%u,%u", link->count, link->lost);
}

static void csv_bylink_row(struct out *out, const struct sample *sample, size_t link)
{
	const struct series *series = sample->series;
	char name[BYLINK_NAME], *at;
	size_t column = BYLINK_NONE, i;

	csv_first(out, gpcd_snapshot_times(sample->now), sample->missed,
		  bylink_status(sample, link));
	out_add(out, ",");
	csv_text(out, gpcd_path(series->device));
	out_add(out, ",%u,%u,%u,%s", series->coord[0], series->coord[1], series->coord[2],
		bylink_link(series, link, name));
	if (series->sums)
		csv_map(out, &series->sums->links.link[link]);
	while ((column = bylink_column(series, column)) != BYLINK_NONE) {
		i = bylink_value(series, link, column);
		at = out_room(out, 1 + SAMPLE_VALUE_MAX);
		if (!at)
			return;
		*at++ = ',';
		out_take(out, i == BYLINK_NONE ? at : put_value(at, sample, i));
	}
	out_byte(out, '\n');
}

static void add_bylink(struct out *out, const struct sample *sample)
{
	for (size_t i = 0; i < bylink_count(sample->series); i++) {
		if (bylink_has(sample->series, i))
			csv_bylink_row(out, sample, i);
	}
}

/* --- with all columns, or those that --columns wants --- */

static void chosen_header(struct out *out, const struct series *series,
			  void (*add)(struct out *out, const struct series *series))
{
	struct out whole = { 0 };

	if (!columns_are_wanted()) {
		add(out, series);
		out_header(out);
		return;
	}
	add(&whole, series);
	out->error = out->error ? out->error : whole.error;
	if (!out->error)
		columns_header(out, &whole);
	free(whole.text);
	out_header(out);
}

static void chosen_rows(struct out *out, const struct sample *sample,
			void (*add)(struct out *out, const struct sample *sample))
{
	struct out whole = { 0 };

	if (!columns_are_wanted()) {
		add(out, sample);
		return;
	}
	add(&whole, sample);
	out->error = out->error ? out->error : whole.error;
	if (!out->error)
		columns_lines(out, &whole);
	free(whole.text);
}

static void csv_series(struct out *out, const struct series *series)
{
	chosen_header(out, series, add_series);
}

static void csv_sample(struct out *out, const struct sample *sample)
{
	chosen_rows(out, sample, add_sample);
}

static void csv_bylink_header(struct out *out, const struct series *series)
{
	chosen_header(out, series, add_bylink_header);
}

static void csv_bylink(struct out *out, const struct sample *sample)
{
	chosen_rows(out, sample, add_bylink);
}

const struct sample_format sample_csv = {
	.series = csv_series,
	.sample = csv_sample,
	.bylink_header = csv_bylink_header,
	.bylink = csv_bylink,
};
