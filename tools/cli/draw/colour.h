/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Colour scales: even steps of a value are even steps to the eye.
 */
#ifndef COLOUR_H
#define COLOUR_H

/**
 * enum colour_ramp - a colour scale; each has a hue of its own, so that it is not taken for
 *	another
 * @COLOUR_BLUE: blue
 * @COLOUR_RED: red
 * @COLOUR_VIOLET: violet
 */
enum colour_ramp {
	COLOUR_BLUE,
	COLOUR_RED,
	COLOUR_VIOLET,
};

/** COLOUR_TEXT - bytes of "#rrggbb", with a NUL */
#define COLOUR_TEXT 8

/**
 * colour_of() - find the colour of a value
 * @ramp: the colour scale
 * @value: the value, from 0, pale, to 1, dark
 * @text: receives the colour as "#rrggbb"
 */
void colour_of(enum colour_ramp ramp, double value, char text[COLOUR_TEXT]);

#endif /* COLOUR_H */
