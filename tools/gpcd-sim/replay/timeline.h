/* SPDX-License-Identifier: GPL-2.0-only */
/* A picture of the growth of counters over the time of a recording. */
#ifndef TIMELINE_H
#define TIMELINE_H

#include "cli/draw/picture.h"
#include "cli/draw/timemap.h"
#include "group.h"

/* A picture while it is made. */
struct timeline {
	const struct replay *replay;
	size_t column; /* column that is shown; ncolumns of the group: the load */
	size_t dead; /* column of failed lanes; ncolumns: none */
	struct timebins bins; /* by source: the load, or the column's growth in a us */
};

/*
 * Begin a picture of a column by name. NULL is the load if it is known, else the first counter.
 * Only the load has a maximum, which the scales full and log need. Call timeline_end() in any case.
 * Return the exit code; errors are reported.
 */
int timeline_begin(struct timeline *timeline, const struct replay *replay, const char *column,
		   const struct picture *picture);

/* Add the present record. */
void timeline_record(struct timeline *timeline);

/* Draw the picture. Return the exit code; errors are reported. */
int timeline_draw(const struct timeline *timeline, const struct picture *picture);

/* Free the memory of timeline_begin(). */
void timeline_end(struct timeline *timeline);

#endif /* TIMELINE_H */
