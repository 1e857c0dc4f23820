/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples of a group of registers, and of metrics that are made of them, one after another or
 * just one.
 */
#ifndef SERIES_H
#define SERIES_H

#include <stdbool.h>

#include <gpcd/gpcd.h>

#include "metrics/bound.h"

/**
 * enum series_mode - what a sample says of a counter
 * @SERIES_RAW: its value
 * @SERIES_DELTA: the difference to its value in the sample before
 * @SERIES_RATE: that difference, for each second
 */
enum series_mode {
	SERIES_RAW,
	SERIES_DELTA,
	SERIES_RATE,
};

/**
 * struct series - what all samples of a series have in common
 * @device: the device that they are taken from
 * @group: the registers
 * @mode: what they say of counters
 * @bound: metrics, or NULL: there are none
 * @shown: if there are metrics: how many registers of @group, from the first, are values too;
 *	those behind them are there for the metrics alone
 * @coord: coordinate of the device
 * @host: name of the machine that the device was read on; NULL: this one
 *
 * The values of a sample are registers, then metrics. A metric says the same in each mode.
 */
struct series {
	struct gpcd *device;
	struct gpcd_group *group;
	enum series_mode mode;
	const struct metrics_bound *bound;
	unsigned int shown;
	unsigned int coord[3];
	const char *host;
};

/**
 * struct sample - a sample of a series
 * @series: the series
 * @before: the snapshot before @now, which deltas, rates and most metrics need; or NULL
 * @now: the snapshot of this sample
 * @number: number of the sample, from 1; 0: it is the only one
 * @missed: number of periods without a sample since the sample before
 * @named: there are several devices: text names this one
 */
struct sample {
	const struct series *series;
	const struct gpcd_snapshot *before;
	const struct gpcd_snapshot *now;
	uint64_t number;
	uint64_t missed;
	bool named;
};

/**
 * series_open() - open the device that is named, and make a group of its registers
 * @series: receives the device and the group, for series_close()
 * @names: arguments that name registers, ended by NULL; NULL or none: the static tile counters
 *
 * Return: the exit code, having said what is wrong.
 */
int series_open(struct series *series, char **names);

/**
 * series_close() - free the group and close the device
 * @series: a series that was opened
 */
void series_close(struct series *series);

/** SERIES_NAME_MAX - bytes of the longest name of a value, with a NUL */
#define SERIES_NAME_MAX (METRICS_NAME_ROOM + METRICS_OBJECT_ROOM + 2 * GPCD_NAME_MAX)

/**
 * series_registers() - count the registers that are values
 * @series: the series
 *
 * Return: their number; their indices in the group are those of the first values.
 */
unsigned int series_registers(const struct series *series);

/**
 * series_values() - count the values of a sample
 * @series: the series
 *
 * Return: the number of registers and metrics.
 */
unsigned int series_values(const struct series *series);

/**
 * series_name() - name a value
 * @series: the series
 * @i: index of the value
 * @name: receives the name: of a register; of a metric, with ":OBJECT" if it is per tile or link
 *
 * Return: @name.
 */
const char *series_name(const struct series *series, unsigned int i, char name[SERIES_NAME_MAX]);

/**
 * series_unit() - find the unit of a value
 * @series: the series
 * @i: index of the value
 *
 * Return: the unit, to which series_per_second() adds; "" if there is none.
 */
const char *series_unit(const struct series *series, unsigned int i);

/**
 * series_per_second() - what the mode adds to the unit of a value
 * @series: the series
 * @i: index of the value
 *
 * Return: "/s" for a register if the mode is SERIES_RATE; else "".
 */
const char *series_per_second(const struct series *series, unsigned int i);

/**
 * series_real() - check if a value is a number with a fraction
 * @series: the series
 * @i: index of the value
 *
 * Return: true if it is.
 */
bool series_real(const struct series *series, unsigned int i);

/** SAMPLE_VALUE_MAX - bytes of the longest value, with a NUL */
#define SAMPLE_VALUE_MAX 32

/**
 * series_mode_name() - name a mode
 * @mode: the mode
 *
 * Return: "raw", "delta" or "rate".
 */
const char *series_mode_name(enum series_mode mode);

/**
 * series_wide() - check if a value may be too large for a number in JSON
 * @series: the series
 * @i: index of the value
 *
 * That depends on the width of the register, not on its value.
 *
 * Return: not 0 if they may have more than 53 bits.
 */
int series_wide(const struct series *series, unsigned int i);

/**
 * sample_unreadable() - count the registers that could not be read
 * @sample: the sample
 *
 * Return: their number.
 */
unsigned int sample_unreadable(const struct sample *sample);

/**
 * sample_torn() - check if values of a sample may mix two updates of the chip
 * @sample: the sample
 *
 * Return: true if they may.
 */
bool sample_torn(const struct sample *sample);

/**
 * sample_value_doubt() - name what is doubtful about a value that there is
 * @sample: the sample
 * @i: index of the value; a metric of doubtful registers has no number
 *
 * Return: "torn" if it may mix two updates of the chip; "wrapped" if it is a difference or rate of
 * a counter that may have wrapped more than once; NULL: nothing.
 */
const char *sample_value_doubt(const struct sample *sample, unsigned int i);

/**
 * sample_status() - name the status of a sample as a whole
 * @sample: the sample
 *
 * Return: "torn" if values may mix two updates of the chip, else "part" if a value is missing,
 * else "wrapped" if a counter may have wrapped more than once since the sample before, else "ok".
 */
const char *sample_status(const struct sample *sample);

/**
 * sample_value() - write a value of a sample
 * @sample: the sample
 * @i: index of the value
 * @text: receives the value in decimal, or nothing if there is no value
 *
 * Return: the status of the value: "ok", "torn", "wrapped", or why there is none.
 */
const char *sample_value(const struct sample *sample, unsigned int i,
			 char text[SAMPLE_VALUE_MAX]);

/**
 * sample_complain() - say which registers could not be read, and why
 * @sample: the sample
 *
 * Return: the exit code.
 */
int sample_complain(const struct sample *sample);

#endif /* SERIES_H */
