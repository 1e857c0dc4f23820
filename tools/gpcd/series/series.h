/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples of a group of registers, one after another or just one.
 */
#ifndef SERIES_H
#define SERIES_H

#include <stdbool.h>

#include <gpcd/gpcd.h>

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
 */
struct series {
	struct gpcd *device;
	struct gpcd_group *group;
	enum series_mode mode;
};

/**
 * struct sample - a sample of a series
 * @series: the series
 * @before: the snapshot before @now; not used if the mode is SERIES_RAW
 * @now: the snapshot of this sample
 * @number: number of the sample, from 1; 0: it is the only one
 * @missed: number of periods without a sample since the sample before
 */
struct sample {
	const struct series *series;
	const struct gpcd_snapshot *before;
	const struct gpcd_snapshot *now;
	uint64_t number;
	uint64_t missed;
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
 * series_wide() - check if values of a register may be too large for a number in JSON
 * @series: the series
 * @i: index of the register in the group
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
 * sample_status() - name the status of a sample as a whole
 * @sample: the sample
 *
 * Return: "torn" if values may mix two updates of the chip, else "part" if a value is missing,
 * else "ok".
 */
const char *sample_status(const struct sample *sample);

/**
 * sample_value() - write a value of a sample
 * @sample: the sample
 * @i: index of the register in the group
 * @text: receives the value in decimal, or nothing if there is no value
 *
 * Return: the status of the value: "ok", "torn", or why there is none.
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
