/* SPDX-License-Identifier: GPL-2.0-only */
/* Bar charts as in the paper: a filled bar shows a mean, the whisker above it a maximum. */
#ifndef BARS_H
#define BARS_H

/* Bars in a group. */
#define BARS_SERIES 3

/* Most groups in a chart. */
#define BARS_GROUPS 4

/* A bar and its whisker, as heights. */
struct bar {
	double mean, most;
};

/* A bar chart. */
struct bars {
	const char *title;
	const char *axis; /* text at the vertical axis: quantity and unit */
	const char *series[BARS_SERIES]; /* what each bar of a group stands for */
	const char *groups[BARS_GROUPS + 1]; /* text below each group; ends with NULL */
	struct bar bar[BARS_GROUPS][BARS_SERIES]; /* by group and series */
};

/* Draw a chart into an SVG file. Return 0 or a negative errno. */
int bars_write(const struct bars *bars, const char *path);

#endif /* BARS_H */
