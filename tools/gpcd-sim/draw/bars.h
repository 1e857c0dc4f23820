/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Bar charts as in the paper: a filled bar is an average, the whisker above it a maximum.
 */
#ifndef BARS_H
#define BARS_H

/** BARS_SERIES - number of bars in a group */
#define BARS_SERIES 3

/** BARS_GROUPS - most groups of a chart */
#define BARS_GROUPS 4

/**
 * struct bar - a bar with a whisker
 * @mean: height of the bar
 * @most: height of the whisker
 */
struct bar {
	double mean, most;
};

/**
 * struct bars - a bar chart
 * @title: title of the chart
 * @axis: text at the vertical axis: quantity and unit
 * @series: what each bar of a group stands for
 * @groups: text below each group, ended by NULL
 * @bar: the bars, by group and series
 */
struct bars {
	const char *title;
	const char *axis;
	const char *series[BARS_SERIES];
	const char *groups[BARS_GROUPS + 1];
	struct bar bar[BARS_GROUPS][BARS_SERIES];
};

/**
 * bars_write() - draw a chart into an SVG file
 * @bars: the chart
 * @path: path of the file
 *
 * Return: 0 or a negative errno.
 */
int bars_write(const struct bars *bars, const char *path);

#endif /* BARS_H */
