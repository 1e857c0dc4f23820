// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>

#include "cli/cli.h"
#include "draw.h"

#define LEFT	80	/* of the scales */
#define TOP	60
#define WIDTH	520
#define HEIGHT	320
#define RIGHT	190	/* room for names */
#define MARGIN	40	/* without them */
#define FOOT	60
#define TICKS	5
#define LINE	18	/* height of a name */
#define LOG_FROM	50	/* from this ratio of its ends on, x is logarithmic */
#define SAME		1.5	/* curves that are nowhere further apart look like one */

static const char *const colours[CURVES_MOST] = {
	"#1b6ca8", "#c0392b", "#239b56", "#7d3c98", "#d9822b", "#333333",
};

/* Dashes keep curves apart that coincide. */
static const char *const dashes[CURVES_MOST] = { "none", "9 4", "none", "3 4", "9 3 2 3", "1 3" };

/* A picture being drawn. */
struct plot {
	struct svg *svg;
	const struct curves *curves;
	bool logarithmic; /* scale of x */
	double top; /* value at the upper end of y */
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
	char text[SVG_NUMBER];

	for (unsigned int i = 0; i <= TICKS; i++) {
		double value = plot->top * i / TICKS, y = place_y(plot, value);

		svg_box(plot->svg, LEFT, y, WIDTH, 0.5, "#ddd");
		svg_text(plot->svg, LEFT - 6, y + 4, "small end", "%s", svg_number(value, 0, text));
	}
	svg_text(plot->svg, LEFT, TOP - 14, "label", "%s", plot->curves->beside);
}

static void draw_tick_x(const struct plot *plot, double value)
{
	double x = place_x(plot, value);
	char text[SVG_NUMBER];

	svg_box(plot->svg, x, TOP + HEIGHT, 1, 4, "#555");
	svg_text(plot->svg, x, TOP + HEIGHT + 18, "small mid", "%s", svg_number(value, 0, text));
}

/*
 * Put ticks at some of the points, or at round numbers if there are many points on a linear scale.
 */
static void draw_scale_x(const struct plot *plot)
{
	const struct curves *curves = plot->curves;
	double from = curves->x[0], to = curves->x[curves->points - 1];
	size_t some = (curves->points + 2 * TICKS - 1) / (2 * TICKS);
	double round = scale_nice_above((to - from) / (2 * TICKS));
	bool at_points = plot->logarithmic || curves->points <= 3 * TICKS;
	char text[SVG_WORDS];

	svg_box(plot->svg, LEFT, TOP + HEIGHT, WIDTH, 1, "#555");
	for (size_t i = 0; at_points && i < curves->points; i += some)
		draw_tick_x(plot, curves->x[i]);
	for (double i = ceil(from / round); !at_points && i * round <= to; i++)
		draw_tick_x(plot, i * round);
	svg_text(plot->svg, LEFT + WIDTH / 2.0, TOP + HEIGHT + 42, "label mid", "%s",
		 svg_words(curves->below, text));
}

/* Return the first curve that this one would hide, or its own number. */
static size_t curve_below(const struct plot *plot, size_t number)
{
	const struct curves *curves = plot->curves;
	size_t below = 0, point = 0;

	while (below < number) {
		const double *y = curves->each[number].y, *other = curves->each[below].y;

		while (point < curves->points &&
		       fabs(place_y(plot, y[point]) - place_y(plot, other[point])) < SAME)
			point++;
		if (point == curves->points)
			break;
		below++;
		point = 0;
	}
	return below;
}

/* A curve on another one is thin, so that both are seen. */
static void path_begin(const struct plot *plot, size_t number)
{
	const struct svg *svg = plot->svg;
	bool on = curve_below(plot, number) < number;

	fprintf(svg->body, "<path fill='none' stroke='%s' stroke-width='%g' ",
		colours[number], on ? 0.8 : 2.0);
	fprintf(svg->body, "stroke-dasharray='%s' d='", dashes[number]);
}

static void curve_draw(const struct plot *plot, size_t number)
{
	const struct curves *curves = plot->curves;
	const struct curve *curve = &curves->each[number];

	path_begin(plot, number);
	for (size_t i = 0; i < curves->points; i++)
		fprintf(plot->svg->body, "%c%g %g", i ? 'L' : 'M', place_x(plot, curves->x[i]),
			place_y(plot, curve->y[i]));
	fputs("'/>\n", plot->svg->body);
}

/* Draw a sample of the curve and its name beside the picture; one alone is what is beside y. */
static void name_draw(const struct plot *plot, size_t number)
{
	double x = LEFT + WIDTH + 14, y = TOP + LINE * number;
	size_t below = curve_below(plot, number);
	char text[SVG_WORDS], other[SVG_WORDS];

	path_begin(plot, number);
	fprintf(plot->svg->body, "M%g %gh26'/>\n", x, y);
	svg_words(plot->curves->each[number].name, text);
	if (below == number)
		svg_text(plot->svg, x + 34, y + 4, "label", "%s", text);
	else
		svg_text(plot->svg, x + 34, y + 4, "label", "%s, on %s", text,
			 svg_words(plot->curves->each[below].name, other));
}

int curves_draw(const struct curves *curves, const struct picture *picture)
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
		return complain_output(picture->path, err);
	svg_text(&svg, 14, 24, "title", "%s", curves->title);
	draw_scale_y(&plot);
	draw_scale_x(&plot);
	for (size_t i = 0; i < curves->count; i++) {
		curve_draw(&plot, i);
		if (curves->count > 1)
			name_draw(&plot, i);
	}
	return picture_end(picture, &svg, LEFT + WIDTH + (curves->count > 1 ? RIGHT : MARGIN),
			   TOP + HEIGHT + FOOT);
}
