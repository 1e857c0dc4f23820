// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "colour.h"
#include "scale.h"
#include "svg.h"
#include "timemap.h"

#define LEVELS		24
#define LEFT		150
#define TOP		92
#define WIDTH		900
#define HEIGHT		600
#define RIGHT		30
#define FOOT		46
#define LINE_MOST	14	/* height of a line of the picture */
#define LABEL		10	/* height of a label */
#define LEGEND		216
#define TICKS		8

/**
 * struct drawing - a picture in the making
 * @svg: the picture
 * @map: what it shows
 * @group: lines that one line of the picture stands for
 * @rows: lines of the picture
 * @height: of one of them
 * @width: of an interval
 * @most: the largest value
 * @where: line that has it
 * @top: value of the darkest colour
 */
struct drawing {
	struct svg *svg;
	const struct timemap *map;
	size_t group, rows;
	double height, width;
	double most;
	size_t where;
	double top;
};

static void drawing_measure(struct drawing *drawing)
{
	const struct timemap *map = drawing->map;

	drawing->group = (map->lines + HEIGHT - 1) / HEIGHT;
	drawing->rows = (map->lines + drawing->group - 1) / drawing->group;
	drawing->height = fmin(LINE_MOST, (double)HEIGHT / drawing->rows);
	drawing->width = (double)WIDTH / map->bins;
	for (size_t i = 0; i < map->lines * map->bins; i++) {
		if (map->values[i] <= drawing->most)
			continue;
		drawing->most = map->values[i];
		drawing->where = i / map->bins;
	}
	drawing->top = scale_nice_above(drawing->most);
	if (map->full > 0 && map->full < drawing->top)
		drawing->top = map->full;
}

/* The level of a line of the picture in an interval; below 0: nothing. */
static int level_at(const struct drawing *drawing, size_t row, size_t bin)
{
	const struct timemap *map = drawing->map;
	size_t line = row * drawing->group, end = line + drawing->group;
	double most = 0;
	int level;

	for (; line < end && line < map->lines; line++)
		most = fmax(most, map->values[line * map->bins + bin]);
	if (most <= 0)
		return -1;
	level = most / drawing->top * LEVELS;
	return level < LEVELS ? level : LEVELS - 1;
}

/* The parts of a line that have a level, each in one stroke. */
static void draw_row(const struct drawing *drawing, size_t row, int level)
{
	double y = TOP + (row + 0.5) * drawing->height;
	size_t bins = drawing->map->bins, bin = 0, first;

	while (bin < bins) {
		if (level_at(drawing, row, bin) != level) {
			bin++;
			continue;
		}
		for (first = bin; bin < bins && level_at(drawing, row, bin) == level; bin++)
			;
		fprintf(drawing->svg->body, "M%g %gh%g", LEFT + first * drawing->width, y,
			(bin - first) * drawing->width);
	}
}

static void draw_shade(const struct drawing *drawing, int level)
{
	char colour[COLOUR_TEXT];

	colour_of(COLOUR_BLUE, (double)level / (LEVELS - 1), colour);
	fprintf(drawing->svg->body, "<path stroke='%s' stroke-width='%g' d='", colour,
		drawing->height);
	for (size_t row = 0; row < drawing->rows; row++)
		draw_row(drawing, row, level);
	fputs("'/>\n", drawing->svg->body);
}

/* --- what has failed --- */

#define FAILED_PART	0.4	/* of the height of a line */

static bool failed_at(const struct drawing *drawing, size_t row, size_t bin)
{
	const struct timemap *map = drawing->map;
	size_t line = row * drawing->group, end = line + drawing->group;

	for (; line < end && line < map->lines; line++)
		if (map->failed[line * map->stride + bin])
			return true;
	return false;
}

