/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Box plots: the whiskers, quartiles and median of several groups of values, one below the other.
 *
 * Outliers are counted and not drawn: they may be so far off that the boxes would shrink to lines.
 */
#ifndef BOXES_H
#define BOXES_H

#include <stddef.h>

#include "cli/out/out.h"
#include "stats/summary.h"

/** BOX_NAME - bytes of a box's whole name as text, with a NUL; a longer one is cut off */
#define BOX_NAME 49

/**
 * struct box - a box
 * @name: what its values are
 * @part: which of them; "": all. The whole name has a blank in between
 * @summary: their summary
 */
struct box {
	const char *name;
	const char *part;
	struct stats_summary summary;
};

/**
 * struct boxes - boxes that share a scale
 * @quantity: what all values are, for the title of the scale
 * @each: the boxes
 * @count: number of boxes, 1 or more
 */
struct boxes {
	const char *quantity;
	struct box *each;
	size_t count;
};

/**
 * box_name() - get the whole name of a box
 * @box: the box
 * @text: receives the name
 *
 * Return: @text.
 */
const char *box_name(const struct box *box, char text[BOX_NAME]);

/**
 * boxes_scale() - find the scale of boxes
 * @boxes: the boxes
 * @from: receives the lowest end of a whisker or of an interval of the median; if that is the
 *	highest one, too, a number below it
 * @to: receives the highest end, above @from
 */
void boxes_scale(const struct boxes *boxes, double *from, double *to);

/**
 * boxes_text() - add boxes to a record as text, a line each of less than 100 characters
 * @out: the record
 * @boxes: the boxes
 */
void boxes_text(struct out *out, const struct boxes *boxes);

/**
 * boxes_write() - draw boxes into an SVG file
 * @title: title of the picture
 * @boxes: the boxes, a panel for each scale
 * @count: number of panels
 * @path: path of the file
 *
 * Return: 0 or a negative errno.
 */
int boxes_write(const char *title, const struct boxes *boxes, size_t count, const char *path);

#endif /* BOXES_H */
