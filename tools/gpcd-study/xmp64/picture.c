// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "cli/draw/scale.h"
#include "cli/draw/picture.h"
#include "findings.h"

#define COLUMNS	2
#define ROWS	4	/* Fig. 6 has two panels, Fig. 9 its own row */
#define PANEL	430	/* full width of a panel */
#define LEFT	62	/* of a panel, left of its scale */
#define WIDTH	340
#define TOP	44	/* of the first panel */
#define HEAD	30
#define HEIGHT	180
#define FOOT	50
#define TICKS	5

/* A panel being drawn. */
struct plot {
	struct svg *svg;
	double x, y, width; /* upper left of its plot, width of its scale */
};

static struct plot plot_at(struct svg *svg, unsigned int number)
{
	return (struct plot){
		.svg = svg, .x = number % COLUMNS * PANEL + LEFT,
		.y = TOP + (double)(number / COLUMNS) * (HEAD + HEIGHT + FOOT) + HEAD,
		.width = number == COLUMNS * (ROWS - 1) ? PANEL + WIDTH : WIDTH,
	};
}

static void draw_frame(const struct plot *plot, const char *title, const char *below)
{
	svg_text(plot->svg, plot->x, plot->y - 12, "head", "%s", title);
	svg_box(plot->svg, plot->x, plot->y + HEIGHT, plot->width, 1, "#555");
	svg_text(plot->svg, plot->x + plot->width / 2, plot->y + HEIGHT + 34, "label mid", "%s",
		 below);
}

static void draw_height(const struct plot *plot, double part, double value)
{
	double y = plot->y + HEIGHT - part * HEIGHT;

	svg_box(plot->svg, plot->x, y, plot->width, 0.5, "#ccc");
	svg_text(plot->svg, plot->x - 6, y + 4, "label end", "%.6g", value);
}

/* --- histograms --- */

static double largest(const struct bins_shown *shown)
{
	uint64_t most = 1;
	unsigned int i;

	for (i = 0; i < shown->bins; i++)
		most = shown->count[i] > most ? shown->count[i] : most;
	return most;
}

/* The scale of latencies, which begins at 0. */
struct span {
	double top; /* ps */
	unsigned int ticks; /* number of parts */
};

static struct span span_of(const struct plot *plot, const struct bins_shown *shown)
{
	struct span span = { .ticks = plot->width > WIDTH ? 2 * TICKS : TICKS };
	double most = shown->from + (double)shown->bins * shown->width;

	span.top = span.ticks * scale_nice_above(fmax(most, WORLD_NS) / span.ticks);
	return span;
}

static void draw_span(const struct plot *plot, const struct span *span)
{
	unsigned int i;

	for (i = 0; i <= span->ticks; i++)
		svg_text(plot->svg, plot->x + plot->width * i / span->ticks, plot->y + HEIGHT + 16,
			 "label mid", "%.6g", span->top * i / span->ticks / WORLD_NS);
}

static void hops_colour(unsigned int hops, char colour[COLOUR_TEXT])
{
	colour_of(COLOUR_BLUE, 0.2 + 0.8 * hops / WORLD_DIMS, colour);
}

/*
 * Stack the bars of messages over @hops links on the bars of those over fewer links, whose heights
 * are given and updated.
 */
static void stack_bars(const struct plot *plot, const struct bins_shown *shown,
		       const struct span *span, unsigned int hops, double one, double *height)
{
	double wide = shown->width / span->top * plot->width, x;
	char colour[COLOUR_TEXT];
	unsigned int i;

	hops_colour(hops, colour);
	for (i = 0; i < shown->bins; i++) {
		x = plot->x + (shown->from + (double)i * shown->width) / span->top * plot->width;
		if (!shown->count[i])
			continue;
		height[i] += one * shown->count[i];
		svg_box(plot->svg, x, plot->y + HEIGHT - height[i], wide * 0.9,
			one * shown->count[i], colour);
	}
}

static void tip_bars(const struct plot *plot, const struct bins_shown *shown,
		     const struct span *span, double all)
{
	double wide = shown->width / span->top * plot->width;
	unsigned int i;
	char tip[80];

	for (i = 0; i < shown->bins; i++) {
		double from = shown->from + (double)i * shown->width;

		if (!shown->count[i])
			continue;
		snprintf(tip, sizeof(tip), "%.6g to %.6g ns: %.3g %%", from / WORLD_NS,
			 (from + shown->width) / WORLD_NS, 100 * shown->count[i] / all);
		svg_tip(plot->svg, plot->x + from / span->top * plot->width, plot->y, wide, HEIGHT,
			tip);
	}
}

