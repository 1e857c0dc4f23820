/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Devices whose registers and metrics are measured together, each between two of its readings.
 */
#ifndef MEASURED_H
#define MEASURED_H

#include <gpcd/gpcd.h>

#include "cli/out/out.h"
#include "picked.h"
#include "series/linkmap.h"
#include "series/series.h"

/**
 * struct measured - a device that is measured
 * @series: the device, and the values that are wanted of it
 * @before: the earlier reading
 * @after: the later reading
 * @readings: number of readings so far, at most 2
 * @bound: the metrics that are wanted
 * @links: its links, if their map is known
 * @chip_id: which chip it is a view of
 * @unreadable: number of registers that could not be read, as last reported
 * @failed: exit code, if it could not be opened or a reading failed; it is not read again
 */
struct measured {
	struct series series;
	struct gpcd_snapshot *before;
	struct gpcd_snapshot *after;
	unsigned int readings;
	struct metrics_bound bound;
	struct metrics_link links[LINKS_MOST];
	uint64_t chip_id;
	unsigned int unreadable;
	int failed;
};

/**
 * struct measuring - devices that are measured together
 * @list: the devices
 * @count: how many
 * @picked: what is wanted of each
 * @metrics: by chip, an &enum gpcd_chip, all its metrics; none unless some are wanted
 * @mode: what is said of counters
 * @all: where none is named: all devices of this machine, not the default one
 * @once: where none is named: each chip once, whatever views of it there are
 * @coord: coordinate of the only device, or NULL: what it says itself
 * @map: where links lead
 * @known: @map is open: a metric was wanted, and there is one
 * @warned: it was said that a counter may have wrapped more than once
 * @wrong: exit code for arguments that are wrong for all devices, or 0
 */
struct measuring {
	struct measured *list;
	size_t count;
	struct picked picked;
	struct metrics metrics[GPCD_CHIPS];
	enum series_mode mode;
	bool all;
	bool once;
	const unsigned int *coord;
	struct linkmap map;
	bool known;
	bool warned;
	int wrong;
};

/**
 * measured_place() - find where the chip of a device is
 * @measuring: what is wanted
 * @measured: has a device, and else nothing; for measured_close(), also after an error
 *
 * Return: the exit code, having said what is wrong.
 */
int measured_place(const struct measuring *measuring, struct measured *measured);

/**
 * measured_prepare() - find what is wanted of a device, and make readings of its registers
 * @measuring: what is wanted
 * @measured: has a device and its place; for measured_close(), also after an error
 *
 * Return: the exit code, having said what is wrong.
 */
int measured_prepare(struct measuring *measuring, struct measured *measured);

/** measured_close() - close a device and free what belongs to it */
void measured_close(struct measured *measured);

/**
 * measuring_open() - open the devices that -d and GPCD_DEVICE name, and find what is wanted of them
 * @measuring: receives the devices, for measuring_close(), also after an error
 *
 * The map of links that nobody named need not be there. A device that fails is reported, and left
 * out; what is wrong with the arguments is wrong for all.
 *
 * Return: the exit code, having said what is wrong; 0 if a device is left.
 */
int measuring_open(struct measuring *measuring);

/** measuring_close() - close devices and map, and free what belongs to them */
void measuring_close(struct measuring *measuring);

/** measured_turn() - make the later reading the earlier one: the other is about to be read */
void measured_turn(struct measured *measured);

/**
 * measuring_read() - read all devices; each one's later reading becomes its earlier one
 * @measuring: the devices; one that fails is reported once, and keeps its readings
 *
 * Return: the number of devices that were read.
 */
size_t measuring_read(struct measuring *measuring);

/**
 * measuring_first() - find what the header of CSV is made of
 * @measuring: the devices
 *
 * Return: the series of the first device that has not failed, or of the first.
 */
const struct series *measuring_first(const struct measuring *measuring);

/**
 * measuring_spans() - find a metric that takes two readings
 * @measuring: the devices
 *
 * Return: its name, or NULL if the later reading is enough for all that is wanted.
 */
const char *measuring_spans(const struct measuring *measuring);

/**
 * measuring_named() - tell if there is more than one device, so that each needs its name
 * @measuring: the devices
 *
 * One format has room for one device: CSV without --long.
 *
 * Return: the exit code for that, having said what to do, if the format is such; else 0.
 */
int measuring_named(const struct measuring *measuring);

/**
 * measured_sample() - the readings of a device as a sample
 * @measuring: the devices
 * @measured: one of them, which has been read
 *
 * Return: the sample, whose number and missed periods are 0.
 */
struct sample measured_sample(const struct measuring *measuring, const struct measured *measured);

/**
 * measuring_print() - add a sample of each device that has not failed to a record
 * @measuring: the devices
 * @out: the record
 * @at: number of the sample and missed periods
 */
void measuring_print(const struct measuring *measuring, struct out *out, const struct sample *at);

/**
 * measured_check() - report a device that nobody drives any more, and unreadable registers
 * @measured: the device, which has been read
 * @code: receives the exit code for registers that cannot be read, unless it has one
 *
 * Registers are reported when their number changes.
 *
 * Return: the exit code; not 0 if there is nothing to be had of the device.
 */
int measured_check(struct measured *measured, int *code);

/**
 * measuring_code() - find the exit code of the first device that has failed
 * @measuring: the devices
 *
 * Return: the exit code; 0: none has failed.
 */
int measuring_code(const struct measuring *measuring);

#endif /* MEASURED_H */
