/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pictures as self-contained SVG files, and as PNG: their parts, colour scales and options; and the
 * kinds of pictures that several commands draw.
 */
#ifndef CLI_DRAW_H
#define CLI_DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/options.h"
#include "cli/out/out.h"
#include "cli/words.h"
#include "stats/stats.h"

/* --- colour scales for shares: pictures that use one of the fixed scales can be compared --- */

/* Number of colours; everything at one level is drawn as one path. */
#define SCALE_LEVELS	24

/* Lowest share of the logarithmic scale; anything less is shown as this. */
#define SCALE_LOG_FROM	0.0001

/* Help of an option that chooses a scale. */
#define SCALE_HELP	"colours from 0 to the most that there is (most), to 100 % (full), or " \
			"logarithmic, from 0.01 to 100 % (log); default most"

/* Range of a scale. */
enum scale_kind {
	SCALE_MOST, /* 0 to the next round number above the largest value */
	SCALE_FULL, /* 0 to 1 */
	SCALE_LOG, /* SCALE_LOG_FROM to 1, logarithmic */
};

/* Return the lowest round number that is not below @value. */
double scale_nice_above(double value);

/* A scale that fits the values of a picture. */
struct scale {
	enum scale_kind kind;
	double top; /* value of the darkest colour */
};

/* Names of the kinds, in the order of enum scale_kind. */
extern const struct words scale_words;

/* Return the scale of a picture whose largest value is @most, 0 or more. */
struct scale scale_fit(enum scale_kind kind, double most);

/* Return the level of a value (0 or more), below SCALE_LEVELS. */
unsigned int scale_level(const struct scale *scale, double value);

/* Return the value at a place of the scale from 0, pale, to 1, dark. */
double scale_value(const struct scale *scale, double part);

/*
 * Colour scales, each with its own hue so that they are not confused. Equal steps of a value look
 * equally large.
 */
enum colour_ramp {
	COLOUR_BLUE,
	COLOUR_RED,
	COLOUR_VIOLET,
};

/* Size of "#rrggbb" with its NUL. */
#define COLOUR_TEXT 8

/* Write the colour of a value from 0, pale, to 1, dark, as "#rrggbb". */
void colour_of(enum colour_ramp ramp, double value, char text[COLOUR_TEXT]);

/* --- SVG, and PNG made of it --- */

/* A picture being drawn. */
struct svg {
	FILE *body; /* its elements; callers may print to it */
	char *text; /* memory of body */
	size_t length;
	bool failed; /* there was no memory for some text */
};

/* Begin a picture, for svg_end(). Return 0 or -ENOMEM. */
int svg_begin(struct svg *svg);

/*
 * Add a line of text of at most 255 bytes; @y is its baseline. @class is "title", "head", "label"
 * or "small", followed by " mid" if @x is the text's middle or " end" if @x is its end. Control
 * characters and bytes that are not UTF-8 are replaced.
 */
__printf(5, 6) void svg_text(struct svg *svg, double x, double y, const char *class,
			     const char *fmt, ...);

/* Add a filled box; @x and @y are its upper left corner, @colour has SVG's syntax. */
void svg_box(struct svg *svg, double x, double y, double w, double h, const char *colour);

/* Add a tooltip for a box; its text is cleaned as in svg_text(). */
void svg_tip(struct svg *svg, double x, double y, double w, double h, const char *text);

/* Free a picture that is not written. */
void svg_drop(struct svg *svg);

/*
 * Check before a long run that a picture can be written. Report any error and return the exit code.
 */
int svg_check(const char *path);

/*
 * Write a picture to a file and free it. A regular file is replaced as a whole or left unchanged.
 * Return 0 or a negative errno.
 */
int svg_end(struct svg *svg, const char *path, double width, double height);

/* Check that a PNG can be drawn. Report any error, and what to install; return the exit code. */
int svg_check_drawing(void);

/* Check before a long run that a PNG can be written. Report any error and return the exit code. */
int svg_check_png(const char *path);

/*
 * Write a picture as a PNG, as svg_end() does, and free it. Return 0 or a negative errno; -ENOPKG
 * if rsvg-convert(1) could not be started or failed.
 *
 * rsvg-convert(1) draws it, so that both formats show the same picture and commands that never draw
 * load no graphics library.
 */
int svg_end_png(struct svg *svg, const char *path, double width, double height);

/*
 * Write a picture to standard output and free it. Report any error, except a pipe closed by its
 * reader, and return the exit code.
 */
