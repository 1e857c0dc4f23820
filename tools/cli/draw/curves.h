/* SPDX-License-Identifier: GPL-2.0-only */
/* Curves of several quantities over one x axis, as a picture. */
#ifndef CURVES_H
#define CURVES_H

#include <stddef.h>

#include "picture.h"

/* Most curves of a picture. */
#define CURVES_MOST	6

struct curve {
	const char *name; /* an underscore is drawn as a space */
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

#endif /* CURVES_H */
