/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Devices whose registers are recorded together.
 */
#ifndef RECORDING_SOURCES_H
#define RECORDING_SOURCES_H

#include "record/description.h"
#include "series/series.h"

/**
 * struct recorded - a device that is recorded
 * @series: the device and its registers
 * @name: its name in UTF-8, as recordings have it
 * @now: the last reading
 * @before: the one before
 * @failed: exit code since it cannot be read any more, or 0
 * @unreadable: number of registers that could not be read, as last reported
 */
struct recorded {
	struct series series;
	char *name;
	struct gpcd_snapshot *now;
	struct gpcd_snapshot *before;
	int failed;
	unsigned int unreadable;
};

/**
 * struct sources - devices that are recorded together
 * @list: the devices, by type of chip
 * @count: how many
 * @host: name of this machine, in UTF-8
 * @description: what is recorded of them
 * @values: a record: as many as description_values() says
 * @absent: by value: an enum description_absence
 * @warned: it was said that a counter may have wrapped more than once
 * @code: exit code of the first device or register that could not be read, or 0
 */
struct sources {
	struct recorded *list;
	size_t count;
	char *host;
	struct description description;
	uint64_t *values;
	uint8_t *absent;
	bool warned;
	int code;
};

/**
 * sources_open() - open the devices that -d and GPCD_DEVICE name, and find their registers
 * @sources: filled in, for sources_close() in any case
 * @names: arguments that name registers, ended by NULL; NULL or none: the static tile counters
 *
 * Return: the exit code, having said what is wrong.
 */
int sources_open(struct sources *sources, char **names);

/**
 * sources_read() - read all devices, and make a record of the readings
 * @sources: the devices
 * @missed: periods without a record before this one
 *
 * A device that is gone is reported once, and has no values from then on.
 *
 * Return: 0, or the exit code: no device is left, or there was nothing to read at first.
 */
int sources_read(struct sources *sources, uint64_t missed);

/**
 * sources_time() - tell when the last record was read
 * @sources: the devices, at least one of which was read
 *
 * Return: CLOCK_REALTIME, ns.
 */
uint64_t sources_time(const struct sources *sources);

/**
 * sources_torn() - tell if a reading of the last record is torn
 * @sources: the devices
 */
bool sources_torn(const struct sources *sources);

/**
 * sources_close() - close the devices
 * @sources: the devices
 */
void sources_close(struct sources *sources);

#endif /* RECORDING_SOURCES_H */
