/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Box plots: whiskers, quartiles and median of several groups of values, one below the other.
 *
 * Outliers are counted, not drawn: they may be so far off that the boxes would shrink to lines.
 */
#ifndef BOXES_H
#define BOXES_H

#include <stddef.h>

#include "cli/out/out.h"
#include "stats/stats.h"

/* Size of a box's full name as text, with its NUL; a longer name is cut off. */
#define BOX_NAME 49

struct box {
	const char *name; /* what its values are */
	const char *part; /* which of them; "": all. The full name is "NAME PART" */
	struct stats_summary summary;
};

/* Boxes that share a scale. */
struct boxes {
	const char *quantity; /* title of the scale */
	struct box *each;
	size_t count; /* 1 or more */
};

/* Write the full name of a box to @text and return @text. */
const char *box_name(const struct box *box, char text[BOX_NAME]);

/*
 * Find the range of the whiskers and of the medians' intervals. If it has no extent, widen it so
 * that @to is above @from.
 */
void boxes_scale(const struct boxes *boxes, double *from, double *to);

/* Add boxes to a record as text, one line of less than 100 characters each. */
void boxes_text(struct out *out, const struct boxes *boxes);

/* Draw boxes into an SVG file, a panel for each of @count scales. Return 0 or a negative errno. */
int boxes_write(const char *title, const struct boxes *boxes, size_t count, const char *path);

#endif /* BOXES_H */
