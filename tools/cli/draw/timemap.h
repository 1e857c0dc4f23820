/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Values of many lines over time, accumulated in intervals of equal length. The intervals grow with
 * time, so that there are never more than a picture can show.
 */
#ifndef TIMEMAP_H
#define TIMEMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "picture.h"
#include "scale.h"

/* Most intervals; once there were that many, at least half remain. */
#define TIMEBINS_MOST	800

/* Marks of a line in an interval, in bits. */
enum timebins_mark {
	TIMEBINS_MISSED = 1, /* periods without a reading: the value is the mean over all of them */
	TIMEBINS_NONE = 2, /* no value */
	TIMEBINS_TORN = 4, /* no value: a reading mixes two updates */
	TIMEBINS_EPOCH = 8, /* no value: counters were reset or written */
	TIMEBINS_FAILED = 16, /* what the line shows has failed, at least partly */
	TIMEBINS_MARKS = 5, /* number of marks */
};

/* Values of many lines over time. */
struct timebins {
	size_t lines;
	bool begun; /* timebins_reach() was called */
	uint64_t begin; /* first time, in any unit */
	uint64_t end; /* last time */
	unsigned int shift; /* an interval has 2^shift units of time */
	double *sums; /* value times time, at [line * TIMEBINS_MOST + interval] */
	double *spans; /* likewise, the time that has a value */
	uint8_t *marks; /* likewise, bits of enum timebins_mark */
};

/* Initialise for @lines lines, above 0. Call timebins_close() in any case. Return 0 or -ENOMEM. */
int timebins_open(struct timebins *bins, size_t lines);

/* Free the memory of the intervals. */
void timebins_close(struct timebins *bins);

/*
 * Make room for values up to a time. The first call sets where the first interval begins; a time
 * before @bins->end is ignored.
 */
void timebins_reach(struct timebins *bins, uint64_t time);

/*
 * Add a value from @from, not before @bins->begin, to @to, not after @bins->end; add nothing unless
 * @to is after @from. Its weight in an interval is the part of the interval that it covers.
 */
void timebins_add(struct timebins *bins, size_t line, uint64_t from, uint64_t to, double value);

/* Mark a line; @from and @to as for timebins_add(), @mark in bits of enum timebins_mark. */
void timebins_mark(struct timebins *bins, size_t line, uint64_t from, uint64_t to, uint8_t mark);

/* Count the intervals up to the last time; 0 if no time has passed. */
size_t timebins_count(const struct timebins *bins);

/* Return the mean of a line in an interval over the time that has a value, or NAN if none has. */
double timebins_mean(const struct timebins *bins, size_t line, size_t bin);

/* Return the marks of a line in an interval, in bits of enum timebins_mark. */
uint8_t timebins_marks(const struct timebins *bins, size_t line, size_t bin);

/*
 * The inner part of a picture over time: a row for each line or for several lines, a cell for each
 * interval, in the colour of its value, and the marks.
 */

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

/* --- a picture --- */

/*
 * What a picture of many quantities over time shows: a line each, time to the right, darker is
 * more. Marks have their own colours: over the whole height of a line where there is no value, thin
 * where there is one.
 */
struct timemap {
	const char *title;
	const char *quantity; /* short description */
	const char *unit; /* "B/s"; "share" is shown as a percentage */
	/*
	 * highest possible value, end of the scales full and log; 0: unknown, and SCALE_MOST is
	 * used
	 */
	double full;
	const char *const *names; /* of the lines */
	const struct timebins *bins; /* values, 0 or more */
	double tick; /* ns per unit of time of bins */
	uint64_t origin; /* time shown as 0, in that unit */
	const char *since; /* what origin is, for the axis, or NULL */
};

/*
 * Draw a picture, in which some time has passed. If there are too many lines, each line drawn is
 * the maximum of several. Tooltips show the line, the time and the values. Report any error and
 * return the exit code.
 */
int timemap_write(const struct timemap *timemap, const struct picture *picture);

#endif /* TIMEMAP_H */
