/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A recording of registers as a picture: a metric or registers of its devices over time, a line for
 * each tile, link, NIC, chip or register. What has no number is marked as what it is.
 */
#ifndef RECORDING_CHART_H
#define RECORDING_CHART_H

#include <argp.h>

#include "chart_lines.h"
#include "cli/draw/picture.h"
#include "cli/draw/timebins.h"
#include "player.h"
#include "tracks.h"

/**
 * struct charted - a device that is drawn
 * @played: the device
 * @tracks: its numbers
 * @lines: its lines
 * @first: its first line, among those of all devices
 * @since: up to when its numbers are drawn
 * @missed: TIMEBINS_MISSED if periods were missed since then, or 0
 */
struct charted {
	const struct played *played;
	struct tracks tracks;
	struct chart_lines lines;
	size_t first;
	uint64_t since;
	uint8_t missed;
};

/**
 * struct chart - a picture of a recording
 * @picture: its file and scale; without a path there is no picture
 * @measuring: which metric, and where links lead
 * @top: number that the scales full and log end at, in the unit of the numbers; 0: that of a share
 * @registers: names of registers, ended by NULL, in place of a metric; NULL or none: a metric
 * @player: the recording
 * @list: the devices
 * @count: how many
 * @bins: the numbers by time
 * @names: names of the lines
 */
struct chart {
	struct picture picture;
	struct measuring measuring;
	double top;
	char **registers;
	const struct player *player;
	struct charted *list;
	size_t count;
	struct timebins bins;
	const char **names;
};

/** chart_argp - the options -m, --torus and the like, --svg, --png, --scale, --top; the input is a
 *	struct chart
 */
extern const struct argp chart_argp;

/**
 * chart_open() - find what is drawn of a recording
 * @chart: has what the options say; for chart_close() in any case
 * @player: the recording, no record of which was read; it must outlive @chart
 * @only: the device that is drawn; NULL: all are
 *
 * Return: the exit code, having said what is wrong.
 */
int chart_open(struct chart *chart, const struct player *player, const struct played *only);

/**
 * chart_add() - add the record that the recording has come to
 * @chart: the picture
 */
void chart_add(struct chart *chart);

/**
 * chart_draw() - draw the picture, to which nothing is added behind that
 * @chart: the picture
 *
 * Return: the exit code, having said what is wrong.
 */
int chart_draw(struct chart *chart);

/** chart_close() - free what belongs to a picture */
void chart_close(struct chart *chart);

#endif /* RECORDING_CHART_H */