static void draw_histogram(const struct plot *plot, const struct burst *burst,
			   unsigned int figure, const char *name)
{
	double all = fmax(burst->all.messages, 1), top, height[BINS_SHOWN] = { 0 };
	struct bins_shown shown, part;
	struct span span;
	unsigned int i;
	char title[64];

	bins_show(&burst->all.bins, &shown);
	snprintf(title, sizeof(title), "Fig. %u: %s, percent of messages", figure, name);
	draw_frame(plot, title, "latency, ns");
	top = TICKS * scale_nice_above(100 * largest(&shown) / all / TICKS);
	for (i = 0; i <= TICKS; i++)
		draw_height(plot, (double)i / TICKS, top * i / TICKS);
	span = span_of(plot, &shown);
	draw_span(plot, &span);
	for (i = 0; i < WORLD_HOPS; i++) {
		bins_show_beside(&burst->by_hops[i].bins, &shown, &part);
		stack_bars(plot, &part, &span, i, 100 / all / top * HEIGHT, height);
	}
	tip_bars(plot, &shown, &span, all);
}

/* Draw the key to the colours of histograms. */
static void draw_key(struct svg *svg)
{
	static const char *const words[WORLD_HOPS] = {
		"on a chip", "1 link", "2 links", "3 links", "4 links",
	};
	const double wide = 72, x = LEFT + PANEL;
	char colour[COLOUR_TEXT];
	unsigned int i;

	for (i = 0; i < WORLD_HOPS; i++) {
		hops_colour(i, colour);
		svg_box(svg, x + wide * i, 14, 10, 10, colour);
		svg_text(svg, x + wide * i + 14, 23, "label", "%s", words[i]);
	}
}

/* --- Fig. 4 --- */

static const char *const colours[BURST_PATTERNS] = {
	"#1b6ca8", "#c0392b", "#e59866", "#7d3c98", "#239b56", "#333333",
};

/* The scale of Fig. 4, in decades of ns. */
struct decades {
	int from; /* power of 10 */
	int count;
};

static double log_ns(double ps)
{
	return log10(fmax(ps / WORLD_NS, 1));
}

static struct decades decades_of(const struct findings *findings)
{
	double least = findings->size[0][0], most = least;
	struct decades decades;
	unsigned int i, j;

	for (i = 0; i < FINDINGS_SIZES_COUNT; i++) {
		for (j = 0; j < BURST_PATTERNS; j++) {
			least = fmin(least, findings->size[i][j]);
			most = fmax(most, findings->size[i][j]);
		}
	}
	decades.from = floor(log_ns(least));
	decades.count = fmax(1, ceil(log_ns(most)) - decades.from);
	return decades;
}

static double size_height(double ps, const struct decades *decades)
{
	return (log_ns(ps) - decades->from) / decades->count * HEIGHT;
}

static void draw_curve(const struct plot *plot, const struct findings *findings,
		       enum burst_pattern pattern, const struct decades *decades)
{
	unsigned int i;

	fprintf(plot->svg->body, "<path stroke='%s' stroke-width='1.5' d='", colours[pattern]);
	for (i = 0; i < FINDINGS_SIZES_COUNT; i++)
		fprintf(plot->svg->body, "%c%g %g", i ? 'L' : 'M',
			plot->x + (double)i * WIDTH / (FINDINGS_SIZES_COUNT - 1),
			plot->y + HEIGHT - size_height(findings->size[i][pattern], decades));
	fputs("'/>\n", plot->svg->body);
	svg_box(plot->svg, plot->x + 8, plot->y + 6 + 13 * pattern, 14, 2, colours[pattern]);
	svg_text(plot->svg, plot->x + 28, plot->y + 10 + 13 * pattern, "label", "%s",
		 burst_name(pattern));
}

static void draw_sizes(const struct plot *plot, const struct findings *findings)
{
	const struct decades decades = decades_of(findings);
	int i;

	draw_frame(plot, "Fig. 4: mean latency, ns", "bytes of a message");
	for (i = 0; i <= decades.count; i++)
		draw_height(plot, (double)i / decades.count, pow(10, decades.from + i));
	for (i = 0; i < FINDINGS_SIZES_COUNT; i += 2)
		svg_text(plot->svg, plot->x + (double)i * WIDTH / (FINDINGS_SIZES_COUNT - 1),
			 plot->y + HEIGHT + 16, "label mid", "%u", 1u << i);
	for (i = 0; i < BURST_PATTERNS; i++)
		draw_curve(plot, findings, i, &decades);
}

/* --- all --- */

int picture_draw(const struct findings *findings, const char *path)
{
	enum burst_pattern pattern[2];
	unsigned int number = 0, figure, count, i;
	struct plot plot;
	struct svg svg;
	int err = svg_begin(&svg);

	if (err)
		return err;
	svg_text(&svg, 14, 24, "title", "XMP-64, simulated: permutations");
	draw_key(&svg);
	plot = plot_at(&svg, number++);
	draw_sizes(&plot, findings);
	for (figure = 5; figure <= 9; figure++) {
		count = findings_patterns(figure, pattern);
		for (i = 0; i < count; i++) {
			plot = plot_at(&svg, number++);
			draw_histogram(&plot, &findings->burst[pattern[i]], figure,
				       burst_name(pattern[i]));
		}
	}
	return svg_end(&svg, path, COLUMNS * PANEL,
		       TOP + (double)ROWS * (HEAD + HEIGHT + FOOT));
}
