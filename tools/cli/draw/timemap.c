// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/out/complain.h"
#include "draw.h"

#define LEFT_LEAST	150
#define LEFT_MOST	300
#define LETTER		6.3	/* width of a capital letter of small text */
#define TOP		92
#define WIDTH		900
#define RIGHT		30
#define FOOT		52
#define ROW_MOST	14	/* height of a row */
#define LABEL		10	/* height of a label */
#define LEGEND		216
#define TICKS		8
#define TIPS		2048

/* A unit for display. */
struct measure {
	const char *unit;
	double size; /* in plain units */
};

/* A picture being drawn. */
struct drawing {
	struct svg svg;
	const struct timemap *map;
	struct timegrid grid;
	double full; /* value that the scale has as 1 */
	struct scale scale;
	struct measure time; /* of the time axis; its size is in ns */
	struct measure numbers;
};

/* --- units --- */

/* Choose the largest unit of which @size has @enough; the list ends with the smallest unit. */
static struct measure measure_choose(const struct measure *list, double size, double enough)
{
	while (list->size > 0 && size < enough * list->size)
		list++;
	return *list;
}

static struct measure measure_time(double ns)
{
	static const struct measure times[] = {
		{ "d", 86400e9 }, { "h", 3600e9 }, { "min", 60e9 }, { "s", 1e9 }, { "ms", 1e6 },
		{ "us", 1e3 }, { "ns", 0 },
	};
	struct measure time = measure_choose(times, ns, 4);

	return time.size > 0 ? time : (struct measure) { time.unit, 1 };
}

/* Rates get a prefix; other numbers do not. */
static struct measure measure_numbers(const char *unit, double most)
{
	static const struct measure prefixes[] = {
		{ "T", 1e12 }, { "G", 1e9 }, { "M", 1e6 }, { "k", 1e3 }, { "", 0 },
	};
	struct measure prefix = measure_choose(prefixes, most, 1);
	const char *per = strstr(unit, "/s");

	if (!strcmp(unit, "share"))
		return (struct measure) { "%", 0.01 };
	if (prefix.size > 0 && per && !per[2])
		return prefix;
	return (struct measure) { "", 1 };
}

static const char *unit_of(const struct drawing *drawing)
{
	return strcmp(drawing->map->unit, "share") ? drawing->map->unit : "";
}

/* --- layout and axes --- */

static void drawing_measure(struct drawing *drawing, enum scale_kind kind)
{
	const struct timemap *map = drawing->map;
	struct timegrid *grid = &drawing->grid;
	double most = isnan(grid->most) ? 0 : grid->most, longest = 0;

	drawing->full = map->full > 0 ? map->full : 1;
	drawing->scale = scale_fit(kind, most / drawing->full);
	if (map->full > 0 && drawing->scale.top > 1)
		drawing->scale.top = 1;
	drawing->time = measure_time((map->bins->end - map->bins->begin) * map->tick);
	drawing->numbers = measure_numbers(map->unit, drawing->scale.top * drawing->full);
	for (size_t line = 0; line < map->bins->lines; line += grid->group)
		longest = fmax(longest, strlen(map->names[line]));
	grid->left = fmin(fmax(LEFT_LEAST, LETTER * longest + 12), LEFT_MOST);
	grid->top = TOP;
	grid->width = WIDTH;
	grid->height = fmin(ROW_MOST, (double)TIMEGRID_ROWS / grid->rows);
}

/* A name that is too long loses its beginning: names differ at the end. */
static void draw_names(struct drawing *drawing)
{
	const struct timegrid *grid = &drawing->grid;
	size_t step = ceil(LABEL / grid->height), most = (grid->left - 12) / LETTER;

	for (size_t row = 0; row < grid->rows; row += step) {
		const char *name = drawing->map->names[row * grid->group];
		size_t length = strlen(name);
		bool cut = length > most;

		svg_text(&drawing->svg, grid->left - 6, grid->top + (row + 0.5) * grid->height + 3,
			 "small end", "%s%s", cut ? "..." : "",
			 cut ? name + length - (most - 3) : name);
	}
}

