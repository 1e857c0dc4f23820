// SPDX-License-Identifier: GPL-2.0-only
/*
 * Four panels, one below the other, with a common time scale: requests and responses, each measured
 * from the NIC and from the call. Each row is scaled to its fullest bin.
 */
#include <errno.h>
#include <math.h>

#include "cli/draw/draw.h"
#include "run.h"

#define BINS		240
#define BIN		3.0	/* width of a bin in the picture */
#define LEFT		70
#define NOTES		360	/* space for text to the right of the bins */
#define TOP		62
#define ROW		34
#define ROW_GAP		6
#define HEAD		30
#define FOOT		44
#define TICKS		6	/* about as many */
#define KEY		48	/* from one percentile's name to the next */

/* The picture while it is drawn. */
struct panel {
	struct svg *svg;
	const struct latency_row *rows;
	size_t count;
	double top; /* ns at the right end of the scale */
	double step; /* ns from one tick to the next, a round number */
	double y; /* upper edge of the next element */
};

static const struct histogram *histogram_of(const struct latency_row *row, bool call)
{
	return call ? &row->call : &row->nic;
}

/* Count a histogram's values in bins; return the largest bin. */
static double bins_fill(const struct panel *panel, const struct histogram *histogram,
			double bins[BINS])
{
	struct histogram_bucket bucket;
	unsigned int place = 0, bin;
	double most = 0, ns;

	for (bin = 0; bin < BINS; bin++)
		bins[bin] = 0;
	while (histogram_next(histogram, &place, &bucket)) {
		ns = (bucket.from + bucket.to) / 2.0 * NS_PER_CYCLE;
		bin = fmin(ns / panel->top * BINS, BINS - 1);
		bins[bin] += bucket.count;
		most = fmax(most, bins[bin]);
	}
	return most;
}

/* Percentiles and their lines: where several coincide, low ones leave the tops of high ones. */
static const struct {
	unsigned int percent;
	double height; /* of a row */
	const char *colour;
} marks[] = {
	{ 99, 1, "#c0392b" }, { 90, 0.72, "#d9822b" }, { 50, 0.44, "#222222" },
};

static void draw_marks(const struct panel *panel, const struct histogram *histogram)
{
	double ns, height;

	for (size_t i = 0; i < ARRAY_SIZE(marks); i++) {
		ns = histogram_percentile(histogram, marks[i].percent) * NS_PER_CYCLE;
		height = marks[i].height * ROW;
		svg_box(panel->svg, LEFT + fmin(ns / panel->top, 1) * BINS * BIN - 1,
			panel->y + ROW - height, 2, height, marks[i].colour);
	}
}

/* Explain the lines, beginning with the lowest percentile; @y is the baseline. */
static void marks_legend(struct svg *svg, double x, double y)
{
	for (size_t i = ARRAY_SIZE(marks); i-- > 0; x += KEY) {
		svg_box(svg, x, y - 11, 2, 12, marks[i].colour);
		svg_text(svg, x + 8, y, "label", "p%u", marks[i].percent);
	}
}

static void delays_row(struct panel *panel, const struct histogram *histogram, unsigned int hops,
		       enum colour_ramp hue)
{
	double bins[BINS], most = bins_fill(panel, histogram, bins), height;
	char colour[COLOUR_TEXT];

	colour_of(hue, 0.6, colour);
	for (unsigned int bin = 0; bin < BINS; bin++) {
		height = most > 0 ? bins[bin] / most * ROW : 0;
		if (height > 0)
			svg_box(panel->svg, LEFT + bin * BIN, panel->y + ROW - height, BIN, height,
				colour);
	}
	draw_marks(panel, histogram);
	svg_box(panel->svg, LEFT, panel->y + ROW, BINS * BIN, 0.5, "#999");
	svg_text(panel->svg, LEFT - 8, panel->y + ROW - 4, "label end", "%u", hops);
	svg_text(panel->svg, LEFT + BINS * BIN + 10, panel->y + ROW - 4, "small",
		 "%ju packet%s; p50 %.5g, p90 %.5g, p99 %.5g, most %.5g ns",
		 (uintmax_t)histogram->count, histogram->count == 1 ? "" : "s",
		 histogram_percentile(histogram, 50) * NS_PER_CYCLE,
		 histogram_percentile(histogram, 90) * NS_PER_CYCLE,
		 histogram_percentile(histogram, 99) * NS_PER_CYCLE,
		 histogram->most * NS_PER_CYCLE);
	panel->y += ROW + ROW_GAP;
}

