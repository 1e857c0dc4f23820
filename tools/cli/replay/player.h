/* SPDX-License-Identifier: GPL-2.0-only */
/* Read a recording record by record, as fast as possible or at a pace. */
#ifndef CLI_PLAYER_H
#define CLI_PLAYER_H

#include <stdbool.h>
#include <stdio.h>

#include "record/recording.h"

/* A recording that is being read. */
struct player {
	const char *path; /* "-": standard input */
	FILE *file;
	struct recording *recording;
	struct record record; /* the last one that was read */
	uint64_t begin; /* CLOCK_MONOTONIC when player_wait() was first called, ns; 0: not yet */
	uint64_t first; /* time of the record that it waited for then */
};

/*
 * Begin to read a recording from a file, or from standard input for "-". Call player_close() in any
 * case. Report any error and return the exit code.
 */
int player_open(struct player *player, const char *path);

/* Return the description of an open recording, which the player owns. */
const struct description *player_description(const struct player *player);

/* Read the next record. Return false at the end or after an error; report that and set @code. */
bool player_next(struct player *player, int *code);

/*
 * Wait until the last record is due, if the first one was when this was first called. @speed is
 * relative to the recording; 0: do not wait. Return false if a signal asks for the end.
 */
bool player_wait(struct player *player, double speed);

/*
 * Return why there are no more records, after player_next() found the end; report that the rest of
 * the file is damaged. @whole becomes the number of bytes up to there.
 */
enum recording_end player_end(const struct player *player, uint64_t *whole);

/* Stop reading. */
void player_close(struct player *player);

#endif /* CLI_PLAYER_H */
