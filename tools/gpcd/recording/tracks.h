/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Numbers of a recorded device over time: metrics, or how fast registers count.
 */
#ifndef RECORDING_TRACKS_H
#define RECORDING_TRACKS_H

#include "metrics/measured.h"
#include "metrics/value.h"
#include "player.h"
#include "track.h"

/**
 * struct tracks - the numbers of a recorded device
 * @measured: the device, the registers that they are made of, and two readings
 * @columns: by register of these: its index among the recorded ones; UINT_MAX: it is not recorded
 * @values: room for a value of each register
 * @statuses: likewise, for a status
 * @list: the numbers
 * @count: how many
 */
struct tracks {
	struct measured measured;
	unsigned int *columns;
	uint64_t *values;
	uint8_t *statuses;
	struct track *list;
	size_t count;
};

/**
 * tracks_open() - find the numbers of a recorded device
 * @tracks: filled in, for tracks_close() in any case
 * @played: the device
 * @measuring: which metrics are wanted
 * @names: registers that are wanted, ended by NULL; NULL or none: metrics are
 *
 * Return: the exit code, having said what is wrong.
 */
int tracks_open(struct tracks *tracks, const struct played *played, struct measuring *measuring,
		char **names);

/**
 * tracks_take() - take up a reading; the one that was taken up last is the one before
 * @tracks: the numbers
 * @played: the device, which has a new reading
 */
void tracks_take(struct tracks *tracks, const struct played *played);

/**
 * tracks_value() - find a number of the reading that was taken up, and of the one before
 * @tracks: the numbers
 * @i: which of @tracks->list
 * @value: filled in if there is a number
 *
 * Return: METRICS_GIVEN, or why there is none.
 */
enum metrics_reason tracks_value(const struct tracks *tracks, size_t i, double *value);

/**
 * tracks_recorded() - tell if any register is recorded that the numbers are made of
 * @tracks: the numbers
 */
bool tracks_recorded(const struct tracks *tracks);

/**
 * tracks_add() - add what a reading and the one before give
 * @tracks: the numbers
 * @played: the device, which has a new reading
 *
 * Return: 0, -ENOMEM.
 */
int tracks_add(struct tracks *tracks, const struct played *played);

/** tracks_close() - free what belongs to the numbers */
void tracks_close(struct tracks *tracks);

#endif /* RECORDING_TRACKS_H */
