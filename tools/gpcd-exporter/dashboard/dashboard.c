// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/metrics/sets.h"
#include "cli/out/out.h"
#include "cli/out/unicode.h"
#include "dashboard.h"
#include "gpcd-exporter/expose/family.h"

/* Most chips, or drivers, of a family of devices. */
#define TYPES_MOST	8

/* A family of devices. */
struct kind {
	const char *title;
	const char *devices;			/* regular expression of their labels */
	const char *types[TYPES_MOST + 1];	/* chips or drivers, by which metrics are found */
};

static const struct kind kinds[DASHBOARDS] = {
	[DASHBOARD_ROUTERS] = { "routers", "gpcd.*|image:.*", { "gemini", "aries" } },
	[DASHBOARD_SLINGSHOT] = { "Slingshot", "cxi:.*|gpcd.*|image:.*",
				  { "cxi", "cassini1", "cassini2" } },
	[DASHBOARD_RDMA] = { "RDMA", "rdma:.*",
			     { "mlx5_ib", "bnxt_re", "irdma", "hfi1", "efa", "mlx4_ib", "hns_roce",
			       "rxe" } },
	[DASHBOARD_ETHERNET] = { "Ethernet", "net:.*", { "net", "mlx5_core" } },
};

const struct words dashboard_names = WORDS_OF("routers", "slingshot", "rdma", "ethernet");

/* --- a panel --- */

/* Size of a panel, and of the page, in Grafana's units. */
enum { HEIGHT = 8, WIDTH = 12, PAGE_WIDTH = 24 };

/* A dashboard that is being made. */
struct drawing {
	json_t *panels;
	int x, y;				/* where the next panel goes */
	char row[METRICS_NAME_ROOM];		/* title of the last row */
	void *seen[METRICS_MOST];		/* names of families with a panel; owned */
	size_t count;				/* of seen */
	int err;				/* -ENOMEM: the dashboard is incomplete */
};

/* Takes over the panel; NULL is one for which there was no memory. */
static void add_panel(struct drawing *drawing, json_t *panel)
{
	if (json_array_append_new(drawing->panels, panel))
		drawing->err = -ENOMEM;
}

static int next_id(const struct drawing *drawing)
{
	return json_array_size(drawing->panels) + 1;
}

static json_t *place(int height, int width, int x, int y)
{
	return json_pack("{s:i,s:i,s:i,s:i}", "h", height, "w", width, "x", x, "y", y);
}

/* Users write metrics, in any bytes. */
static json_t *clean_text(const char *bytes)
{
	char *clean = unicode_clean(bytes);
	json_t *text = clean ? json_string(clean) : NULL;

	free(clean);
	return text;
}

static json_t *source(void)
{
	return json_pack("{s:s,s:s}", "type", "prometheus", "uid", "${datasource}");
}

/* Begin a row, unless it is the last one that was begun. */
static void begin_row(struct drawing *drawing, const char *title)
{
	if (!strcmp(drawing->row, title))
		return;
	snprintf(drawing->row, sizeof(drawing->row), "%s", title);
	drawing->y += drawing->x ? HEIGHT : 0;
	drawing->x = 0;
	add_panel(drawing, json_pack("{s:i,s:s,s:o,s:o,s:b,s:[]}", "id", next_id(drawing),
				     "type", "row", "title", clean_text(title), "gridPos",
				     place(1, PAGE_WIDTH, 0, drawing->y), "collapsed", 0,
				     "panels"));
	drawing->y++;
}

/* What a panel shows. */
struct curve {
	const char *title;
	const char *help;
	const char *unit;	/* Grafana's name */
	const char *expr;	/* query */
	const char *legend;
};

static void draw(struct drawing *drawing, const struct curve *curve)
{
	json_t *target = json_pack("{s:s,s:s,s:s}", "refId", "A", "expr", curve->expr,
				   "legendFormat", curve->legend);
	json_t *field = json_pack("{s:{s:s,s:i},s:[]}", "defaults", "unit", curve->unit, "min", 0,
				  "overrides");

	add_panel(drawing, json_pack("{s:i,s:s,s:s,s:o,s:o,s:o,s:o,s:[o]}", "id", next_id(drawing),
				     "type", "timeseries", "title", curve->title,
				     "description", clean_text(curve->help), "datasource", source(),
				     "gridPos", place(HEIGHT, WIDTH, drawing->x, drawing->y),
				     "fieldConfig", field, "targets", target));
	drawing->x = (drawing->x + WIDTH) % PAGE_WIDTH;
	drawing->y += drawing->x ? 0 : HEIGHT;
}

