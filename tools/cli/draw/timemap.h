/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A picture of many quantities over time: a line each, time to the right, darker is more. Marks
 * (timegrid.h) have their own colours: over the whole height of a line where there is no value,
 * thin where there is one.
 */
#ifndef TIMEMAP_H
#define TIMEMAP_H

#include "picture.h"
#include "timegrid.h"

/* What a picture shows. */
struct timemap {
	const char *title;
	const char *quantity; /* short description */
	const char *unit; /* "B/s"; "share" is shown as a percentage */
	/*
	 * highest possible value, end of the scales full and log; 0: unknown, and SCALE_MOST is
	 * used
	 */
	double full;
	const char *const *names; /* of the lines */
	const struct timebins *bins; /* values, 0 or more */
	double tick; /* ns per unit of time of bins */
	uint64_t origin; /* time shown as 0, in that unit */
	const char *since; /* what origin is, for the axis, or NULL */
};

/*
 * Draw a picture, in which some time has passed. If there are too many lines, each line drawn is
 * the maximum of several. Tooltips show the line, the time and the values. Report any error and
 * return the exit code.
 */
int timemap_write(const struct timemap *timemap, const struct picture *picture);

#endif /* TIMEMAP_H */
