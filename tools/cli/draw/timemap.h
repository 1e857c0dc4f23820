/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A picture of many quantities over time: a line each, time to the right, darker is more.
 */
#ifndef TIMEMAP_H
#define TIMEMAP_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct timemap - what a picture shows
 * @title: its title
 * @quantity: what is shown, in a few words, for the legend
 * @scale: what a value of 1 is in the legend: 100 for "%"
 * @unit: unit of the legend, such as "%"
 * @full: value from which on the colour is the darkest, if there are larger ones; 0: the largest
 * @names: names of the lines
 * @lines: number of lines
 * @bins: intervals of time
 * @values: values from 0 on, at [line * bins + bin]
 * @failed: what has failed, in part at least, at [line * @stride + bin]
 * @stride: intervals that @failed has room for
 * @from: where the first interval begins, us
 * @to: where the last one ends, us
 */
struct timemap {
	const char *title;
	const char *quantity;
	double scale;
	const char *unit;
	double full;
	const char *const *names;
	size_t lines;
	size_t bins;
	const double *values;
	const bool *failed;
	size_t stride;
	double from;
	double to;
};

/**
 * timemap_write() - draw a picture into an SVG file
 * @timemap: what it shows
 * @path: path of the file
 *
 * If there are more lines than fit, a line of the picture is the most of several.
 *
 * Return: 0 or a negative errno.
 */
int timemap_write(const struct timemap *timemap, const char *path);

#endif /* TIMEMAP_H */
