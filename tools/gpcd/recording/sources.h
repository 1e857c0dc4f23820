/* SPDX-License-Identifier: GPL-2.0-only */
/* Devices whose registers are recorded together. */
#ifndef RECORDING_SOURCES_H
#define RECORDING_SOURCES_H

#include "record/description.h"
#include "series/series.h"

/* A device that is recorded. */
struct recorded {
	struct series series;
	char *name; /* in UTF-8, as recorded; owned */
	struct gpcd_snapshot *now;
	struct gpcd_snapshot *before;
	int failed; /* exit code since it can no longer be read, or 0 */
	unsigned int unreadable; /* number of such registers when last reported */
};

/* Devices that are recorded together. */
struct sources {
	struct recorded *list; /* sorted by type of chip */
	size_t count;
	char *host; /* name of this machine, in UTF-8 */
	struct description description;
	uint64_t *values; /* a record: description_values() values */
	uint8_t *absent; /* enum description_absence of each value */
	bool warned; /* a double wrap was reported as possible */
	int code; /* exit code of the first device or register that could not be read, or 0 */
};

/*
 * Open the devices that -d and GPCD_DEVICE name, and find their registers. @names is ended by NULL;
 * if it is NULL or empty, use the static tile counters. Call sources_close() in any case. Report
 * any error and return the exit code.
 */
int sources_open(struct sources *sources, char **names);

/*
 * Read all devices and make a record, which follows @missed periods without one. A device that is
 * gone is reported once, and has no values from then on. Return 0, or the exit code if no device is
 * left or nothing could be read at first.
 */
int sources_read(struct sources *sources, uint64_t missed);

/*
 * Return when the last record was read, CLOCK_REALTIME, ns. At least one device must have been
 * read.
 */
uint64_t sources_time(const struct sources *sources);

/* Check if a reading of the last record is torn. */
bool sources_torn(const struct sources *sources);

/* Close the devices. */
void sources_close(struct sources *sources);

#endif /* RECORDING_SOURCES_H */
