/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The lines that a device has in a picture over time.
 */
#ifndef RECORDING_CHART_LINES_H
#define RECORDING_CHART_LINES_H

#include "series/linkmap.h"
#include "tracks.h"

/**
 * struct chart_line - a line
 * @track: its number; NULL: a link that has no tile
 * @link: the link that it is of, or NULL: it is of something else
 * @name: its name
 */
struct chart_line {
	const struct track *track;
	const struct link *link;
	char *name;
};

/**
 * struct chart_lines - the lines of a device
 * @links: its links, if its numbers are of links; else none
 * @list: the lines; those of links are in the order of @links
 * @count: how many
 */
struct chart_lines {
	struct links links;
	struct chart_line *list;
	size_t count;
};

/**
 * chart_lines_find() - find the lines of a device
 * @lines: has @links, and receives the lines, for chart_lines_free(), also after an error
 * @tracks: its numbers, which have to outlive @lines
 * @device: name that lines begin with, or NULL
 *
 * Return: 0 or -ENOMEM.
 */
int chart_lines_find(struct chart_lines *lines, const struct tracks *tracks, const char *device);

/** chart_lines_free() - free the lines */
void chart_lines_free(struct chart_lines *lines);

/**
 * chart_line_failed() - tell if a line is of a link that has failed, or lacks tiles
 * @line: the line
 */
static inline bool chart_line_failed(const struct chart_line *line)
{
	return line->link && (!line->link->count || line->link->lost);
}

#endif /* RECORDING_CHART_LINES_H */
