/* SPDX-License-Identifier: GPL-2.0-only */
/* Colour scales for shares. Pictures that use one of the fixed scales can be compared. */
#ifndef SCALE_H
#define SCALE_H

#include "cli/words.h"

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

/* Colour scales: equal steps of a value look equally large. */

/* Colour scales, each with its own hue so that they are not confused. */
enum colour_ramp {
	COLOUR_BLUE,
	COLOUR_RED,
	COLOUR_VIOLET,
};

/* Size of "#rrggbb" with its NUL. */
#define COLOUR_TEXT 8

/* Write the colour of a value from 0, pale, to 1, dark, as "#rrggbb". */
void colour_of(enum colour_ramp ramp, double value, char text[COLOUR_TEXT]);

#endif /* SCALE_H */
