/* SPDX-License-Identifier: GPL-2.0-only */
/* Read a recording of registers: its devices, and their readings one after the other. */
#ifndef RECORDING_PLAYBACK_H
#define RECORDING_PLAYBACK_H

#include "cli/replay/player.h"
#include "series/series.h"

/* A device of a recording. */
struct played {
	struct series series;
	size_t first; /* index of its values in a record */
	struct gpcd_snapshot *now;
	struct gpcd_snapshot *before; /* the one before; never read if there was none */
	bool there; /* the last record has a reading of it */
	uint64_t missed; /* periods without a record before it */
	uint64_t number; /* of the reading, from 1 */
};

/* A recording of registers that is being read. */
struct playback {
	struct player player;
	struct played *list;
	size_t count;
	uint8_t *statuses; /* room for a status of each register of a device */
	unsigned int *chips; /* of each group of the description, for gpcd_chip_forget() */
};

/*
 * Begin to read a recording from a file, or from standard input for "-". Call playback_close() in
 * any case. Report any error and return the exit code.
 */
int playback_open(struct playback *playback, const char *path);

/* Read the next record. Return false at the end or after an error; report it and set @code. */
bool playback_next(struct playback *playback, int *code);

/*
 * Find a device of the recording by its name, as for -d; if @name is NULL, the only one. If there
 * is none, or more than one, report it and return NULL.
 */
struct played *playback_find(const struct playback *playback, const char *name);

/* Stop reading. */
void playback_close(struct playback *playback);

#endif /* RECORDING_PLAYBACK_H */
