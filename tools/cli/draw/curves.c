// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "draw.h"

#define LEFT	80	/* of the scales */
#define TOP	60
#define WIDTH	520
#define HEIGHT	320
#define RIGHT	190	/* room for names */
#define FOOT	60
#define TICKS	5
#define LINE	18	/* height of a name */
#define LOG_FROM	50	/* from this ratio of its ends on, x is logarithmic */
#define DIGITS		32	/* size of a number with its NUL */
#define NUMBER		(DIGITS + DIGITS / 3)	/* the same with commas */
#define NAME		64	/* size of a name with its NUL */

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

/* Group digits by thousands: 75,000,000. */
static const char *number_text(double value, char text[NUMBER])
{
	char digits[DIGITS], *to = text;
	size_t left;

	snprintf(digits, sizeof(digits), value < 1000 ? "%.6g" : "%.0f", value);
	left = strlen(digits);
	for (const char *from = digits; *from; from++, left--) {
		*to++ = *from;
		if (value >= 1000 && left > 1 && left % 3 == 1)
			*to++ = ',';
	}
	*to = '\0';
	return text;
}

static const char *name_text(const char *name, char text[NAME])
{
	snprintf(text, NAME, "%s", name);
	for (char *at = text; *at; at++)
		*at = *at == '_' ? ' ' : *at;
	return text;
}

static void draw_scale_y(const struct plot *plot)
{
	char text[NUMBER];

	for (unsigned int i = 0; i <= TICKS; i++) {
		double value = plot->top * i / TICKS, y = place_y(plot, value);

		svg_box(plot->svg, LEFT, y, WIDTH, 0.5, "#ddd");
		svg_text(plot->svg, LEFT - 6, y + 4, "small end", "%s", number_text(value, text));
	}
	svg_text(plot->svg, LEFT, TOP - 14, "label", "%s", plot->curves->beside);
}

static void draw_tick_x(const struct plot *plot, double value)
{
	double x = place_x(plot, value);
	char text[NUMBER];

	svg_box(plot->svg, x, TOP + HEIGHT, 1, 4, "#555");
	svg_text(plot->svg, x, TOP + HEIGHT + 18, "small mid", "%s", number_text(value, text));
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
	char text[NAME];

	svg_box(plot->svg, LEFT, TOP + HEIGHT, WIDTH, 1, "#555");
	for (size_t i = 0; at_points && i < curves->points; i += some)
		draw_tick_x(plot, curves->x[i]);
	for (double i = ceil(from / round); !at_points && i * round <= to; i++)
		draw_tick_x(plot, i * round);
	svg_text(plot->svg, LEFT + WIDTH / 2.0, TOP + HEIGHT + 42, "label mid", "%s",
		 name_text(curves->below, text));
}

static void path_begin(const struct svg *svg, size_t number)
{
	fprintf(svg->body, "<path fill='none' stroke='%s' stroke-width='2' ", colours[number]);
	fprintf(svg->body, "stroke-dasharray='%s' d='", dashes[number]);
}

static void curve_draw(const struct plot *plot, size_t number)
{
	const struct curves *curves = plot->curves;
	const struct curve *curve = &curves->each[number];

	path_begin(plot->svg, number);
	for (size_t i = 0; i < curves->points; i++)
		fprintf(plot->svg->body, "%c%g %g", i ? 'L' : 'M', place_x(plot, curves->x[i]),
			place_y(plot, curve->y[i]));
	fputs("'/>\n", plot->svg->body);
}

/* Draw a sample of the curve and its name beside the picture. */
static void draw_name(const struct plot *plot, size_t number)
{
	double x = LEFT + WIDTH + 14, y = TOP + LINE * number;
	char text[NAME];

	path_begin(plot->svg, number);
	fprintf(plot->svg->body, "M%g %gh26'/>\n", x, y);
	svg_text(plot->svg, x + 34, y + 4, "label", "%s",
		 name_text(plot->curves->each[number].name, text));
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
		draw_name(&plot, i);
	}
	return picture_end(picture, &svg, LEFT + WIDTH + RIGHT, TOP + HEIGHT + FOOT);
}
