/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One number over time.
 */
#ifndef RECORDING_TRACK_H
#define RECORDING_TRACK_H

#include <stdbool.h>
#include <stddef.h>

/** TRACK_UNIT: bytes that hold the unit of a track, with a NUL */
#define TRACK_UNIT	64

/**
 * struct track - a number over time
 * @per: what it is of: "chip", "tile" ..., or "register"
 * @object: of which of them; of a register ""
 * @name: name of the metric or register
 * @unit: its unit
 * @values: the values, in the order of time
 * @count: how many
 * @room: number of values that there is room for
 * @missing: number of readings that gave none
 * @unrecorded: it is a register that the recording does not have
 */
struct track {
	const char *per;
	const char *object;
	const char *name;
	char unit[TRACK_UNIT];
	double *values;
	size_t count;
	size_t room;
	size_t missing;
	bool unrecorded;
};

/**
 * track_add() - add a value
 * @track: the track; track_free() frees its values
 * @value: the value
 *
 * Return: 0, -ENOMEM.
 */
int track_add(struct track *track, double value);

/** track_free() - free the values of a track */
void track_free(struct track *track);

#endif /* RECORDING_TRACK_H */
