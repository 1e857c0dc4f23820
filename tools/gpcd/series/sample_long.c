// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples in the long format: CSV with one value per line and the same columns for all devices,
 * registers, metrics and links. The schema is in gpcd(1).
 */
#include <limits.h>
#include <unistd.h>

#include "cli/out/csv.h"
#include "cli/out/out.h"
#include "sample_format.h"
#include "series.h"
#include "watch.h"

#define LONG_SCHEMA "long_schema_" CSV_NUMBER(FORMAT_LONG_SCHEMA)

/* First columns of a device's lines. */
struct place {
	const char *host; /* where it was read; NULL: this machine */
	const struct gpcd *device;
	const unsigned int *coord;
	const struct gpcd_times *times;
};

/* Raw values, deltas and rates need different headers, so that they do not share a file. */
static void long_header(struct out *out, enum series_mode mode)
{
	out_add(out, "host,device,coordinate,realtime_ns,name,value,unit,status," LONG_SCHEMA);
	if (mode != SERIES_RAW)
		out_add(out, "_%s", series_mode_name(mode));
	out_add(out, "\n");
	out_header(out);
}

static const char *this_host(void)
{
	static char name[HOST_NAME_MAX + 1];

	if (!*name && gethostname(name, sizeof(name) - 1))
		name[0] = '\0';
	return name;
}

static void long_place(struct out *out, const struct place *place)
{
	csv_text(out, place->host ? place->host : this_host());
	out_add(out, ",");
	csv_text(out, gpcd_path(place->device));
	out_add(out, ",\"%u,%u,%u\",%ju,", place->coord[0], place->coord[1], place->coord[2],
		(uintmax_t)place->times->realtime_ns);
}

static void long_end(struct out *out, const char *status)
{
	out_add(out, ",%s,%d\n", status, FORMAT_LONG_SCHEMA);
}

static void long_series(struct out *out, const struct series *series)
{
	long_header(out, series->mode);
}

static void long_sample(struct out *out, const struct sample *sample)
{
	const struct series *series = sample->series;
	const struct place place = {
		series->host, series->device, series->coord, gpcd_snapshot_times(sample->now),
	};
	char text[SAMPLE_VALUE_MAX], name[SERIES_NAME_MAX];

	for (unsigned int i = 0; i < series_values(series); i++) {
		const char *status = sample_value(sample, i, text);
		const char *doubt = sample_value_doubt(sample, i);

		long_place(out, &place);
		csv_text(out, series_name(series, i, name));
		out_add(out, ",%s,%s%s", text, series_unit(series, i),
			series_per_second(series, i));
		long_end(out, *text && doubt ? doubt : status);
	}
}

/* --- links --- */

static void long_links_header(struct out *out, const struct router_kind *kind, bool rates)
{
	(void)kind;
	(void)rates;
	long_header(out, SERIES_RAW);
}

/* A value of a link. */
struct cell {
	const char *name;
	const char *suffix; /* follows the name */
	const char *link; /* name of the link */
	const char *unit;
	const char *per; /* follows the unit */
	const char *status;
};

static void begin_cell(struct out *out, const struct place *place, const struct cell *cell)
{
	char name[64];

	snprintf(name, sizeof(name), "%s%s:%s", cell->name, cell->suffix, cell->link);
	long_place(out, place);
	csv_text(out, name);
	out_add(out, ",");
}

static void end_cell(struct out *out, const struct cell *cell)
{
	out_add(out, ",%s%s", cell->unit, cell->per);
	long_end(out, cell->status);
}

static void long_counters(struct out *out, const struct place *place, const struct router *router,
			  unsigned int link, struct cell *cell)
{
	for (unsigned int n = 0; n < ROUTER_COUNTERS; n++) {
		cell->name = router->kind->names[n];
		cell->unit = router->kind->units[n];
		begin_cell(out, place, cell);
		if (router->links.link[link].count)
			out_add(out, "%ju", (uintmax_t)router->sum[link].counters[n]);
		end_cell(out, cell);
	}
}

static bool long_timed(const struct router *router, unsigned int link)
{
	return router->timed && router->links.link[link].count;
}

static void long_share(struct out *out, const struct place *place, struct cell *cell, bool given,
		       double share)
{
	cell->unit = "share";
	begin_cell(out, place, cell);
	if (given)
		out_add(out, "%.9f", share);
	end_cell(out, cell);
}

static void long_rates(struct out *out, const struct place *place, const struct router *router,
		       unsigned int link, struct cell *cell)
{
	bool timed = long_timed(router, link);
	static const struct {
		const char *name;
		enum router_counter stalls;
	} shares[] = {
		{ "inq_stall_share", ROUTER_INQ_STALLS },
		{ "outq_stall_share", ROUTER_OUTQ_STALLS },
	};

	cell->suffix = "_s";
	cell->per = "/s";
	if (!router->timed && router->links.link[link].count)
		cell->status = "no-time";
	for (unsigned int n = 0; n < ROUTER_COUNTERS; n++) {
		cell->name = router->kind->names[n];
		cell->unit = router->kind->units[n];
		begin_cell(out, place, cell);
		if (timed)
			out_add(out, "%.3f", router->sum[link].rates[n]);
		end_cell(out, cell);
	}
	cell->suffix = "";
	cell->per = "";
	cell->name = "utilisation";
	long_share(out, place, cell, timed, timed ? router_utilisation(router, link) : 0);
	for (size_t i = 0; i < ARRAY_SIZE(shares); i++) {
		cell->name = shares[i].name;
		long_share(out, place, cell, timed,
			   timed ? router_stall_share(router, link, shares[i].stalls) : 0);
	}
}

static void long_router(struct out *out, const struct router *router, bool rates)
{
	const struct place place = {
		NULL, router->device, router->coord, gpcd_snapshot_times(router->now),
	};
	char name[LINKS_NAME];

	for (unsigned int i = 0; i < router->links.count; i++) {
		struct cell cell = {
			.suffix = "",
			.link = watch_link_name(router, i, name),
			.per = "",
			.status = watch_status(router, i),
		};

		long_counters(out, &place, router, i, &cell);
		if (rates)
			long_rates(out, &place, router, i, &cell);
	}
}

static void long_links(struct out *out, const struct watch_sample *sample)
{
	for (size_t i = 0; i < sample->watch->count; i++) {
		if (sample->watch->chips[i].fresh)
			long_router(out, &sample->watch->chips[i].router, sample->rates);
	}
}

const struct sample_format sample_long = {
	.series = long_series,
	.sample = long_sample,
	.links_header = long_links_header,
	.links = long_links,
	.bylink_header = long_series,
	.bylink = long_sample,
};