static void delays_scale(struct panel *panel)
{
	double x;

	svg_box(panel->svg, LEFT, panel->y, BINS * BIN, 1, "#555");
	for (unsigned int tick = 0; tick * panel->step <= panel->top; tick++) {
		x = LEFT + tick * panel->step / panel->top * BINS * BIN;
		svg_box(panel->svg, x, panel->y, 1, 4, "#555");
		svg_text(panel->svg, x, panel->y + 16, "small mid", "%.6g ns", tick * panel->step);
	}
	panel->y += FOOT;
}

/* Return the next row of requests or responses with more hops, or NULL. */
static const struct latency_row *row_next(const struct panel *panel, bool response, int hops)
{
	const struct latency_row *next = NULL;

	for (size_t i = 0; i < panel->count; i++) {
		const struct latency_row *row = &panel->rows[i];

		if (row->key.response == response && (int)row->key.hops > hops &&
		    (!next || row->key.hops < next->key.hops))
			next = row;
	}
	return next;
}

/* Draw the rows of all groups with this number of hops as one. */
static int draw_hops(struct panel *panel, const struct latency_key *key, bool call)
{
	struct histogram sum = { 0 };
	int err;

	for (size_t i = 0; i < panel->count; i++) {
		const struct latency_row *row = &panel->rows[i];

		if (row->key.response == key->response && row->key.hops == key->hops)
			histogram_merge(&sum, histogram_of(row, call));
	}
	err = sum.error;
	if (!err)
		delays_row(panel, &sum, key->hops, call ? COLOUR_VIOLET : COLOUR_BLUE);
	histogram_free(&sum);
	return err;
}

static int delays_panel(struct panel *panel, bool response, bool call)
{
	const struct latency_row *row = row_next(panel, response, -1);
	int err = 0;

	if (!row)
		return 0;
	svg_text(panel->svg, 14, panel->y + 14, "head", "%s, from the %s, by links crossed",
		 response ? "Responses" : "Requests", call ? "call" : "NIC");
	panel->y += HEAD;
	for (; row && !err; row = row_next(panel, response, row->key.hops))
		err = draw_hops(panel, &row->key, call);
	delays_scale(panel);
	return err;
}

static void delays_measure(struct panel *panel)
{
	uint64_t most = 0;

	for (size_t i = 0; i < panel->count; i++)
		most = panel->rows[i].call.most > most ? panel->rows[i].call.most : most;
	panel->step = scale_nice_above(most * NS_PER_CYCLE / TICKS);
	panel->top = panel->step * ceil(most * NS_PER_CYCLE / panel->step);
}

static int panels_draw(struct panel *panel)
{
	int err = 0;

	delays_measure(panel);
	for (unsigned int i = 0; i < 4 && !err; i++)
		err = delays_panel(panel, i / 2, i % 2);
	if (!panel->count) {
		svg_text(panel->svg, 14, panel->y + 14, "label", "No packet has arrived.");
		panel->y += HEAD;
	}
	return err;
}

int delays_write(const struct latency *latency, const char *title, const char *path)
{
	struct latency_row *rows = NULL;
	struct svg svg;
	struct panel panel = { .svg = &svg, .y = TOP };
	int err = svg_begin(&svg), failed;

	if (err)
		return err;
	err = latency_rows(latency, &rows, &panel.count);
	panel.rows = rows;
	svg_text(&svg, 14, 26, "title", "%s", title);
	svg_text(&svg, 14, 44, "label",
		 "Latencies of packets; each row is as high as its fullest bin. Lines: percentiles");
	marks_legend(&svg, LEFT + BINS * BIN + 10, 44);
	if (!err)
		err = panels_draw(&panel);
	latency_rows_free(rows, panel.count);
	svg.failed |= err == -ENOMEM;
	failed = svg_end(&svg, path, LEFT + BINS * BIN + NOTES, panel.y);
	return err ? err : failed;
}
