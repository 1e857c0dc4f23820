/* SPDX-License-Identifier: GPL-2.0-only */
/* A recording for tests: its contents, record by record, and its file. */
#ifndef TESTS_UNIT_RECORDED_H
#define TESTS_UNIT_RECORDED_H

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "record/recorder.h"
#include "record/recording.h"
#include "suite.h"

#define CASES(list)	((int)(sizeof(list) / sizeof((list)[0])))

/* --- what is recorded --- */

static struct description_column link_columns[] = {
	{ "phits", "phits", DESCRIPTION_COUNTER, 48, true },
	{ "stalls", "cycles", DESCRIPTION_COUNTER, 64, false },
};

static struct description_source link_sources[] = {
	{ .name = "0,0,0 X+", .capacity = 3.125 }, { .name = "0,0,0 X-" },
	{ .name = "1,0,0 \"Y\"" },
};

static struct description_column chip_columns[] = {
	{ "load", "percent", DESCRIPTION_GAUGE, 7, false },
};

static struct description_source chip_sources[] = { { .name = "0,0,0" } };

static struct description_group groups[] = {
	{ "links", link_columns, 2, link_sources, 3, NULL },
	{ "chips", chip_columns, 1, chip_sources, 1, NULL },
};

#define WIDTH	7

static const struct description description = {
	.program = "test 1", .title = "a few links", .tick = 1.25, .groups = groups, .ngroups = 2,
};

/* The writer and the reader of a pipe draw the same numbers, each by itself. */
static _Thread_local uint64_t chance;

static inline uint64_t draw(void)
{
	chance = chance * 6364136223846793005 + 1442695040888963407;
	return chance >> 20;
}

/* Draw a number that has up to 64 bits. */
static inline uint64_t some_number(void)
{
	uint64_t number = draw();

	return number << draw() % 24;
}

/* Record number @i: counters that grow, stand still, and wrap; a gauge that is missing at times. */
static inline void values_of(unsigned int i, uint64_t *values, uint8_t *absent)
{
	unsigned int k;

	chance = i;
	for (k = 0; k < WIDTH; k++) {
		values[k] = k == 2 ? 12345 : k == 3 ? ~0ull - 50 + i : i * (1000ull << 4 * k);
		absent[k] = k == 6 ? i % 3 == 1 : k == 5;
		if (k == 4)
			values[k] = some_number();
	}
}

static inline uint64_t time_of(unsigned int i)
{
	return i < 2 ? 7 : 1000ull * i * i;
}

static inline void record_is(const struct record *record, unsigned int i)
{
	uint64_t values[WIDTH];
	uint8_t absent[WIDTH];
	unsigned int k;

	values_of(i, values, absent);
	ck_assert_uint_eq(record->time, time_of(i));
	for (k = 0; k < WIDTH; k++) {
		ck_assert_msg(record->absent[k] == absent[k], "record %u: value %u is %s", i, k,
			      absent[k] ? "there" : "not there");
		ck_assert_msg(absent[k] || record->values[k] == values[k],
			      "record %u: value %u is %ju, not %ju", i, k,
			      (uintmax_t)record->values[k], (uintmax_t)values[k]);
	}
}

/* --- files --- */

static int fd;

static inline void file_open(void)
{
	fd = memfd_create("recording", MFD_CLOEXEC);
	ck_assert_int_ge(fd, 0);
}

static inline void file_close(void)
{
	close(fd);
}

/* Write so many records, and flush after each @each; 0: never. */
static inline void records_write(unsigned int count, unsigned int each)
{
	struct recorder *recorder;
	uint64_t values[WIDTH];
	uint8_t absent[WIDTH];
	unsigned int i;

	ck_assert_int_eq(recorder_open(fd, &description, &recorder), 0);
	for (i = 0; i < count; i++) {
		values_of(i, values, absent);
		ck_assert_int_eq(recorder_add(recorder, time_of(i), values, absent), 0);
		if (each && (i + 1) % each == 0)
			ck_assert_int_eq(recorder_flush(recorder), 0);
	}
	ck_assert_int_eq(recorder_close(recorder), 0);
}

/* All bytes of the file. */
static inline uint8_t *bytes_of(size_t *size)
{
	uint8_t *bytes;

	*size = lseek(fd, 0, SEEK_END);
	bytes = malloc(*size);
	ck_assert_ptr_nonnull(bytes);
	ck_assert_int_eq(pread(fd, bytes, *size, 0), *size);
	return bytes;
}

/* The result of reading some bytes. */
struct outcome {
	int err;			/* of recording_open() */
	unsigned int records;
	enum recording_end end;
	uint64_t whole;
};

/* Read bytes; each record read must equal the one written. */
static inline struct outcome bytes_read(const uint8_t *bytes, size_t size)
{
	FILE *file = size ? fmemopen((void *)bytes, size, "r") : fopen("/dev/null", "r");
	struct outcome outcome = { 0 };
	struct recording *recording;
	struct record record;

	ck_assert_ptr_nonnull(file);
	outcome.err = recording_open(file, &recording);
	if (!outcome.err) {
		while (recording_next(recording, &record) == 1)
			record_is(&record, outcome.records++);
		outcome.end = recording_end(recording, &outcome.whole);
		recording_close(recording);
	}
	fclose(file);
	return outcome;
}

static inline struct outcome file_read(void)
{
	struct outcome outcome;
	size_t size;
	uint8_t *bytes = bytes_of(&size);

	outcome = bytes_read(bytes, size);
	free(bytes);
	return outcome;
}

#endif /* TESTS_UNIT_RECORDED_H */
