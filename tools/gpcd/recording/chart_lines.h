/* SPDX-License-Identifier: GPL-2.0-only */
/* The lines of a device in a picture over time. */
#ifndef RECORDING_CHART_LINES_H
#define RECORDING_CHART_LINES_H

#include "series/linkmap.h"
#include "tracks.h"

struct chart_line {
	const struct track *track; /* its values; NULL: a link without tiles */
	const struct link *link; /* NULL: it is not a link's */
	char *name;
};

/* The lines of a device. */
struct chart_lines {
	struct links links; /* empty unless lines are links */
	struct chart_line *list; /* in the order of links, if any */
	size_t count;
};

/*
 * Find the lines of a device. @lines has links; @tracks must outlive @lines; @device begins the
 * names of the lines, or is NULL. Call chart_lines_free() also after an error. Return 0 or -ENOMEM.
 */
int chart_lines_find(struct chart_lines *lines, const struct tracks *tracks, const char *device);

/* Free the lines. */
void chart_lines_free(struct chart_lines *lines);

/* Check if a line is a link that has failed or lacks tiles. */
static inline bool chart_line_failed(const struct chart_line *line)
{
	return line->link && (!line->link->count || line->link->lost);
}

#endif /* RECORDING_CHART_LINES_H */
