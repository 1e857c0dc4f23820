/* SPDX-License-Identifier: GPL-2.0-only */
/* Pictures as self-contained SVG files, and as PNG. */
#ifndef PICTURE_H
#define PICTURE_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/options.h"
#include "scale.h"

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

#endif /* PICTURE_H */
