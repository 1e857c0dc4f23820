// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "curves.h"
#include "scale.h"
#include "svg.h"

#define LEFT	80	/* to the scales */
#define TOP	60
#define WIDTH	520
#define HEIGHT	320
#define RIGHT	190	/* room for names */
#define FOOT	60
#define TICKS	5
#define LINE	18	/* from a name to the next */
#define LOG_FROM	50	/* from this ratio of ends on, the scale of x is logarithmic */

static const char *const colours[CURVES_MOST] = {
	"#1b6ca8", "#c0392b", "#239b56", "#7d3c98", "#e59866", "#333333",
};

/**
 * struct plot - a picture in the making
 * @svg: the picture
 * @curves: what is drawn
 * @logarithmic: the scale of x is
 * @top: upper end of the scale of y
 */
struct plot {
	struct svg *svg;
	const struct curves *curves;
	bool logarithmic;
	double top;
};

static double place_x(const struct plot *plot, double x)
{
	const struct curves *curves = plot->curves;
	double from = curves->x[0], to = curves->x[curves->points - 1];

	if (plot->logarithmic)
		return LEFT + log(x / from) / log(to / from) * WIDTH;
	return LEFT + (x - from) / (to - from) * WIDTH;
}

static double place_y(const struct plot *plot, double y)
{
	return TOP + HEIGHT - y / plot->top * HEIGHT;
}

static double highest_y(const struct curves *curves)
{
	double most = 0;

	for (size_t i = 0; i < curves->count; i++)
		for (size_t j = 0; j < curves->points; j++)
			most = fmax(most, curves->each[i].y[j]);
	return most;
}

static void draw_scale_y(const struct plot *plot)
{
	for (unsigned int i = 0; i <= TICKS; i++) {
		double value = plot->top * i / TICKS, y = place_y(plot, value);

		svg_box(plot->svg, LEFT, y, WIDTH, 0.5, "#ccc");
		svg_text(plot->svg, LEFT - 6, y + 4, "small end", "%.6g", value);
	}
	svg_text(plot->svg, LEFT - 6, TOP - 14, "label end", "%s", plot->curves->beside);
}

/* Some of the values at which points are. */
static void draw_scale_x(const struct plot *plot)
{
	const struct curves *curves = plot->curves;
	size_t step = (curves->points + 2 * TICKS - 1) / (2 * TICKS);

	svg_box(plot->svg, LEFT, TOP + HEIGHT, WIDTH, 1, "#555");
	for (size_t i = 0; i < curves->points; i += step) {
		double x = place_x(plot, curves->x[i]);

		svg_box(plot->svg, x, TOP + HEIGHT, 1, 4, "#555");
		svg_text(plot->svg, x, TOP + HEIGHT + 18, "small mid", "%.6g", curves->x[i]);
	}
	svg_text(plot->svg, LEFT + WIDTH / 2.0, TOP + HEIGHT + 42, "label mid", "%s",
		 curves->below);
}

static void draw_one(const struct plot *plot, size_t number)
{
	const struct curves *curves = plot->curves;
	const struct curve *curve = &curves->each[number];
	double y = TOP + LINE * number;

	fprintf(plot->svg->body, "<path stroke='%s' stroke-width='1.5' fill='none' d='",
		colours[number]);
	for (size_t i = 0; i < curves->points; i++)
		fprintf(plot->svg->body, "%c%g %g", i ? 'L' : 'M', place_x(plot, curves->x[i]),
			place_y(plot, curve->y[i]));
	fputs("'/>\n", plot->svg->body);
	svg_box(plot->svg, LEFT + WIDTH + 14, y - 1, 16, 2, colours[number]);
	svg_text(plot->svg, LEFT + WIDTH + 36, y + 4, "label", "%s", curve->name);
}

int curves_write(const struct curves *curves, const char *path)
{
	double first = curves->x[0], last = curves->x[curves->points - 1];
	struct svg svg;
	const struct plot plot = {
		.svg = &svg, .curves = curves,
		.logarithmic = first > 0 && last / first >= LOG_FROM,
		.top = TICKS * scale_nice_above(highest_y(curves) / TICKS),
	};
	int err = svg_begin(&svg);

	if (err)
		return err;
	svg_text(&svg, 14, 24, "title", "%s", curves->title);
	draw_scale_y(&plot);
	draw_scale_x(&plot);
	for (size_t i = 0; i < curves->count; i++)
		draw_one(&plot, i);
	return svg_end(&svg, path, LEFT + WIDTH + RIGHT, TOP + HEIGHT + FOOT);
}
