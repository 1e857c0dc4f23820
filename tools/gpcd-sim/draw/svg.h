/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pictures: one SVG, self-contained.
 */
#ifndef SVG_H
#define SVG_H

#include <stdio.h>

#include "cli/util.h"

/**
 * struct svg - a picture in the making
 * @body: its elements so far, which may be printed to
 * @text: the same, in memory
 * @length: of @text
 */
struct svg {
	FILE *body;
	char *text;
	size_t length;
};

/* Begin; returns 0 or -ENOMEM. */
int svg_begin(struct svg *svg);

/* Text at a place; @class: "title", "head", "label" or "small", and anchors "mid", "end". */
__printf(5, 6) void svg_text(struct svg *svg, double x, double y, const char *class,
			     const char *fmt, ...);

/* A filled box. */
void svg_box(struct svg *svg, double x, double y, double w, double h, const char *colour);

/* Before a long run: can a picture be written there? Returns the exit code, having said why not. */
int svg_check(const char *path);

/*
 * Write it to a file and free it; returns 0 or a negative errno. A regular file is replaced by
 * the whole picture or left as it was.
 */
int svg_end(struct svg *svg, const char *path, double width, double height);

/* The next round number that is not below a value: the end of a scale. */
double svg_nice_above(double value);

#endif /* SVG_H */