/* --- metrics --- */

/* Labels that choose the devices of the page; chips and links have no device. */
#define OF_DEVICE	"{instance=~\"$instance\",device=~\"$device\"}"
#define OF_CHIP		"{instance=~\"$instance\"}"

static const char *const chosen[METRICS_PERS] = {
	[METRICS_PER_NIC] = OF_DEVICE,
	[METRICS_PER_CHIP] = OF_CHIP,
	[METRICS_PER_LINK] = OF_CHIP,
};

static const char *const legends[METRICS_PERS] = {
	[METRICS_PER_NIC] = "{{instance}} {{device}}",
	[METRICS_PER_CHIP] = "{{instance}} {{chip}}",
	[METRICS_PER_LINK] = "{{instance}} {{chip}} {{link}}",
};

/* The unit of a base unit, and of so many of them a second. */
static const struct {
	const char *base, *unit, *rate;
} units[] = {
	{ "bytes", "decbytes", "Bps" },
	{ "seconds", "s", "percentunit" },
	{ "ratio", "percentunit", "short" },
	{ "hertz", "hertz", "short" },
	{ "", "short", "cps" },
};

static const char *grafana_unit(const struct family *family, bool timed)
{
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (!strcmp(units[i].base, family->unit))
			return timed ? units[i].rate : units[i].unit;
	}
	return "short";
}

#define RATE(part)	"rate(%s_" part "%s[$__rate_interval])"

/* Write the query that computes a metric of the series of its family. */
static int write_query(const struct family *family, const struct parts *parts, const char *of,
		       char **query)
{
	const char *name = family->name;

	switch (parts->kind) {
	case PARTS_COUNTER:
		return asprintf(query, "%s(%s_total%s[$__rate_interval])",
				parts->timed ? "rate" : "increase", name, of);
	case PARTS_MEAN:
		return asprintf(query, RATE("sum") " / " RATE("count"), name, of, name, of);
	default:
		return asprintf(query, "%s%s", name, of);
	}
}

/* Return whether this is a family's first metric; another driver may have the same. */
static bool is_new(struct drawing *drawing, const char *family)
{
	for (size_t i = 0; i < drawing->count; i++) {
		if (!strcmp(drawing->seen[i], family))
			return false;
	}
	if (drawing->count == ARRAY_SIZE(drawing->seen))
		return false;
	drawing->seen[drawing->count] = strdup(family);
	if (!drawing->seen[drawing->count])
		drawing->err = -ENOMEM;
	else
		drawing->count++;
	return !drawing->err;
}

/* A metric without totals is not exported; nor is one of tiles, unless it is asked for. */
static void draw_metric(struct drawing *drawing, const struct metric *metric)
{
	struct curve curve = { .help = metric->help, .legend = legends[metric->per] };
	char title[METRICS_NAME_ROOM], *query = NULL;
	struct family family;
	struct parts parts;

	if (metric->per == METRICS_PER_TILE || parts_find(&metric->formula, 1, 1, &parts))
		return;
	family_of(metric, &parts, &family);
	if (!is_new(drawing, family.name))
		return;
	begin_row(drawing, metric->set);
	strcpy(title, metric->name);
	for (char *c = title; (c = strchr(c, '_'));)
		*c = ' ';
	curve.title = title;
	curve.unit = grafana_unit(&family, parts.timed);
	if (write_query(&family, &parts, chosen[metric->per], &query) < 0) {
		drawing->err = -ENOMEM;
		return;
	}
	curve.expr = query;
	draw(drawing, &curve);
	free(query);
}

/* --- a dashboard --- */

/* What all devices have. */
static void draw_devices(struct drawing *drawing)
{
	static const struct curve curves[] = {
		{ "up", "1 if the device was read, and 0 if it is down", "short",
		  "gpcd_up" OF_DEVICE, "{{instance}} {{device}}" },
		{ "missing", "numbers of metrics that are missing, by reason", "short",
		  "gpcd_missing_series" OF_DEVICE, "{{instance}} {{device}} {{reason}}" },
		{ "what is wrong", "causes in the last window, and how sure they are (findings)",
		  "percentunit", "gpcd_finding" OF_CHIP, "{{instance}} {{kind}} {{root}}" },
	};

	begin_row(drawing, "devices");
	for (size_t i = 0; i < ARRAY_SIZE(curves); i++)
		draw(drawing, &curves[i]);
}