int svg_print(struct svg *svg, bool png, double width, double height);

/* --- options of commands that draw --- */

/* Where a picture goes and how it is coloured: --svg, --png and --scale. */
struct picture {
	const char *path; /* NULL: none is drawn */
	bool png; /* PNG, not SVG */
	enum scale_kind scale;
	bool alone; /* standard output has no other use, so path may be "-" */
};

/* Options --svg, --png and --scale, for a struct picture. */
extern const struct options picture_options;

/* Only --svg and --png, for pictures without a colour scale. */
extern const struct options picture_plain_options;

/* Return "--svg" or "--png", or NULL if no picture is drawn. */
const char *picture_option(const struct picture *picture);

/*
 * Check before a long run that a picture can be written. Report any error and return the exit code;
 * 0 if no picture is drawn.
 */
int picture_check(const struct picture *picture);

/* Write a picture to its file and free it. Report any error and return the exit code. */
int picture_end(const struct picture *picture, struct svg *svg, double width, double height);

/* --- words --- */

/* Size of a number as text, with commas and its NUL. */
#define SVG_NUMBER	48

/*
 * Write a number that is a multiple of @step, or any if that is 0, with its digits in groups of
 * three: 75,000,000. Multiples of one step that differ have different texts. Return @text.
 */
const char *svg_number(double value, double step, char text[SVG_NUMBER]);

/* Size of a name as text with its NUL; longer ones are cut off. */
#define SVG_WORDS	64

/* Write a name with spaces for its underscores. Return @text. */
const char *svg_words(const char *name, char text[SVG_WORDS]);

/* --- curves of several quantities over one x axis --- */

/* Most curves of a picture. */
#define CURVES_MOST	6

struct curve {
	const char *name; /* for svg_words() */
	const double *y; /* 0 or more, one for each x */
};

/* Curves that share both scales. */
struct curves {
	const char *title;
	const char *below; /* label of x */
	const char *beside; /* label of y */
	/*
	 * ascending, 0 or more; logarithmic if the last is at least 50 times the first, which is
	 * above 0
	 */
	const double *x;
	size_t points; /* 2 or more */
	const struct curve *each;
	size_t count; /* 1 to CURVES_MOST */
};

/* Draw curves. Report any error and return the exit code. */
int curves_draw(const struct curves *curves, const struct picture *picture);

/* --- box plots --- */

/*
 * Whiskers, quartiles and median of several groups of values, one below the other.
 *
 * Outliers are counted, not drawn: they may be so far off that the boxes would shrink to lines.
 */

/* Size of a box's full name as text, with its NUL; a longer name is cut off. */
#define BOX_NAME 49

struct box {
	const char *name; /* what its values are */
	const char *part; /* which of them; "": all. The full name is "NAME PART" */
	struct stats_summary summary;
};

/* Boxes that share a scale. */
struct boxes {
	const char *quantity; /* title of the scale */
	struct box *each;
	size_t count; /* 1 or more */
};

/* Write the full name of a box to @text and return @text. */
const char *box_name(const struct box *box, char text[BOX_NAME]);

/*
 * Find the range of the whiskers and of the medians' intervals. If it has no extent, widen it so
 * that @to is above @from.
 */
void boxes_scale(const struct boxes *boxes, double *from, double *to);

/* Add boxes to a record as text, one line of less than 100 characters each. */
void boxes_text(struct out *out, const struct boxes *boxes);

/* Draw boxes into an SVG file, a panel for each of @count scales. Return 0 or a negative errno. */
int boxes_write(const char *title, const struct boxes *boxes, size_t count, const char *path);

/* --- values of many lines over time --- */

/*
 * Values of many lines over time, accumulated in intervals of equal length. The intervals grow with
 * time, so that there are never more than a picture can show.
 */

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
	bool zero; /* a cell without a mark has the value 0, which is drawn as nothing */
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
 * Draw a line over the whole height where something fails or is mended, with a word above, and name
 * long stretches without any value above 0.
 */
void timegrid_events(const struct timegrid *grid, struct svg *svg);

/*
 * Explain white and the marks that occur; @y is the first baseline. Return the height used below
 * @y, 0 if there are none.
 */
double timegrid_legend(const struct timegrid *grid, struct svg *svg, double y);

/* Write "; " and words for each mark to @text, or "" if there are none. Return @text. */
const char *timegrid_marks_text(uint8_t marks, char *text, size_t room);

/* --- a picture of such values --- */

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

#endif /* CLI_DRAW_H */
