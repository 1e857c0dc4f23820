// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"

int timebins_open(struct timebins *bins, size_t lines)
{
	size_t cells;

	*bins = (struct timebins) { .lines = lines };
	if (__builtin_mul_overflow(lines, TIMEBINS_MOST, &cells))
		return -ENOMEM;
	bins->sums = calloc(cells, sizeof(*bins->sums));
	bins->spans = calloc(cells, sizeof(*bins->spans));
	bins->marks = calloc(cells, sizeof(*bins->marks));
	return bins->sums && bins->spans && bins->marks ? 0 : -ENOMEM;
}

void timebins_close(struct timebins *bins)
{
	free(bins->sums);
	free(bins->spans);
	free(bins->marks);
	*bins = (struct timebins) { 0 };
}

size_t timebins_count(const struct timebins *bins)
{
	return bins->end > bins->begin ? ((bins->end - bins->begin - 1) >> bins->shift) + 1 : 0;
}

/* --- time --- */

static void pairs_join(double *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		values[i] = values[2 * i] + values[2 * i + 1];
	memset(values + count, 0, (TIMEBINS_MOST - count) * sizeof(*values));
}

static void marks_join(uint8_t *marks, size_t count)
{
	for (size_t i = 0; i < count; i++)
		marks[i] = marks[2 * i] | marks[2 * i + 1];
	memset(marks + count, 0, TIMEBINS_MOST - count);
}

_Static_assert(TIMEBINS_MOST % 2 == 0, "the last interval has one to be joined with");

/* Merge each pair of intervals. */
static void bins_join(struct timebins *bins)
{
	size_t count = (timebins_count(bins) + 1) / 2;

	for (size_t line = 0; line < bins->lines && count; line++) {
		pairs_join(bins->sums + line * TIMEBINS_MOST, count);
		pairs_join(bins->spans + line * TIMEBINS_MOST, count);
		marks_join(bins->marks + line * TIMEBINS_MOST, count);
	}
	bins->shift++;
}

void timebins_reach(struct timebins *bins, uint64_t time)
{
	if (!bins->begun) {
		bins->begun = true;
		bins->begin = time;
		bins->end = time;
	}
	if (time <= bins->end)
		return;
	while ((time - bins->begin - 1) >> bins->shift >= TIMEBINS_MOST)
		bins_join(bins);
	bins->end = time;
}

/* --- numbers --- */

static size_t bin_of(const struct timebins *bins, uint64_t time)
{
	return (time - bins->begin) >> bins->shift;
}

/* Return how much of a time span lies in an interval, in units of time. */
static double bin_part(const struct timebins *bins, size_t bin, uint64_t from, uint64_t to)
{
	uint64_t begin = bins->begin + ((uint64_t)bin << bins->shift);
	uint64_t left = to - (from > begin ? from : begin), length = 1ull << bins->shift;

	if (from > begin)
		length -= from - begin;
	return left < length ? left : length;
}

void timebins_add(struct timebins *bins, size_t line, uint64_t from, uint64_t to, double value)
{
	size_t first = line * TIMEBINS_MOST;

	for (size_t bin = bin_of(bins, from); to > from && bin <= bin_of(bins, to - 1); bin++) {
		double part = bin_part(bins, bin, from, to);

		bins->sums[first + bin] += value * part;
		bins->spans[first + bin] += part;
	}
}

void timebins_mark(struct timebins *bins, size_t line, uint64_t from, uint64_t to, uint8_t mark)
{
	for (size_t bin = bin_of(bins, from); to > from && bin <= bin_of(bins, to - 1); bin++)
		bins->marks[line * TIMEBINS_MOST + bin] |= mark;
}

double timebins_mean(const struct timebins *bins, size_t line, size_t bin)
{
	size_t cell = line * TIMEBINS_MOST + bin;

	return bins->spans[cell] > 0 ? bins->sums[cell] / bins->spans[cell] : NAN;
}

uint8_t timebins_marks(const struct timebins *bins, size_t line, size_t bin)
{
	return bins->marks[line * TIMEBINS_MOST + bin];
}

#define OVERLAP	0.3	/* hides the seams between colours */
#define THIN	0.4	/* part of a row's height: a mark where there is also a value */

/* In a cell with several marks, later ones hide earlier ones. */
static const struct {
	enum timebins_mark mark;
	const char *class;
	const char *colour;
	const char *word;
	const char *meaning;
} kinds[TIMEBINS_MARKS] = {
	{ TIMEBINS_MISSED, "missed", "#8a8a8a", "periods missed",
	  "periods missed: the mean over all of them" },
	{ TIMEBINS_NONE, "none", "#cfcfcf", "no number",
	  "no number: gone, not permitted, not recorded, no time passed, or a divisor of 0" },
	{ TIMEBINS_TORN, "torn", "#e69f00", "torn", "torn: a reading mixes two updates" },
	{ TIMEBINS_EPOCH, "epoch", "#c0399f", "new epoch", "new epoch: counters were reset" },
	{ TIMEBINS_FAILED, "failed", "#000000", "failed", "failed, in part at least" },
};

