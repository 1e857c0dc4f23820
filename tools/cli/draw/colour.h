/* SPDX-License-Identifier: GPL-2.0-only */
/* Colour scales: equal steps of a value look equally large. */
#ifndef COLOUR_H
#define COLOUR_H

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

#endif /* COLOUR_H */
