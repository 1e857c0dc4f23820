/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Curves of several quantities over one, as a picture.
 */
#ifndef CURVES_H
#define CURVES_H

#include <stddef.h>

#include "picture.h"

/** CURVES_MOST - most curves of a picture */
#define CURVES_MOST	6

/**
 * struct curve - a curve
 * @name: what it shows; an underscore is drawn as a space
 * @y: its values, from 0 on, one for each x
 */
struct curve {
	const char *name;
	const double *y;
};

/**
 * struct curves - curves that share both scales
 * @title: title of the picture
 * @below: what x is
 * @beside: what y is
 * @x: where values are, ascending, from 0 on; if the last one is fifty times the first one or more,
 *	which is above 0, the scale is logarithmic
 * @points: number of @x, 2 or more
 * @each: the curves
 * @count: number of curves, 1 to CURVES_MOST
 */
struct curves {
	const char *title;
	const char *below;
	const char *beside;
	const double *x;
	size_t points;
	const struct curve *each;
	size_t count;
};

/**
 * curves_draw() - draw curves
 * @curves: the curves
 * @picture: where to
 *
 * Return: the exit code, having said what is wrong.
 */
int curves_draw(const struct curves *curves, const struct picture *picture);

#endif /* CURVES_H */
