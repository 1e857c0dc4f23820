/* SPDX-License-Identifier: GPL-2.0-only */
/* Where a picture goes and how it is coloured: --svg, --png and --scale of commands that draw. */
#ifndef PICTURE_H
#define PICTURE_H

#include <argp.h>

#include "scale.h"
#include "svg.h"

/* Options for a picture. */
struct picture {
	const char *path; /* NULL: none is drawn */
	bool png; /* PNG, not SVG */
	enum scale_kind scale;
	bool scaled; /* --scale was given */
	bool alone; /* standard output has no other use, so path may be "-" */
};

/* Options --svg, --png and --scale; the input is a struct picture. */
extern const struct argp picture_argp;

/* Only --svg and --png, for pictures without a colour scale. */
extern const struct argp picture_plain_argp;

/* Return "--svg" or "--png", or NULL if no picture is drawn. */
const char *picture_option(const struct picture *picture);

/*
 * Check before a long run that a picture can be written. Report any error and return the exit code;
 * 0 if no picture is drawn.
 */
int picture_check(const struct picture *picture);

/* Write a picture to its file and free it. Report any error and return the exit code. */
int picture_end(const struct picture *picture, struct svg *svg, double width, double height);

#endif /* PICTURE_H */
