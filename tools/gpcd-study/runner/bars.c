// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "bars.h"
#include "cli/draw/scale.h"
#include "cli/draw/picture.h"

#define LEFT		78
#define TOP		78
#define HEIGHT		300
#define FOOT		44
#define BAR		38
#define BAR_GAP		8
#define GROUP_GAP	40
#define GROUP		(BARS_SERIES * (BAR + BAR_GAP) + GROUP_GAP)
#define TICKS		5
#define WIDTH_MIN	560	/* minimum, so that the title fits */
#define SHOWN		16

/* A chart while it is drawn. */
struct chart {
	struct svg *svg;
	const struct bars *bars;
	unsigned int groups;
	double top; /* value at the uppermost line */
};

static const enum colour_ramp hues[BARS_SERIES] = { COLOUR_RED, COLOUR_VIOLET, COLOUR_BLUE };

static void chart_measure(struct chart *chart)
{
	const struct bars *bars = chart->bars;
	double most = 0;

	for (chart->groups = 0; bars->groups[chart->groups]; chart->groups++) {
		for (unsigned int i = 0; i < BARS_SERIES; i++)
			most = fmax(most, bars->bar[chart->groups][i].most);
	}
	chart->top = TICKS * scale_nice_above(most / TICKS);
}

/* Format a value with a unit prefix, as in "583k". */
static const char *short_number(double value, char text[SHOWN])
{
	static const char units[] = " kMGT";
	unsigned int i = 0;

	for (; value >= 1000 && units[i + 1]; i++)
		value /= 1000;
	snprintf(text, SHOWN, "%.3g%.*s", value, i > 0, &units[i]);
	return text;
}

static double height_of(const struct chart *chart, double value)
{
	return TOP + HEIGHT - value / chart->top * HEIGHT;
}

static void draw_axis(const struct chart *chart, double width)
{
	char text[SHOWN];
	double y;

	for (unsigned int tick = 0; tick <= TICKS; tick++) {
		y = height_of(chart, chart->top * tick / TICKS);
		svg_box(chart->svg, LEFT, y, width, tick ? 0.5 : 1.2, tick ? "#ccc" : "#555");
		svg_text(chart->svg, LEFT - 8, y + 4, "label end", "%s",
			 short_number(chart->top * tick / TICKS, text));
	}
	svg_text(chart->svg, 14, TOP - 12, "label", "%s", chart->bars->axis);
}

static void draw_bar(const struct chart *chart, double x, const struct bar *bar,
		     enum colour_ramp hue)
{
	double mean = height_of(chart, bar->mean), most = height_of(chart, bar->most);
	double middle = x + BAR / 2.0;
	char colour[COLOUR_TEXT], text[SHOWN];

	colour_of(hue, 0.5, colour);
	svg_box(chart->svg, x, mean, BAR, TOP + HEIGHT - mean, colour);
	svg_box(chart->svg, middle - 0.7, most, 1.4, mean - most, "#333");
	svg_box(chart->svg, middle - 7, most - 0.7, 14, 1.4, "#333");
	svg_text(chart->svg, middle, most - 5, "small mid", "%s", short_number(bar->most, text));
}

static void draw_series(const struct chart *chart)
{
	char colour[COLOUR_TEXT];
	double x = LEFT;

	for (unsigned int i = 0; i < BARS_SERIES; i++) {
		colour_of(hues[i], 0.5, colour);
		svg_box(chart->svg, x, 40, 11, 11, colour);
		svg_text(chart->svg, x + 17, 50, "label", "%s", chart->bars->series[i]);
		x += 150;
	}
}

static void draw_groups(const struct chart *chart)
{
	double x;

	for (unsigned int group = 0; group < chart->groups; group++) {
		x = LEFT + GROUP_GAP / 2.0 + group * GROUP;
		for (unsigned int i = 0; i < BARS_SERIES; i++)
			draw_bar(chart, x + i * (BAR + BAR_GAP), &chart->bars->bar[group][i],
				 hues[i]);
		svg_text(chart->svg, x + (GROUP - GROUP_GAP - BAR_GAP) / 2.0, TOP + HEIGHT + 20,
			 "label mid", "%s", chart->bars->groups[group]);
	}
}

int bars_write(const struct bars *bars, const char *path)
{
	struct svg svg;
	struct chart chart = { .svg = &svg, .bars = bars };
	int err = svg_begin(&svg);
	double width;

	if (err)
		return err;
	chart_measure(&chart);
	width = fmax(chart.groups * GROUP, WIDTH_MIN - LEFT);
	svg_text(&svg, 14, 26, "title", "%s", bars->title);
	draw_series(&chart);
	draw_axis(&chart, width);
	draw_groups(&chart);
	return svg_end(&svg, path, LEFT + width + 20, TOP + HEIGHT + FOOT);
}
