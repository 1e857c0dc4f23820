/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How counters grow over the time of a recording, as a picture.
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include "cli/draw/picture.h"
#include "cli/draw/timebins.h"
#include "group.h"

/**
 * struct timeline - a picture in the making
 * @replay: the recording
 * @column: column of the group that is shown; all of its columns: the load
 * @dead: column that says how many lanes have failed; all of the group's columns: there is none
 * @bins: a line for each source: the load, or by how much the column grew in a us
 */
struct timeline {
	const struct replay *replay;
	size_t column;
	size_t dead;
	struct timebins bins;
};

/**
 * timeline_begin() - begin a picture
 * @timeline: filled in, for timeline_end() in any case
 * @replay: the recording
 * @column: name of a column, or NULL: the load if it is known, else the first counter
 * @picture: its scale: only the load has a most, which the scales full and log need
 *
 * Return: the exit code, having said what is wrong.
 */
int timeline_begin(struct timeline *timeline, const struct replay *replay, const char *column,
		   const struct picture *picture);

/**
 * timeline_record() - add the record that the recording has come to
 * @timeline: the picture
 */
void timeline_record(struct timeline *timeline);

/**
 * timeline_draw() - draw the picture
 * @timeline: the picture
 * @picture: its file and scale
 *
 * Return: the exit code, having said what is wrong.
 */
int timeline_draw(const struct timeline *timeline, const struct picture *picture);

/**
 * timeline_end() - free what timeline_begin() has allocated
 * @timeline: the picture
 */
void timeline_end(struct timeline *timeline);

#endif /* TIMELINE_H */