/* The metrics of a family of devices, by type. */
struct stock {
	struct metrics of[TYPES_MOST];
	size_t count;
};

static int read_stock(struct stock *stock, const struct kind *kind)
{
	int code = 0;

	for (stock->count = 0; !code && kind->types[stock->count]; stock->count += !code)
		code = sets_read_type(&stock->of[stock->count], kind->types[stock->count]);
	return code;
}

/* A set has one row, whichever types have metrics in it. */
static void draw_set(struct drawing *drawing, const struct stock *stock, const char *set)
{
	for (size_t i = 0; i < stock->count; i++) {
		for (size_t j = 0; j < stock->of[i].count; j++) {
			if (!strcmp(stock->of[i].list[j].set, set))
				draw_metric(drawing, &stock->of[i].list[j]);
		}
	}
}

/* Panels that are there are not drawn again. */
static int draw_all(struct drawing *drawing, const struct kind *kind)
{
	static struct stock stock;
	int code = read_stock(&stock, kind);

	draw_devices(drawing);
	for (size_t i = 0; !code && i < stock.count; i++) {
		for (size_t j = 0; j < stock.of[i].count; j++)
			draw_set(drawing, &stock, stock.of[i].list[j].set);
	}
	while (stock.count)
		metrics_free(&stock.of[--stock.count]);
	return code;
}

/* A list of values of a label, of which the reader chooses; all of them match @all. */
static json_t *variable(const char *name, const char *all, const char *query)
{
	return json_pack("{s:s,s:s,s:o,s:s,s:b,s:b,s:s,s:i}", "name", name, "type", "query",
			 "datasource", source(), "query", query, "multi", 1, "includeAll", 1,
			 "allValue", all, "refresh", 2);
}

static json_t *variables(const struct kind *kind)
{
	char instances[128], devices[128];

	snprintf(instances, sizeof(instances), "label_values(gpcd_up{device=~\"%s\"}, instance)",
		 kind->devices);
	snprintf(devices, sizeof(devices),
		 "label_values(gpcd_up{instance=~\"$instance\",device=~\"%s\"}, device)",
		 kind->devices);
	return json_pack("[{s:s,s:s,s:s},o,o]", "name", "datasource", "type", "datasource",
			 "query", "prometheus", variable("instance", ".*", instances),
			 variable("device", kind->devices, devices));
}

static int dashboard_add(const char *bytes, size_t length, void *data)
{
	struct out *out = data;

	out_bytes(out, bytes, length);
	return out->error;
}

/* Print a dashboard whole or not at all. Takes over @panels. */
static int print_page(const struct kind *kind, const char *name, json_t *panels)
{
	char title[64], uid[64];
	struct out out = { 0 };
	json_t *page;
	int err = 0;

	snprintf(title, sizeof(title), "gpcd: %s", kind->title);
	snprintf(uid, sizeof(uid), "gpcd-%s", name);
	page = json_pack("{s:s,s:s,s:[s],s:i,s:b,s:s,s:{s:s,s:s},s:{s:o},s:o}", "title", title,
			 "uid", uid, "tags", "gpcd", "schemaVersion", 38, "editable", 1,
			 "refresh", "30s", "time", "from", "now-1h", "to", "now",
			 "templating", "list", variables(kind), "panels", panels);
	if (!page || json_dump_callback(page, dashboard_add, &out, JSON_INDENT(1)))
		err = -ENOMEM;
	json_decref(page);
	out_string(&out, "\n");
	if (!err)
		err = out_record(&out);
	free(out.text);
	if (err == -ENOMEM)
		return complain_error("dashboard", err);
	return err ? complain_output("standard output", err) : 0;
}

int dashboard_print(enum dashboard which)
{
	static struct drawing drawing;
	const char *name = words_at(&dashboard_names, which);
	int code;

	drawing = (struct drawing) { .panels = json_array() };
	code = draw_all(&drawing, &kinds[which]);
	if (!code && drawing.err)
		code = complain_error("dashboard", drawing.err);
	if (!code)
		code = print_page(&kinds[which], name, json_incref(drawing.panels));
	json_decref(drawing.panels);
	while (drawing.count)
		free(drawing.seen[--drawing.count]);
	return code;
}
