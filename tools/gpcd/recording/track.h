/* SPDX-License-Identifier: GPL-2.0-only */
/* One quantity over time. */
#ifndef RECORDING_TRACK_H
#define RECORDING_TRACK_H

#include <stdbool.h>
#include <stddef.h>

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

#endif /* RECORDING_TRACK_H */
