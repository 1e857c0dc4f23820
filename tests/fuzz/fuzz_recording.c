// SPDX-License-Identifier: GPL-2.0-only
/*
 * lib/record: whatever the bytes are, reading them ends, and what was read can be written and read
 * again.
 */
#include "fuzz.h"
#include "record/recorder.h"
#include "record/recording.h"
#include "record/section.h"

/* Values that are kept to be compared. */
#define VALUES	4096

/* A fuzzer does not find checksums: make those of the input right, as far as there are sections. */
static void sums_mend(uint8_t *bytes, size_t size)
{
	size_t at = SECTION_SIGNATURE;
	char name[4];
	uint32_t length;

	while (at + SECTION_FRAME <= size) {
		length = get_u32(bytes + at + 4);
		if (length > size - at - SECTION_FRAME)
			break;
		memcpy(name, bytes + at, sizeof(name));
		at += section_frame(bytes + at, name, length);
	}
}

/* Read all records; the last one of a small recording is kept. */
static size_t records_read(FILE *file, int copy, uint64_t *last)
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
		if (width <= VALUES)
			memcpy(last, record.values, width * sizeof(*last));
		if (recorder)
			EXPECT(!recorder_add(recorder, record.time, record.values, record.absent));
	}
	recording_end(recording, &whole);
	recording_close(recording);
	EXPECT(!recorder_close(recorder));
	return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static uint64_t ours[VALUES], again[VALUES];
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
	count = records_read(file, copy, ours);
	fclose(file);
	lseek(copy, 0, SEEK_SET);
	file = fdopen(copy, "r");
	EXPECT(file);
	if (count)
		EXPECT(records_read(file, -1, again) == count);
	EXPECT(!count || !memcmp(ours, again, sizeof(ours)));
	fclose(file);
	free(bytes);
	return 0;
}
