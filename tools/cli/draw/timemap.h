/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A picture of many quantities over time: a line each, time to the right, darker is more. What is
 * marked (timebins.h) has a colour of its own, over the whole height of a line where there is no
 * number, and thin where there is one.
 */
#ifndef TIMEMAP_H
#define TIMEMAP_H

#include "picture.h"
#include "timebins.h"

/**
 * struct timemap - what a picture shows
 * @title: its title
 * @quantity: what is shown, in a few words
 * @unit: unit of the numbers, such as "B/s"; "share" is shown as a percentage
 * @full: number that is all that there can be, which the scales full and log end at; 0: unknown,
 *	and the scale is SCALE_MOST
 * @names: names of the lines
 * @bins: the numbers, from 0 on
 * @tick: ns of a unit of time of @bins
 * @origin: time that is 0 in the picture, in that unit
 * @since: what that time is, for the axis, or NULL
 */
struct timemap {
	const char *title;
	const char *quantity;
	const char *unit;
	double full;
	const char *const *names;
	const struct timebins *bins;
	double tick;
	uint64_t origin;
	const char *since;
};

/**
 * timemap_write() - draw a picture
 * @timemap: what it shows; some time has passed in it
 * @picture: its file and scale
 *
 * If there are more lines than fit, a line of the picture is the most of several. What a viewer
 * shows under the pointer is the line, the time, and the numbers there.
 *
 * Return: the exit code, having said what is wrong.
 */
int timemap_write(const struct timemap *timemap, const struct picture *picture);

#endif /* TIMEMAP_H */
