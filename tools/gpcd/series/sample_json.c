// SPDX-License-Identifier: GPL-2.0-only
/* Samples as JSON: one line each. */
#include <float.h>
#include <stdlib.h>

#include "bylink.h"
#include "cli/out/document.h"
#include "sample_format.h"
#include "series.h"
#include "watch.h"

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
	char text[SAMPLE_VALUE_MAX], name[SERIES_NAME_MAX];

	document_put(out, document, "device", document_text(gpcd_path(series->device)));
	document_put(out, document, "mode", json_string(series_mode_name(series->mode)));
	put_times(out, document, gpcd_snapshot_times(sample->now));
	document_put_wide(out, document, "missed", sample->missed);
	document_put(out, document, "status", json_string(sample_status(sample)));
	for (unsigned int i = 0; i < series_values(series); i++) {
		const char *what = sample_value(sample, i, text);

		series_name(series, i, name);
		document_put(out, values, name, new_value(series, i, text));
		if (!*text)
			document_put(out, exceptions, name, json_string(what));
	}
	document_put(out, document, "values", values);
	document_put(out, document, "exceptions", exceptions);
	document_end(out, document, JSON_COMPACT | JSON_REAL_PRECISION(DBL_DIG));
}

static json_t *new_counters(struct out *out, const struct router *router, unsigned int link)
{
	const uint64_t *counters = router->sum[link].counters;
	json_t *object;

	if (!router->links.link[link].count)
		return json_null();
	object = json_object();
	for (unsigned int i = 0; i < ROUTER_COUNTERS; i++)
		document_put(out, object, router->kind->names[i], json_integer(counters[i]));
	return object;
}

static json_t *new_rates(struct out *out, const struct router *router, unsigned int link)
{
	const double *rates = router->sum[link].rates;
	json_t *object = json_object();

	for (unsigned int i = 0; i < ROUTER_COUNTERS; i++)
		document_put(out, object, router->kind->names[i], json_real(rates[i]));
	return object;
}

static bool is_timed(const struct router *router, unsigned int link)
{
	return router->timed && router->links.link[link].count;
}

static json_t *new_share(const struct router *router, unsigned int link,
			 unsigned int stalls)
{
	if (!is_timed(router, link))
		return json_null();
	return json_real(router_stall_share(router, link, stalls));
}

static void put_rates(struct out *out, json_t *object, const struct router *router,
		      unsigned int link)
{
	bool timed = is_timed(router, link);
	json_t *rates = timed ? new_rates(out, router, link) : json_null();

	document_put(out, object, "rates", rates);
	document_put(out, object, "utilisation",
		     timed ? json_real(router_utilisation(router, link)) : json_null());
	document_put(out, object, "inq_stall_share", new_share(router, link, ROUTER_INQ_STALLS));
	document_put(out, object, "outq_stall_share", new_share(router, link, ROUTER_OUTQ_STALLS));
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

static json_t *new_link(struct out *out, const struct router *router, unsigned int i, bool rates)
{
	const struct link *link = &router->links.link[i];
	json_t *object = json_object();
	char name[LINKS_NAME];

	document_put(out, object, "direction", json_string(watch_link_name(router, i, name)));
	document_put(out, object, "status", json_string(watch_status(router, i)));
	document_put(out, object, "far", new_far(out, link));
	document_put(out, object, "gb_s", json_real(link->speed));
	document_put(out, object, "tiles", json_integer(link->count));
	document_put(out, object, "lost", json_integer(link->lost));
	document_put(out, object, "counters", new_counters(out, router, i));
	if (rates)
		put_rates(out, object, router, i);
	return object;
}

static void json_router(struct out *out, const struct router *router,
			const struct watch_sample *sample)
{
	json_t *document = document_new(out);
	json_t *links = json_array();

	document_put(out, document, "device", document_text(gpcd_path(router->device)));
	put_times(out, document, gpcd_snapshot_times(router->now));
	document_put_wide(out, document, "missed", sample->missed);
	document_put(out, document, "coord", new_coord(out, router->coord));
	for (unsigned int i = 0; i < router->links.count; i++)
		document_append(out, links, new_link(out, router, i, sample->rates));
	document_put(out, document, "links", links);
	document_end(out, document, JSON_COMPACT | JSON_REAL_PRECISION(DBL_DIG));
}

static void json_links(struct out *out, const struct watch_sample *sample)
{
	for (size_t i = 0; i < sample->watch->count; i++) {
		if (sample->watch->chips[i].fresh)
			json_router(out, &sample->watch->chips[i].router, sample);
	}
}

static json_t *new_metrics(struct out *out, const struct sample *sample, size_t link)
{
	const struct series *series = sample->series;
	json_t *object = json_object(), *values = json_object(), *exceptions = json_object();
	char text[SAMPLE_VALUE_MAX];
	size_t column = BYLINK_NONE, i;

	document_put(out, object, "direction", json_string(series->bound->links[link].name));
	while ((column = bylink_column(series, column)) != BYLINK_NONE) {
		const char *name = bylink_metric(series, column)->name, *what;

		i = bylink_value(series, link, column);
		if (i == BYLINK_NONE)
			continue;
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
	document_put(out, document, "status", json_string(sample_status(sample)));
	document_put(out, document, "coord", new_coord(out, series->coord));
	for (size_t i = 0; i < series->bound->link_count; i++) {
		if (bylink_has(series, i))
			document_append(out, links, new_metrics(out, sample, i));
	}
	document_put(out, document, "links", links);
	document_end(out, document, JSON_COMPACT | JSON_REAL_PRECISION(DBL_DIG));
}

const struct sample_format sample_json = {
	.sample = json_sample,
	.links = json_links,
	.bylink = json_bylink,
};
