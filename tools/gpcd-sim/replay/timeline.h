/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How counters grow over the time of a recording, as a picture. As many records as there may be
 * become a few hundred intervals.
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include "group.h"

/**
 * struct timeline - a picture in the making
 * @replay: the recording
 * @column: column of the group that is shown; all of its columns: the load
 * @bins: intervals so far
 * @each: records of an interval
 * @left: records that the last interval has room for
 * @ns: by interval: how long it is
 * @grown: by how much the column grew, at [source * TIMELINE_BINS + interval]; of the load: for how
 *	many ns the source was busy
 * @dead: column that says how many lanes have failed; all of the group's columns: there is none
 * @failed: at [source * TIMELINE_BINS + interval]: some had
 */
struct timeline {
	const struct replay *replay;
	size_t column;
	size_t bins;
	uint64_t each;
	uint64_t left;
	double *ns;
	double *grown;
	size_t dead;
	bool *failed;
};

/** TIMELINE_BINS - most intervals */
#define TIMELINE_BINS	600

/**
 * timeline_begin() - begin a picture
 * @timeline: filled in, for timeline_end() in any case
 * @replay: the recording
 * @column: name of a column, or NULL: the load if it is known, else the first counter
 *
 * Return: the exit code, having said what is wrong.
 */
int timeline_begin(struct timeline *timeline, const struct replay *replay, const char *column);

/**
 * timeline_record() - add the record that the recording has come to
 * @timeline: the picture
 */
void timeline_record(struct timeline *timeline);

/**
 * timeline_draw() - draw the picture
 * @timeline: the picture
 * @path: path of its file
 *
 * Return: the exit code, having said what is wrong.
 */
int timeline_draw(const struct timeline *timeline, const char *path);

/**
 * timeline_end() - free what timeline_begin() has allocated
 * @timeline: the picture
 */
void timeline_end(struct timeline *timeline);

#endif /* TIMELINE_H */