static double shown_time(const struct drawing *drawing, uint64_t time)
{
	const struct timemap *map = drawing->map;
	double ticks = time < map->origin ? -(double)(map->origin - time) : time - map->origin;

	return ticks * map->tick / drawing->time.size;
}

static void draw_time(struct drawing *drawing)
{
	const struct timegrid *grid = &drawing->grid;
	double from = shown_time(drawing, grid->bins->begin);
	double to = shown_time(drawing, grid->bins->end);
	double step = scale_nice_above((to - from) / TICKS), time = ceil(from / step) * step, x;
	double bottom = grid->top + grid->rows * grid->height;
	const char *since = drawing->map->since;

	svg_box(&drawing->svg, grid->left, bottom, grid->width, 1, "#555");
	for (; time <= to + step / 1e6; time += step) {
		x = grid->left + (time - from) / (to - from) * grid->width;
		svg_box(&drawing->svg, x, bottom, 1, 4, "#555");
		svg_text(&drawing->svg, x, bottom + 15, "small mid", "%.6g", time);
	}
	svg_text(&drawing->svg, grid->left + grid->width / 2, bottom + 32, "label mid", "%s%s%s",
		 drawing->time.unit, since ? " since " : "", since ? since : "");
}

static double shown_number(const struct drawing *drawing, double number)
{
	return number / drawing->numbers.size;
}

static void draw_scale(struct drawing *drawing)
{
	double x = drawing->grid.left, y = 54, step = (double)LEGEND / SCALE_LEVELS, at;
	const struct timemap *map = drawing->map;
	char colour[COLOUR_TEXT];

	for (unsigned int level = 0; level < SCALE_LEVELS; level++) {
		colour_of(COLOUR_BLUE, (double)level / (SCALE_LEVELS - 1), colour);
		svg_box(&drawing->svg, x + level * step, y, step + 0.3, 9, colour);
	}
	for (unsigned int tick = 0; tick <= 2; tick++) {
		at = scale_value(&drawing->scale, tick / 2.0) * drawing->full;
		svg_text(&drawing->svg, x + tick * LEGEND / 2.0, y + 20,
			 tick == 2 ? "small end" : tick ? "small mid" : "small", "%.4g%s%s%s",
			 shown_number(drawing, at), tick == 2 ? " " : "",
			 tick == 2 ? drawing->numbers.unit : "",
			 tick == 2 ? unit_of(drawing) : "");
	}
	svg_text(&drawing->svg, x + LEGEND + 16, y + 9, "label", "most %.4g %s%s: %s",
		 shown_number(drawing, drawing->grid.most), drawing->numbers.unit, unit_of(drawing),
		 map->names[drawing->grid.where]);
	if (drawing->grid.group > 1)
		svg_text(&drawing->svg, x + LEGEND + 16, y + 22, "label",
			 "a line is the most of %zu", drawing->grid.group);
}

static void legend_draw(struct drawing *drawing)
{
	if (drawing->grid.most > 0)
		draw_scale(drawing);
	else
		svg_text(&drawing->svg, drawing->grid.left, 63, "label",
			 isnan(drawing->grid.most) ? "no number at all" : "nothing above 0");
}

/* --- tooltips --- */

/* Intervals of a row that share a tooltip. */
struct part {
	size_t row, from, to; /* from the first interval to one past the last */
	double least, most; /* NAN: no value */
	uint8_t marks; /* bits of enum timebins_mark */
};

static struct part part_make(const struct timegrid *grid, size_t row, size_t from, size_t to)
{
	struct part part = { .row = row, .from = from, .to = to, .least = NAN, .most = NAN };

	for (size_t cell = row * grid->count + from; cell < row * grid->count + to; cell++) {
		part.least = fmin(part.least, grid->values[cell]);
		part.most = fmax(part.most, grid->values[cell]);
		part.marks |= grid->marks[cell];
	}
	return part;
}

static bool same_number(double one, double other)
{
	return (isnan(one) && isnan(other)) || one == other;
}

