/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Bar charts as in the paper: a filled bar is an average, the whisker above it a maximum.
 */
#ifndef BARS_H
#define BARS_H

#define BARS_SERIES 3
#define BARS_GROUPS 4

/** struct bar - @mean: its height; @most: of its whisker */
struct bar {
	double mean, most;
};

/**
 * struct bars - a chart
 * @title: of it
 * @axis: what goes up, with its unit
 * @series: names, in the order of bars in a group
 * @groups: names; the first NULL ends them
 * @bar: by group and series
 */
struct bars {
	const char *title;
	const char *axis;
	const char *series[BARS_SERIES];
	const char *groups[BARS_GROUPS + 1];
	struct bar bar[BARS_GROUPS][BARS_SERIES];
};

/* Draw it into an SVG file; returns 0 or a negative errno. */
int bars_write(const struct bars *bars, const char *path);

#endif /* BARS_H */
