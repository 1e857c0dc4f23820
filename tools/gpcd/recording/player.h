/* SPDX-License-Identifier: GPL-2.0-only */
/* Read a recording of registers: its devices, and their readings one after the other. */
#ifndef RECORDING_PLAYER_H
#define RECORDING_PLAYER_H

#include <stdio.h>

#include "record/recording.h"
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

/* A recording that is being read. */
struct player {
	const char *path; /* "-": standard input */
	FILE *file;
	struct recording *recording;
	struct played *list;
	size_t count;
	uint8_t *statuses; /* room for a status of each register of a device */
	uint64_t time; /* of the last record, CLOCK_REALTIME, ns */
};

/*
 * Begin to read a recording from a file, or from standard input for "-". Call player_close() in any
 * case. Report any error and return the exit code.
 */
int player_open(struct player *player, const char *path);

/* Read the next record. Return false at the end or after an error; report it and set @code. */
bool player_next(struct player *player, int *code);

/*
 * Find a device of the recording by its name, as for -d; if @name is NULL, the only one. If there
 * is none, or more than one, report it and return NULL.
 */
struct played *player_find(const struct player *player, const char *name);

/* Stop reading. */
void player_close(struct player *player);

#endif /* RECORDING_PLAYER_H */