/* --- numbers --- */

static void cell_fill(struct timegrid *grid, size_t row, size_t bin)
{
	size_t line = row * grid->group, end = line + grid->group;
	double value, *most = &grid->values[row * grid->count + bin];
	uint8_t marks = 0;

	*most = NAN;
	for (; line < end && line < grid->bins->lines; line++) {
		value = timebins_mean(grid->bins, line, bin);
		*most = fmax(*most, value);
		marks |= timebins_marks(grid->bins, line, bin);
		if (!(value <= grid->most) && !isnan(value)) {
			grid->most = value;
			grid->where = line;
		}
	}
	grid->marks[row * grid->count + bin] = marks;
	grid->any |= marks;
	grid->zero |= *most <= 0 && !marks;
}

int timegrid_make(struct timegrid *grid, const struct timebins *bins)
{
	size_t group = (bins->lines + TIMEGRID_ROWS - 1) / TIMEGRID_ROWS;

	*grid = (struct timegrid) {
		.bins = bins, .group = group, .rows = (bins->lines + group - 1) / group,
		.count = timebins_count(bins), .most = NAN,
	};
	grid->values = calloc(grid->rows * grid->count, sizeof(*grid->values));
	grid->marks = calloc(grid->rows * grid->count, sizeof(*grid->marks));
	if (!grid->values || !grid->marks)
		return -ENOMEM;
	for (size_t row = 0; row < grid->rows; row++) {
		for (size_t bin = 0; bin < grid->count; bin++)
			cell_fill(grid, row, bin);
	}
	return 0;
}

void timegrid_free(struct timegrid *grid)
{
	free(grid->values);
	free(grid->marks);
}

double timegrid_x(const struct timegrid *grid, size_t bin)
{
	double span = grid->bins->end - grid->bins->begin;
	double part = ldexp(bin, grid->bins->shift) / span;

	return grid->left + grid->width * fmin(part, 1);
}

/* --- drawing --- */

/*
 * Which cells are drawn in one path, and how: without @mark, those whose value is above 0 and in
 * [from, to); with @mark, those that have it and, if @thin, a value or, if not, none.
 */
struct stroke {
	double from, to;
	uint8_t mark;
	bool thin;
	const char *class;
	const char *colour;
};

static bool is_in(const struct timegrid *grid, const struct stroke *stroke, size_t cell)
{
	double value = grid->values[cell];

	if (stroke->mark)
		return grid->marks[cell] & stroke->mark && stroke->thin == !isnan(value);
	return value > 0 && value >= stroke->from && value < stroke->to;
}

/* Draw the cells of a row that belong to a path; the first one begins the path. */
static void draw_row(const struct timegrid *grid, FILE *body, const struct stroke *stroke,
		     size_t row, bool *begun)
{
	double y = grid->top + (row + 0.5) * grid->height, x;
	size_t bin = 0, first = row * grid->count;

	while (bin < grid->count) {
		if (!is_in(grid, stroke, first + bin)) {
			bin++;
			continue;
		}
		x = timegrid_x(grid, bin);
		while (bin < grid->count && is_in(grid, stroke, first + bin))
			bin++;
		if (!*begun)
			fprintf(body, "<path class='%s' stroke='%s' stroke-width='%.4g' d='",
				stroke->class, stroke->colour,
				stroke->thin ? THIN * grid->height : grid->height);
		*begun = true;
		fprintf(body, "M%.6g %.6gh%.4g", x, y, timegrid_x(grid, bin) - x + OVERLAP);
	}
}

static void draw_path(const struct timegrid *grid, FILE *body, const struct stroke *stroke)
{
	bool begun = false;

	for (size_t row = 0; row < grid->rows; row++)
		draw_row(grid, body, stroke, row, &begun);
	if (begun)
		fputs("'/>\n", body);
}

static void draw_numbers(const struct timegrid *grid, FILE *body, const struct scale *scale,
			 double full)
{
	char colour[COLOUR_TEXT];
	struct stroke stroke = { .class = "number", .colour = colour };

	for (unsigned int level = 0; level < SCALE_LEVELS; level++) {
		stroke.from = stroke.to;
		stroke.to = full * scale_value(scale, (level + 1.0) / SCALE_LEVELS);
		if (level == SCALE_LEVELS - 1)
			stroke.to = INFINITY;
		colour_of(COLOUR_BLUE, (double)level / (SCALE_LEVELS - 1), colour);
		draw_path(grid, body, &stroke);
	}
}

