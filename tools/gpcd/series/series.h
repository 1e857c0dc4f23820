/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples of a group of registers, one after another or just one.
 */
#ifndef SERIES_H
#define SERIES_H

#include <stdbool.h>

#include <gpcd/gpcd.h>

/**
 * enum series_mode - what a sample tells of a counter
 * @SERIES_RAW: its value
 * @SERIES_DELTA: how far it went since the sample before
 * @SERIES_RATE: how far it went a second
 */
enum series_mode {
	SERIES_RAW,
	SERIES_DELTA,
	SERIES_RATE,
};

/**
 * struct series - what all samples have in common
 * @device: what they are taken from
 * @group: its registers
 * @mode: an enum series_mode
 */
struct series {
	struct gpcd *device;
	struct gpcd_group *group;
	enum series_mode mode;
};

/**
 * struct sample - one of them
 * @series: whose
 * @before: the snapshot before it; raw mode does not look at it
 * @now: its snapshot
 * @number: 1 for the first
 * @missed: periods without a sample since the one before
 */
struct sample {
	const struct series *series;
	const struct gpcd_snapshot *before;
	const struct gpcd_snapshot *now;
	uint64_t number;
	uint64_t missed;
};

/*
 * Open the device and make a group of what @names, a NULL-terminated list of
 * arguments, stand for, or without them of the static tile counters; returns
 * the exit code, having said what is wrong.
 */
int series_open(struct series *series, char **names);

void series_close(struct series *series);

/* Bytes that hold any value. */
#define SAMPLE_VALUE_MAX 32

/* "raw", "delta" or "rate". */
const char *series_mode_name(enum series_mode mode);

/* Is a value's number too wide for a JSON number? By type, not by value. */
int series_wide(const struct series *series, unsigned int i);

/* How many registers could not be read. */
unsigned int sample_unreadable(const struct sample *sample);

/* May its values mix two updates of the chip? */
bool sample_torn(const struct sample *sample);

/*
 * The status of a sample as a whole. "torn": values may mix two updates of the chip;
 * else "part": a value is missing; else "ok".
 */
const char *sample_status(const struct sample *sample);

/*
 * Write value @i in decimal, or nothing where there is none; returns its
 * status: "ok", "torn", or why there is none.
 */
const char *sample_value(const struct sample *sample, unsigned int i,
			 char text[SAMPLE_VALUE_MAX]);

/* Say which registers could not be read, and why; returns the exit code. */
int sample_complain(const struct sample *sample);

#endif /* SERIES_H */
