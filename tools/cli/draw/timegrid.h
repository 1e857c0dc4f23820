/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The inner part of a picture over time: a row for each line or for several lines, a cell for each
 * interval, in the colour of its value, and the marks.
 */
#ifndef TIMEGRID_H
#define TIMEGRID_H

#include "scale.h"
#include "svg.h"
#include "timebins.h"

/* Most rows. */
#define TIMEGRID_ROWS	600

/* The cells and their place in the picture. */
struct timegrid {
	const struct timebins *bins;
	size_t group, rows, count; /* group: lines per row; count: intervals */
	double *values; /* at [row * count + interval]; NAN: none */
	uint8_t *marks; /* likewise, bits of enum timebins_mark */
	uint8_t any; /* all bits of marks together */
	double most; /* largest value; NAN: none */
	size_t where; /* line that has most */
	double left, top, width, height; /* of all rows; height of one row */
};

/*
 * Compute the cells; the place in the picture is not set yet. @bins must outlive @grid. Call
 * timegrid_free() in any case. Return 0 or -ENOMEM.
 */
int timegrid_make(struct timegrid *grid, const struct timebins *bins);

/* Free the values of the rows. */
void timegrid_free(struct timegrid *grid);

/*
 * Return where an interval begins, from the left of the picture. One past the last interval is the
 * end of the grid.
 */
double timegrid_x(const struct timegrid *grid, size_t bin);

/* Draw the cells, then the marks; the scale has @full as 1. */
void timegrid_draw(const struct timegrid *grid, struct svg *svg, const struct scale *scale,
		   double full);

/*
 * Explain the marks that occur; @y is the first baseline. Return the height used below @y, 0 if
 * there are none.
 */
double timegrid_legend(const struct timegrid *grid, struct svg *svg, double y);

/* Write "; " and words for each mark to @text, or "" if there are none. Return @text. */
const char *timegrid_marks_text(uint8_t marks, char *text, size_t room);

#endif /* TIMEGRID_H */