void timegrid_draw(const struct timegrid *grid, struct svg *svg, const struct scale *scale,
		   double full)
{
	struct stroke stroke = { 0 };

	draw_numbers(grid, svg->body, scale, full);
	for (size_t kind = 0; kind < TIMEBINS_MARKS; kind++) {
		stroke.mark = kinds[kind].mark;
		stroke.class = kinds[kind].class;
		stroke.colour = kinds[kind].colour;
		stroke.thin = false;
		draw_path(grid, svg->body, &stroke);
		stroke.thin = true;
		draw_path(grid, svg->body, &stroke);
	}
}

/* --- events --- */

#define EVENT_ABOVE	4	/* of a word above its line */
#define STILL_LEAST	160	/* width of a stretch that has room for words */

/* Check if any row has a mark in one interval that it does not have in another. */
static bool marks_differ(const struct timegrid *grid, size_t with, size_t without, uint8_t mark)
{
	for (size_t row = 0; row < grid->rows; row++) {
		const uint8_t *marks = &grid->marks[row * grid->count];

		if (marks[with] & ~marks[without] & mark)
			return true;
	}
	return false;
}

static void draw_event(const struct timegrid *grid, struct svg *svg, size_t bin, const char *word)
{
	double x = timegrid_x(grid, bin);

	fprintf(svg->body,
		"<path class='event' stroke='#000' stroke-dasharray='4 3' d='M%.6g %gv%g'/>\n", x,
		grid->top - 2, grid->rows * grid->height + 2);
	svg_text(svg, x, grid->top - EVENT_ABOVE, "small mid", "%s", word);
}

static bool bin_is_still(const struct timegrid *grid, size_t bin)
{
	for (size_t row = 0; row < grid->rows; row++) {
		if (!(grid->values[row * grid->count + bin] <= 0))
			return false;
	}
	return true;
}

/* A network stands still while new routes are set: after a failure this is the likely reason. */
static void draw_still(const struct timegrid *grid, struct svg *svg, size_t from, size_t to)
{
	double x = timegrid_x(grid, from), end = timegrid_x(grid, to);
	double middle = grid->top + grid->rows * grid->height / 2;
	bool failed = grid->any & TIMEBINS_FAILED;

	if (end - x < STILL_LEAST || grid->height * grid->rows < STILL_LEAST / 2.0)
		return;
	svg_box(svg, (x + end) / 2 - STILL_LEAST / 2.0, middle - 12, STILL_LEAST, 30, "#fff");
	svg_text(svg, (x + end) / 2, middle, "label mid", "nothing was counted");
	if (failed)
		svg_text(svg, (x + end) / 2, middle + 14, "small mid",
			 "as while routes are changed");
}

void timegrid_events(const struct timegrid *grid, struct svg *svg)
{
	size_t still = 0; /* first interval of a stretch without counts */

	for (size_t bin = 0; bin < grid->count; bin++) {
		if (bin && marks_differ(grid, bin, bin - 1, TIMEBINS_FAILED))
			draw_event(grid, svg, bin, "failed");
		if (bin && marks_differ(grid, bin - 1, bin, TIMEBINS_FAILED))
			draw_event(grid, svg, bin, "mended");
		if (bin_is_still(grid, bin))
			continue;
		draw_still(grid, svg, still, bin);
		still = bin + 1;
	}
	draw_still(grid, svg, still, grid->count);
}

/* --- words --- */

#define LETTER	5.4	/* width of a letter of small text */
#define SWATCH	14
#define LINE	14

double timegrid_legend(const struct timegrid *grid, struct svg *svg, double y)
{
	static const char note[] = "a thin mark: beside it, a number was read";
	double x = grid->left, first = y, width;

	if (grid->zero) {
		fprintf(svg->body, "<path stroke='#999' d='M%g %gh%gv8h-%gz'/>\n", x, y - 8,
			SWATCH - 4.0, SWATCH - 4.0);
		svg_text(svg, x + SWATCH, y, "small", "white: 0");
		x += SWATCH + 8 * LETTER + SWATCH;
	}
	if (!grid->any)
		return grid->zero ? LINE : 0;
	for (size_t kind = 0; kind < TIMEBINS_MARKS; kind++) {
		if (!(grid->any & kinds[kind].mark))
			continue;
		width = SWATCH + LETTER * strlen(kinds[kind].meaning) + SWATCH;
		if (x + width > grid->left + grid->width) {
			x = grid->left;
			y += LINE;
		}
		svg_box(svg, x, y - 8, SWATCH - 4, 8, kinds[kind].colour);
		svg_text(svg, x + SWATCH, y, "small", "%s", kinds[kind].meaning);
		x += width;
	}
	svg_text(svg, grid->left, y + LINE, "small", "%s", note);
	return y + 2 * LINE - first;
}

const char *timegrid_marks_text(uint8_t marks, char *text, size_t room)
{
	size_t used = 0;

	*text = '\0';
	for (size_t kind = 0; kind < TIMEBINS_MARKS && used < room; kind++) {
		if (marks & kinds[kind].mark)
			used += snprintf(text + used, room - used, "; %s", kinds[kind].word);
	}
	return text;
}
