/* SPDX-License-Identifier: GPL-2.0-only */
/* Quantities of a recorded device over time: metrics, or rates of registers. */
#ifndef RECORDING_TRACKS_H
#define RECORDING_TRACKS_H

#include <stdbool.h>
#include <stddef.h>

#include "metrics/measured.h"
#include "metrics/value.h"
#include "playback.h"

/* Size of the unit of a track with its NUL. */
#define TRACK_UNIT	64

/* A quantity over time: a metric or a register. */
struct track {
	const char *per; /* "chip", "tile" ..., or "register" */
	const char *object; /* which of them; "" for a register */
	const char *name;
	char unit[TRACK_UNIT];
	double *values; /* in the order of time */
	size_t count;
	size_t room; /* allocated values */
	size_t missing; /* readings that gave no value */
	bool unrecorded; /* a register that is not in the recording */
};

/* Add a value; track_free() frees it. Return 0 or -ENOMEM. */
int track_add(struct track *track, double value);

/* Free the values of a track. */
void track_free(struct track *track);

/* The quantities of a recorded device. */
struct tracks {
	struct measured measured; /* the device, the registers needed, and two readings */
	/* index of each register among the recorded ones; UINT_MAX: not recorded */
	unsigned int *columns;
	uint64_t *values; /* room for one of each register */
	uint8_t *statuses; /* likewise */
	struct track *list;
	size_t count;
};

/*
 * Find the quantities of a recorded device. @names are registers, ended by NULL; if it is NULL or
 * empty, use the metrics that @measuring asks for. Call tracks_close() in any case. Report any
 * error and return the exit code.
 */
int tracks_open(struct tracks *tracks, const struct played *played, struct measuring *measuring,
		char **names);

/* Take a new reading of the device; the last one taken becomes the one before. */
void tracks_take(struct tracks *tracks, const struct played *played);

/*
 * Find the value of @tracks->list[i] in the reading that was taken last and the one before. Return
 * METRICS_GIVEN, or why there is no value.
 */
enum metrics_reason tracks_value(const struct tracks *tracks, size_t i, double *value);

/* Check if any register that is needed is recorded. */
bool tracks_recorded(const struct tracks *tracks);

/* Take a new reading of the device, and add its values. Return 0 or -ENOMEM. */
int tracks_add(struct tracks *tracks, const struct played *played);

/* Free what belongs to the quantities. */
void tracks_close(struct tracks *tracks);

#endif /* RECORDING_TRACKS_H */