/* Extend the previous part if both have the same values and marks. */
static bool part_joins(struct part *before, const struct part *part)
{
	if (before->marks != part->marks || !same_number(before->least, part->least) ||
	    !same_number(before->most, part->most))
		return false;
	before->to = part->to;
	return true;
}

static void part_text(const struct drawing *drawing, const struct part *part, char *text,
		      size_t room)
{
	double from = shown_number(drawing, part->least), to = shown_number(drawing, part->most);
	const char *prefix = drawing->numbers.unit, *unit = unit_of(drawing);

	*text = '\0';
	if (from < to)
		snprintf(text, room, ": %.4g to %.4g %s%s", from, to, prefix, unit);
	else if (!isnan(to))
		snprintf(text, room, ": %.4g %s%s", to, prefix, unit);
}

static void tip_draw(struct drawing *drawing, const struct part *part)
{
	const struct timegrid *grid = &drawing->grid;
	const struct timebins *bins = grid->bins;
	uint64_t begin = bins->begin + ((uint64_t)part->from << bins->shift);
	uint64_t end = part->to == grid->count ? bins->end :
		       bins->begin + ((uint64_t)part->to << bins->shift);
	double x = timegrid_x(grid, part->from);
	char text[384], numbers[128], marked[128];

	part_text(drawing, part, numbers, sizeof(numbers));
	snprintf(text, sizeof(text), "%.128s, %.6g to %.6g %s%s%s",
		 drawing->map->names[part->row * grid->group], shown_time(drawing, begin),
		 shown_time(drawing, end), drawing->time.unit, numbers,
		 timegrid_marks_text(part->marks, marked, sizeof(marked)));
	svg_tip(&drawing->svg, x, grid->top + part->row * grid->height,
		timegrid_x(grid, part->to) - x, grid->height, text);
}

/* Draw the tooltips of a row, for @each or more intervals. */
static void draw_row_tips(struct drawing *drawing, size_t row, size_t each)
{
	const struct timegrid *grid = &drawing->grid;
	struct part before = { 0 };

	for (size_t from = 0; from < grid->count; from += each) {
		size_t to = from + each < grid->count ? from + each : grid->count;
		struct part part = part_make(grid, row, from, to);

		if (from && part_joins(&before, &part))
			continue;
		if (from)
			tip_draw(drawing, &before);
		before = part;
	}
	tip_draw(drawing, &before);
}

/* Limit the number of tooltips to what viewers can handle quickly. */
static void draw_tips(struct drawing *drawing)
{
	const struct timegrid *grid = &drawing->grid;
	size_t parts = TIPS / grid->rows, each = (grid->count + parts - 1) / parts;

	for (size_t row = 0; row < grid->rows; row++)
		draw_row_tips(drawing, row, each);
}

int timemap_write(const struct timemap *timemap, const struct picture *picture)
{
	struct drawing drawing = { .map = timemap };
	struct timegrid *grid = &drawing.grid;
	double height;
	int err = svg_begin(&drawing.svg), code;

	if (err)
		return complain_output(picture->path, err);
	err = timegrid_make(grid, timemap->bins);
	if (err) {
		svg_drop(&drawing.svg);
		timegrid_free(grid);
		return complain_output(picture->path, err);
	}
	drawing_measure(&drawing, picture->scale);
	height = TOP + grid->rows * grid->height + FOOT;
	svg_text(&drawing.svg, 14, 28, "title", "%s", timemap->title);
	svg_text(&drawing.svg, 14, 46, "label", "%s", timemap->quantity);
	draw_names(&drawing);
	draw_time(&drawing);
	legend_draw(&drawing);
	timegrid_draw(grid, &drawing.svg, &drawing.scale, drawing.full);
	timegrid_events(grid, &drawing.svg);
	height += timegrid_legend(grid, &drawing.svg, height);
	draw_tips(&drawing);
	code = picture_end(picture, &drawing.svg, grid->left + WIDTH + RIGHT, height);
	timegrid_free(grid);
	return code;
}
