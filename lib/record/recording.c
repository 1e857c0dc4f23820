// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "recording.h"

/* A recording that is being read. */
struct recording {
	FILE *file;
	struct description description;
	struct section section;	/* read last */
	struct block block;	/* read last */
	size_t next;	/* next record of block */
	uint64_t last;	/* of the last record */
	uint64_t whole;	/* bytes up to the end of the last whole section */
	enum recording_end end;	/* reason for the end, as far as is known */
};

static int signature_read(FILE *file)
{
	uint8_t bytes[SECTION_SIGNATURE];

	if (stream_read(file, bytes, sizeof(bytes)) < sizeof(bytes))
		return ferror(file) ? -errno : -EINVAL;
	return memcmp(bytes, section_signature, sizeof(bytes)) ? -EINVAL : 0;
}

static int head_read(struct recording *recording)
{
	struct section *section = &recording->section;
	int got = section_read(recording->file, section), err;

	if (got < 0)
		return got;
	if (!got || strcmp(section->name, SECTION_HEAD))
		return -EBADMSG;
	err = description_parse(&recording->description, (const char *)section->body,
				section->length);
	recording->whole = SECTION_SIGNATURE + SECTION_FRAME + section->length;
	recording->block.width = description_values(&recording->description);
	recording->block.absences =
		description_absences(description_version(&recording->description));
	return err == -EINVAL ? -EBADMSG : err;
}

int recording_open(FILE *file, struct recording **result)
{
	struct recording *recording = calloc(1, sizeof(*recording));
	int err = recording ? signature_read(file) : -ENOMEM;

	if (!err) {
		recording->file = file;
		recording->end = RECORDING_OPEN;
		err = head_read(recording);
	}
	if (err)
		recording_close(recording);
	else
		*result = recording;
	return err;
}

const struct description *recording_description(const struct recording *recording)
{
	return &recording->description;
}

static bool times_rise(struct recording *recording)
{
	if (recording->block.time[0] < recording->last)
		return false;
	recording->last = recording->block.time[recording->block.count - 1];
	return true;
}

/* Process a section. Return 1 if it has records, 0 if not. */
static int section_apply(struct recording *recording)
{
	const struct section *section = &recording->section;
	int err;

	if (!strcmp(section->name, SECTION_DATA)) {
		recording->end = RECORDING_OPEN;
		err = block_unpack(&recording->block, section->body, section->length);
		if (!err && !times_rise(recording))
			err = -EBADMSG;
		return err ? err : 1;
	}
	if (!strcmp(section->name, SECTION_DONE))
		recording->end = RECORDING_DONE;
	return 0;
}

/* Return 1 if there is another block, 0 if there is none. */
static int block_next(struct recording *recording)
{
	int got, records = 0;

	while (!records) {
		got = section_read(recording->file, &recording->section);
		if (got <= 0)
			return got;
		records = section_apply(recording);
		if (records >= 0)
			recording->whole += SECTION_FRAME + recording->section.length;
	}
	return records;
}

int recording_next(struct recording *recording, struct record *record)
{
	struct block *block = &recording->block;
	int got = 1;

	if (recording->next == block->count) {
		if (recording->end == RECORDING_CUT)
			return 0;
		got = block_next(recording);
		if (got <= 0)
			block->count = 0;
		recording->next = 0;
	}
	if (got == -EBADMSG) {
		recording->end = RECORDING_CUT;
		return 0;
	}
	if (got <= 0)
		return got;
	*record = (struct record){
		.time = block->time[recording->next],
		.values = block->value + recording->next * block->width,
		.absent = block->absent + recording->next * block->width,
	};
	recording->next++;
	return 1;
}

enum recording_end recording_end(const struct recording *recording, uint64_t *whole)
{
	*whole = recording->whole;
	return recording->end;
}

void recording_close(struct recording *recording)
{
	if (!recording)
		return;
	description_free(&recording->description);
	free(recording->section.body);
	block_free(&recording->block);
	free(recording);
}
