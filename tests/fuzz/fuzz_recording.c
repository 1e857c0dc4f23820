// SPDX-License-Identifier: GPL-2.0-only
/*
 * lib/record: for any input, reading ends; what was read can be written and read again; and a
 * recording can be appended to without losing a record.
 */
#include "fuzz.h"
#include "parts/sections.h"
#include "record/recorder.h"
#include "record/recording.h"

/* Values kept for comparison. */
#define VALUES	4096

/* The last record of a small recording. */
struct last {
	uint64_t time;
	uint64_t values[VALUES];
	uint8_t absent[VALUES];	/* by value: why there is none */
};

static void last_keep(struct last *last, const struct record *record, size_t width)
{
	last->time = record->time;
	if (width > VALUES)
		return;
	memcpy(last->values, record->values, width * sizeof(*last->values));
	memcpy(last->absent, record->absent, width * sizeof(*last->absent));
}

/* Read all records, and write them to a copy; -1: none. */
static size_t records_read(FILE *file, int copy, struct last *last)
{
	struct recorder *recorder = NULL;
	struct recording *recording;
	struct record record;
	uint64_t whole;
	size_t count = 0, width;

	if (recording_open(file, &recording))
		return 0;
	width = description_values(recording_description(recording));
	if (copy >= 0)
		EXPECT(!recorder_open(copy, recording_description(recording), &recorder));
	while (recording_next(recording, &record) == 1) {
		count++;
		last_keep(last, &record, width);
		if (recorder)
			EXPECT(!recorder_add(recorder, record.time, record.values, record.absent));
	}
	recording_end(recording, &whole);
	recording_close(recording);
	EXPECT(!recorder_close(recorder));
	return count;
}

static bool last_same(const struct last *ours, const struct last *again)
{
	size_t i;

	if (ours->time != again->time)
		return false;
	for (i = 0; i < VALUES; i++) {
		if (ours->absent[i] != again->absent[i])
			return false;
		if (!ours->absent[i] && ours->values[i] != again->values[i])
			return false;
	}
	return true;
}

/* Continue a file of these bytes, by its own description. */
static void bytes_append(const uint8_t *bytes, size_t size, size_t count)
{
	int copy = memfd_create("appended", MFD_CLOEXEC);
	FILE *file = fmemopen((void *)bytes, size, "r");
	struct recorder *recorder = NULL;
	struct recording *recording;
	static struct last last;
	struct append append;

	EXPECT(file && copy >= 0 && write(copy, bytes, size) == (ssize_t)size);
	EXPECT(!recording_open(file, &recording));
	EXPECT(!recorder_append(copy, recording_description(recording), &append, &recorder));
	EXPECT(append.records == count && append.whole + append.cut == size);
	EXPECT(!recorder_close(recorder));
	recording_close(recording);
	fclose(file);
	lseek(copy, 0, SEEK_SET);
	file = fdopen(copy, "r");
	EXPECT(file && records_read(file, -1, &last) == count);
	fclose(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct last ours, again;
	uint8_t *bytes = malloc(size + 1);
	int copy = memfd_create("copy", MFD_CLOEXEC);
	size_t count;
	FILE *file;

	EXPECT(bytes && copy >= 0);
	memcpy(bytes, data, size);
	if (size && data[size - 1] % 4)
		sums_mend(bytes, size);
	/* There are no streams of 0 bytes. */
	bytes[size] = 0;
	file = fmemopen(bytes, size + 1, "r");
	EXPECT(file);
	memset(&ours, 0, sizeof(ours));
	memset(&again, 0, sizeof(again));
	count = records_read(file, copy, &ours);
	fclose(file);
	lseek(copy, 0, SEEK_SET);
	file = fdopen(copy, "r");
	EXPECT(file);
	if (count)
		EXPECT(records_read(file, -1, &again) == count);
	EXPECT(!count || last_same(&ours, &again));
	fclose(file);
	if (count)
		bytes_append(bytes, size + 1, count);
	free(bytes);
	return 0;
}
