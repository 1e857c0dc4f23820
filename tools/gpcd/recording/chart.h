/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A picture of a recording: a metric or registers over time, a line for each tile, link, NIC, chip
 * or register. Missing values are marked with their reason.
 */
#ifndef RECORDING_CHART_H
#define RECORDING_CHART_H

#include "cli/draw/draw.h"
#include "cli/network/page.h"
#include "cli/options.h"
#include "playback.h"
#include "series/linkmap.h"
#include "tracks.h"

/* --- the lines of a device --- */

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

/* --- the picture --- */

/* A device that is drawn. */
struct charted {
	const struct played *played;
	struct tracks tracks;
	struct chart_lines lines;
	size_t first; /* index of its first line among all devices' lines */
	uint64_t since; /* its values are drawn up to this time */
	uint8_t missed; /* TIMEBINS_MISSED if periods were missed since then, or 0 */
};

/* A picture of a recording. */
struct chart {
	struct picture picture; /* without a path there is no picture */
	struct html_request page; /* map.h makes it, of the same arguments */
	struct measuring measuring; /* which metric, and where links lead */
	/* end of the scales full and log, in the unit of the values; 0: only shares have an end */
	double top;
	char **registers; /* names, ended by NULL; NULL or none: draw a metric */
	const struct playback *playback;
	struct charted *list;
	size_t count;
	struct timebins bins; /* values by time */
	const char **names; /* of the lines */
};

/* Options -m, --torus and the like, --svg, --png, --html, --scale, --top. */
extern const struct options chart_options;

/*
 * Find what to draw of a recording, of which no record was read yet and which must outlive @chart.
 * Draw device @only, or all if it is NULL. Call chart_close() in any case. Report any error and
 * return the exit code.
 */
int chart_open(struct chart *chart, const struct playback *playback, const struct played *only);

/* Add the recording's current record. */
void chart_add(struct chart *chart);

/* Draw the picture; nothing may be added afterwards. Report any error and return the exit code. */
int chart_draw(struct chart *chart);

/* Free what belongs to a picture. */
void chart_close(struct chart *chart);

#endif /* RECORDING_CHART_H */
