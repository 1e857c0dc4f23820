/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Readings of two chips, for tests: epochs, gaps and torn marks, and missing values, each with its
 * reason.
 */
#ifndef READINGS_H
#define READINGS_H

#include <string.h>

#include "record/recorder.h"
#include "record/recording.h"
#include "suite.h"

#define READINGS	4
#define READING_WIDTH	10

static struct description_column reading_columns[] = {
	{ "epoch", "", DESCRIPTION_EPOCH, 64, false },
	{ "torn", "", DESCRIPTION_TORN, 1, false },
	{ "missed", "", DESCRIPTION_MISSED, 64, false },
	{ "phits", "phits", DESCRIPTION_COUNTER, 48, false },
	{ "stalls", "cycles", DESCRIPTION_COUNTER, 32, false },
};

static struct description_source reading_sources[] = {
	{ .name = "/dev/gpcd0", .placed = true, .coord = { 1, 2, 3 } },
	{ .name = "/dev/gpcd1" },
};

static struct description_group reading_group = {
	"gemini", reading_columns, 5, reading_sources, 2, NULL,
};

static const struct description reading_description = {
	.program = "test 2", .title = "two chips", .host = "nid00042", .tick = 1,
	.groups = &reading_group, .ngroups = 1,
};

struct reading {
	uint64_t time;
	uint64_t values[READING_WIDTH];
	uint8_t absent[READING_WIDTH];
};

/* The second chip may not be read at first, then lacks the counter, then goes. */
static const struct reading readings[READINGS] = {
	{ 1000, { 7, 0, 0, 100, 20, 9, 0, 0, 0, 0 }, { [8] = 2, [9] = 3 } },
	{ 2000, { 7, 1, 0, 180, 25, 9, 0, 0, 500, 0 }, { [9] = 3 } },
	{ 5000, { 7, 0, 2, 250, 31, 0, 0, 0, 0, 0 }, { [5 ... 9] = 4 } },
	{ 6000, { 8, 0, 0, 3, 0, 0, 0, 0, 0, 0 }, { [4] = 1, [5 ... 9] = 4 } },
};

static inline void reading_is(const struct record *record, unsigned int i)
{
	unsigned int k;

	ck_assert_uint_lt(i, READINGS);
	ck_assert_uint_eq(record->time, readings[i].time);
	for (k = 0; k < READING_WIDTH; k++) {
		ck_assert_msg(record->absent[k] == readings[i].absent[k],
			      "reading %u: value %u: absence %u, not %u", i, k, record->absent[k],
			      readings[i].absent[k]);
		ck_assert_msg(record->absent[k] || record->values[k] == readings[i].values[k],
			      "reading %u: value %u is %ju, not %ju", i, k,
			      (uintmax_t)record->values[k], (uintmax_t)readings[i].values[k]);
	}
}

/* Write them in two blocks. */
static inline void readings_write(int fd, const struct description *description)
{
	struct recorder *recorder;
	unsigned int i;

	ck_assert_int_eq(recorder_open(fd, description, &recorder), 0);
	for (i = 0; i < READINGS; i++) {
		ck_assert_int_eq(recorder_add(recorder, readings[i].time, readings[i].values,
					      readings[i].absent), 0);
		if (i == 1)
			ck_assert_int_eq(recorder_flush(recorder), 0);
	}
	ck_assert_int_eq(recorder_close(recorder), 0);
}

#endif /* READINGS_H */
