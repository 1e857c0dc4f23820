/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A recording of registers, read: its devices, and their readings one after the other.
 */
#ifndef RECORDING_PLAYER_H
#define RECORDING_PLAYER_H

#include <stdio.h>

#include "record/recording.h"
#include "series/series.h"

/**
 * struct played - a device of a recording
 * @series: the device, which is recorded, and its registers
 * @first: where its values begin in a record
 * @now: its last reading
 * @before: the one before; never read: there was none
 * @there: the last record has a reading of it, @now
 * @missed: periods without a record before that
 * @number: number of that reading, from 1
 */
struct played {
	struct series series;
	size_t first;
	struct gpcd_snapshot *now;
	struct gpcd_snapshot *before;
	bool there;
	uint64_t missed;
	uint64_t number;
};

/**
 * struct player - a recording that is read
 * @path: its file; "-" is standard input
 * @file: the stream
 * @recording: the recording
 * @list: its devices
 * @count: how many
 * @statuses: room for a status of each register of a device
 * @time: time of the last record, CLOCK_REALTIME, ns
 */
struct player {
	const char *path;
	FILE *file;
	struct recording *recording;
	struct played *list;
	size_t count;
	uint8_t *statuses;
	uint64_t time;
};

/**
 * player_open() - begin to read a recording
 * @player: filled in, for player_close() in any case
 * @path: its file; "-" is standard input
 *
 * Return: the exit code, having said what is wrong.
 */
int player_open(struct player *player, const char *path);

/**
 * player_next() - read the next record
 * @player: the recording
 * @code: filled in with the exit code, having said what is wrong, if it is not good
 *
 * Return: whether there is one.
 */
bool player_next(struct player *player, int *code);

/**
 * player_find() - find a device of the recording
 * @player: the recording
 * @name: its name, as of -d; NULL: the only one
 *
 * Return: the device; NULL, having said that there is none, or more than one.
 */
struct played *player_find(const struct player *player, const char *name);

/**
 * player_close() - end reading
 * @player: the recording
 */
void player_close(struct player *player);

#endif /* RECORDING_PLAYER_H */
