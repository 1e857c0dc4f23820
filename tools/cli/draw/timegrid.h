/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The inner part of a picture over time: a row for each line, or for several, a cell for each
 * interval, in the colour of its number, and what is marked.
 */
#ifndef TIMEGRID_H
#define TIMEGRID_H

#include "scale.h"
#include "svg.h"
#include "timebins.h"

/** TIMEGRID_ROWS - most rows */
#define TIMEGRID_ROWS	600

/**
 * struct timegrid - the cells, and where they are in the picture
 * @bins: the numbers
 * @group: lines that a row stands for: it is the most of them
 * @rows: number of rows
 * @count: number of intervals
 * @values: number at [row * @count + interval]; NAN: there is none
 * @marks: likewise, the bits of enum timebins_mark
 * @any: all bits that are in @marks
 * @most: the largest number; NAN: there is none
 * @where: the line that has it
 * @left: left side, from the left of the picture
 * @top: upper side, from the top of the picture
 * @width: its width
 * @height: height of a row
 */
struct timegrid {
	const struct timebins *bins;
	size_t group, rows, count;
	double *values;
	uint8_t *marks;
	uint8_t any;
	double most;
	size_t where;
	double left, top, width, height;
};

/**
 * timegrid_make() - find the rows and their numbers
 * @grid: filled in, for timegrid_free() in any case; it has no place yet
 * @bins: the numbers of lines, which have to outlive @grid
 *
 * Return: 0 or -ENOMEM.
 */
int timegrid_make(struct timegrid *grid, const struct timebins *bins);

/** timegrid_free() - free the numbers of rows */
void timegrid_free(struct timegrid *grid);

/**
 * timegrid_x() - find where an interval begins
 * @grid: the grid
 * @bin: the interval; the one behind the last: where the grid ends
 *
 * Return: the place, from the left of the picture.
 */
double timegrid_x(const struct timegrid *grid, size_t bin);

/**
 * timegrid_draw() - draw the cells, then the marks
 * @grid: the grid
 * @svg: the picture
 * @scale: scale of the colours
 * @full: number that the scale has as 1
 */
void timegrid_draw(const struct timegrid *grid, struct svg *svg, const struct scale *scale,
		   double full);

/**
 * timegrid_legend() - say what the marks mean that there are
 * @grid: the grid
 * @svg: the picture
 * @y: baseline of the first line of text
 *
 * Return: how much room they take below @y, 0 if there is none.
 */
double timegrid_legend(const struct timegrid *grid, struct svg *svg, double y);

/**
 * timegrid_marks_text() - name marks in words
 * @marks: bits of enum timebins_mark
 * @text: receives "; " and words for each, or ""
 * @room: bytes of @text
 *
 * Return: @text.
 */
const char *timegrid_marks_text(uint8_t marks, char *text, size_t room);

#endif /* TIMEGRID_H */
