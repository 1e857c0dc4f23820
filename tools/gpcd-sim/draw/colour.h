/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Colour scales: even steps of a value are even steps to the eye.
 */
#ifndef COLOUR_H
#define COLOUR_H

/** enum colour_ramp - one hue each, so that two scales are not taken for one */
enum colour_ramp {
	COLOUR_BLUE,
	COLOUR_RED,
	COLOUR_VIOLET,
};

/* Bytes of "#rrggbb". */
#define COLOUR_TEXT 8

/* The colour of a value from 0, pale, to 1, dark. */
void colour_of(enum colour_ramp ramp, double value, char text[COLOUR_TEXT]);

#endif /* COLOUR_H */