/* The times in which a line has failed, each in one stroke; whether there are any. */
static bool failed_row(const struct drawing *drawing, size_t row)
{
	double y = TOP + (row + 0.5) * drawing->height;
	size_t bins = drawing->map->bins, bin = 0, first;
	bool any = false;

	while (bin < bins) {
		if (!failed_at(drawing, row, bin)) {
			bin++;
			continue;
		}
		for (first = bin; bin < bins && failed_at(drawing, row, bin); bin++)
			;
		fprintf(drawing->svg->body, "M%g %gh%g", LEFT + first * drawing->width, y,
			(bin - first) * drawing->width);
		any = true;
	}
	return any;
}

static void failed_draw(const struct drawing *drawing)
{
	bool any = false;

	fprintf(drawing->svg->body, "<path class='failed' stroke='#000000' stroke-width='%g' d='",
		FAILED_PART * drawing->height);
	for (size_t row = 0; row < drawing->rows; row++)
		any |= failed_row(drawing, row);
	fputs("'/>\n", drawing->svg->body);
	if (any)
		svg_text(drawing->svg, LEFT + WIDTH, 46, "label end",
			 "A black line: lanes of it have failed");
}

static void draw_names(const struct drawing *drawing)
{
	size_t step = ceil(LABEL / drawing->height);

	for (size_t row = 0; row < drawing->rows; row += step)
		svg_text(drawing->svg, LEFT - 6, TOP + (row + 0.5) * drawing->height + 3,
			 "small end", "%s", drawing->map->names[row * drawing->group]);
}

static void draw_time(const struct drawing *drawing)
{
	const struct timemap *map = drawing->map;
	double bottom = TOP + drawing->rows * drawing->height, span = map->to - map->from;
	double step = scale_nice_above(span / TICKS), time = ceil(map->from / step) * step, x;

	svg_box(drawing->svg, LEFT, bottom, WIDTH, 1, "#555");
	for (; span > 0 && time <= map->to + step / 1e6; time += step) {
		x = LEFT + (time - map->from) / span * WIDTH;
		svg_box(drawing->svg, x, bottom, 1, 4, "#555");
		svg_text(drawing->svg, x, bottom + 15, "small mid", "%.6g", time);
	}
	svg_text(drawing->svg, LEFT + WIDTH / 2.0, bottom + 32, "label mid", "us");
}

static void draw_scale(const struct drawing *drawing)
{
	double x = LEFT, y = 54, step = (double)LEGEND / LEVELS;
	const struct timemap *map = drawing->map;
	char colour[COLOUR_TEXT];

	for (unsigned int level = 0; level < LEVELS; level++) {
		colour_of(COLOUR_BLUE, (double)level / (LEVELS - 1), colour);
		svg_box(drawing->svg, x + level * step, y, step + 0.3, 9, colour);
	}
	for (unsigned int tick = 0; tick <= 2; tick++)
		svg_text(drawing->svg, x + tick * LEGEND / 2.0, y + 20,
			 tick == 2 ? "small end" : tick ? "small mid" : "small", "%.4g %s",
			 drawing->map->scale * tick * drawing->top / 2, map->unit);
	svg_text(drawing->svg, x + LEGEND + 16, y + 9, "label", "most %.4g %s: %s",
		 map->scale * drawing->most, map->unit, map->names[drawing->where]);
	if (drawing->group > 1)
		svg_text(drawing->svg, x + LEGEND + 16, y + 22, "label",
			 "a line is the most of %zu", drawing->group);
}

int timemap_write(const struct timemap *timemap, const char *path)
{
	struct svg svg;
	struct drawing drawing = { .svg = &svg, .map = timemap };
	int err = svg_begin(&svg);

	if (err)
		return err;
	drawing_measure(&drawing);
	svg_text(&svg, 14, 28, "title", "%s", timemap->title);
	svg_text(&svg, 14, 46, "label", "%s", timemap->quantity);
	draw_names(&drawing);
	draw_time(&drawing);
	if (drawing.most > 0) {
		draw_scale(&drawing);
		for (int level = 0; level < LEVELS; level++)
			draw_shade(&drawing, level);
	}
	failed_draw(&drawing);
	return svg_end(&svg, path, LEFT + WIDTH + RIGHT,
		       TOP + drawing.rows * drawing.height + FOOT);
}
