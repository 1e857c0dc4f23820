/* SPDX-License-Identifier: GPL-2.0-only */
/* Convert SVG to PNG with rsvg-convert(1). */
#ifndef PNG_H
#define PNG_H

#include <stdio.h>

/* The converter, looked for in PATH. */
#define PNG_COMMAND	"rsvg-convert"

/* Check that the converter can be started. Return 0 or a negative errno. */
int png_check(void);

/*
 * Convert an SVG, from the current offset of descriptor @from, to a PNG. Return 0 or a negative
 * errno; -ENOPKG if the converter failed and has reported why.
 */
int png_draw(int from, FILE *to);

#endif /* PNG_H */
