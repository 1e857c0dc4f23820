// SPDX-License-Identifier: GPL-2.0-only
/* Samples as JSON: one line each. */
#include <float.h>
#include <stdlib.h>

#include "cli/out/document.h"
#include "linksums.h"
#include "series.h"

static void put_times(struct out *out, json_t *object, const struct gpcd_times *times)
{
	document_put_wide(out, object, "realtime_ns", times->realtime_ns);
	document_put_wide(out, object, "monotonic_ns", times->end_ns);
	document_put_wide(out, object, "chip_ns", times->chip_ns);
	document_put_wide(out, object, "sweep_ns", times->end_ns - times->start_ns);
	document_put_wide(out, object, "epoch", times->epoch);
	document_put_wide(out, object, "sequence", times->sequence);
}

static json_t *new_value(const struct series *series, unsigned int i, const char *text)
{
	if (!*text)
		return json_null();
	if (series_real(series, i))
		return json_real(strtod(text, NULL));
	if (series_wide(series, i))
		return json_string(text);
	return json_integer(strtoll(text, NULL, 10));
}

static void json_sample(struct out *out, const struct sample *sample)
{
	const struct series *series = sample->series;
	json_t *document = document_new(out);
	json_t *exceptions = json_object();
	json_t *values = json_object();
	char text[SAMPLE_VALUE_MAX], room[SERIES_NAME_MAX];

	document_put(out, document, "device", document_text(gpcd_path(series->device)));
	document_put(out, document, "mode", json_string(series_mode_name(series->mode)));
	put_times(out, document, gpcd_snapshot_times(sample->now));
	document_put_wide(out, document, "missed", sample->missed);
	document_put(out, document, "status", json_string(sample_status(sample)));
	for (unsigned int i = 0; i < series_values(series); i++) {
		const char *what = sample_value(sample, i, text);
		const char *name = series_name(series, i, room);

		document_put_named(out, values, name, new_value(series, i, text));
		if (!*text)
			document_put_named(out, exceptions, name, json_string(what));
	}
	document_put(out, document, "values", values);
	document_put(out, document, "exceptions", exceptions);
	document_end(out, document, JSON_COMPACT | JSON_REAL_PRECISION(DBL_DIG));
}

static json_t *new_coord(struct out *out, const unsigned int coord[3])
{
	json_t *array = json_array();

	for (int i = 0; i < 3; i++)
		document_append(out, array, json_integer(coord[i]));
	return array;
}

static json_t *new_far(struct out *out, const struct link *link)
{
	return link->count ? new_coord(out, link->far) : json_null();
}

/*
 * Make an object of the counters of a link, or of their rates, from column @first on; null if there
 * are none.
 */
static json_t *new_counters(struct out *out, const struct sample *sample, size_t link,
			    size_t first)
{
	const struct series *series = sample->series;
	json_t *object = json_object();
	char text[SAMPLE_VALUE_MAX];

	for (size_t n = 0; n < ROUTER_COUNTERS; n++) {
		size_t i = bylink_value(series, link, first + n);

		sample_value(sample, i, text);
		if (!*text) {
			json_decref(object);
			return json_null();
		}
		document_put(out, object, series->sums->kind->names[n],
			     new_value(series, i, text));
	}
	return object;
}

static void put_shares(struct out *out, json_t *object, const struct sample *sample, size_t link)
{
	const struct series *series = sample->series;
	char text[SAMPLE_VALUE_MAX], name[SERIES_NAME_MAX];
	size_t column = LINKSUMS_SHARES - 1, i;

	while ((column = bylink_column(series, column)) != BYLINK_NONE) {
		i = bylink_value(series, link, column);
		sample_value(sample, i, text);
		document_put(out, object, bylink_name(series, column, name),
			     new_value(series, i, text));
	}
}

static json_t *new_sums(struct out *out, const struct sample *sample, size_t i)
{
	const struct linksums *sums = sample->series->sums;
	const struct link *link = &sums->links.link[i];
	json_t *object = json_object();
	char name[BYLINK_NAME];

	document_put(out, object, "direction", json_string(linksums_link(sums, i, name)));
	document_put(out, object, "status", json_string(bylink_status(sample, i)));
	document_put(out, object, "far", new_far(out, link));
	document_put(out, object, "gb_s", json_real(link->speed));
	document_put(out, object, "tiles", json_integer(link->count));
	document_put(out, object, "lost", json_integer(link->lost));
	document_put(out, object, "counters", new_counters(out, sample, i, 0));
	if (sums->rates) {
		document_put(out, object, "rates", new_counters(out, sample, i, LINKSUMS_RATES));
		put_shares(out, object, sample, i);
	}
	return object;
}

static json_t *new_metrics(struct out *out, const struct sample *sample, size_t link)
{
	const struct series *series = sample->series;
	json_t *object = json_object(), *values = json_object(), *exceptions = json_object();
	char text[SAMPLE_VALUE_MAX], name[SERIES_NAME_MAX];
	size_t column = BYLINK_NONE, i;

	document_put(out, object, "direction", json_string(bylink_link(series, link, name)));
	while ((column = bylink_column(series, column)) != BYLINK_NONE) {
		const char *what;

		i = bylink_value(series, link, column);
		if (i == BYLINK_NONE)
			continue;
		bylink_name(series, column, name);
		what = sample_value(sample, i, text);
		document_put(out, values, name, new_value(series, i, text));
		if (!*text)
			document_put(out, exceptions, name, json_string(what));
	}
	document_put(out, object, "values", values);
	document_put(out, object, "exceptions", exceptions);
	return object;
}

static void json_bylink(struct out *out, const struct sample *sample)
{
	const struct series *series = sample->series;
	json_t *document = document_new(out);
	json_t *links = json_array();

	document_put(out, document, "device", document_text(gpcd_path(series->device)));
	put_times(out, document, gpcd_snapshot_times(sample->now));
	document_put_wide(out, document, "missed", sample->missed);
	if (!series->sums)
		document_put(out, document, "status", json_string(sample_status(sample)));
	document_put(out, document, "coord", new_coord(out, series->coord));
	for (size_t i = 0; i < bylink_count(series); i++) {
		if (bylink_has(series, i))
			document_append(out, links, series->sums ? new_sums(out, sample, i) :
								   new_metrics(out, sample, i));
	}
	document_put(out, document, "links", links);
	document_end(out, document, JSON_COMPACT | JSON_REAL_PRECISION(DBL_DIG));
}

const struct sample_format sample_json = {
	.sample = json_sample,
	.bylink = json_bylink,
};
