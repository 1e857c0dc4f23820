// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "block.h"
#include "recorder.h"
#include "recording.h"

/* Bytes of a section in front of its body, and after it. */
#define BEFORE	8
#define BEHIND	(SECTION_FRAME - BEFORE)

/* A recording that is being written. */
struct recorder {
	int fd;
	off_t whole; /* bytes up to the end of the last whole section; < 0: cannot truncate there */
	struct block block;	/* records that are not written yet */
	uint64_t last;	/* time of the last record */
	uint64_t records;	/* records added */
	int error;	/* negative errno, or 0 */
};

static int bytes_write(int fd, const uint8_t *bytes, size_t length)
{
	ssize_t done;

	for (; length; bytes += done, length -= done) {
		done = write(fd, bytes, length);
		if (done < 0 && errno == EINTR)
			done = 0;
		else if (done <= 0)
			return done ? -errno : -EIO;
	}
	return 0;
}

/* Write all of it, or nothing. */
static int whole_write(struct recorder *recorder, const uint8_t *bytes, size_t length)
{
	int err = bytes_write(recorder->fd, bytes, length);

	if (!err) {
		recorder->whole += recorder->whole < 0 ? 0 : length;
		return 0;
	}
	if (recorder->whole >= 0 && !ftruncate(recorder->fd, recorder->whole))
		lseek(recorder->fd, recorder->whole, SEEK_SET);
	recorder->error = err;
	return err;
}

/* The signature and the description are written at once: one without the other is useless. */
static int head_write(struct recorder *recorder, const char *text)
{
	size_t length = strlen(text), size;
	uint8_t *bytes;
	int err;

	if (length > SECTION_MOST)
		return -EINVAL;
	bytes = malloc(SECTION_SIGNATURE + SECTION_FRAME + length);
	if (!bytes)
		return -ENOMEM;
	memcpy(bytes, section_signature, SECTION_SIGNATURE);
	memcpy(bytes + SECTION_SIGNATURE + BEFORE, text, length);
	size = section_frame(bytes + SECTION_SIGNATURE, SECTION_HEAD, length);
	err = whole_write(recorder, bytes, SECTION_SIGNATURE + size);
	free(bytes);
	return err;
}

static void recorder_free(struct recorder *recorder)
{
	block_free(&recorder->block);
	free(recorder);
}

int recorder_resume(int fd, const struct description *description, uint64_t last, uint64_t records,
		    struct recorder **result)
{
	size_t width = description_values(description);
	struct recorder *recorder = width ? calloc(1, sizeof(*recorder)) : NULL;

	if (!recorder)
		return width ? -ENOMEM : -EINVAL;
	if (block_new(&recorder->block, width, block_room(width))) {
		recorder_free(recorder);
		return -ENOMEM;
	}
	recorder->block.absences = description_absences(description_version(description));
	recorder->fd = fd;
	recorder->whole = lseek(fd, 0, SEEK_CUR);
	recorder->last = last;
	recorder->records = records;
	*result = recorder;
	return 0;
}

int recorder_open(int fd, const struct description *description, struct recorder **result)
{
	struct recorder *recorder;
	char *text;
	int err;

	if (!description_values(description))
		return -EINVAL;
	errno = 0;
	text = description_text(description);
	if (!text)
		return errno == ENOMEM ? -ENOMEM : -EINVAL;
	err = recorder_resume(fd, description, 0, 0, &recorder);
	if (!err) {
		err = head_write(recorder, text);
		if (err)
			recorder_free(recorder);
		else
			*result = recorder;
	}
	free(text);
	return err;
}

uint64_t recorder_bytes(const struct recorder *recorder)
{
	return recorder->whole < 0 ? 0 : recorder->whole;
}

static void block_add(struct block *block, uint64_t time, const uint64_t *values,
		      const uint8_t *absent)
{
	size_t at = block->count * block->width;

	block->time[block->count++] = time;
	memcpy(block->value + at, values, block->width * sizeof(*values));
	if (absent)
		memcpy(block->absent + at, absent, block->width * sizeof(*absent));
	else
		memset(block->absent + at, 0, block->width * sizeof(*absent));
}

int recorder_add(struct recorder *recorder, uint64_t time, const uint64_t *values,
		 const uint8_t *absent)
{
	if (recorder->error)
		return recorder->error;
	if (time < recorder->last)
		return -EINVAL;
	block_add(&recorder->block, time, values, absent);
	recorder->last = time;
	recorder->records++;
	return recorder->block.count < recorder->block.room ? 0 : recorder_flush(recorder);
}

int recorder_flush(struct recorder *recorder)
{
	size_t length;
	uint8_t *bytes;
	int err;

	if (recorder->error || !recorder->block.count)
		return recorder->error;
	err = block_pack(&recorder->block, BEFORE, BEHIND, &bytes, &length);
	if (err) {
		recorder->error = err;
		return err;
	}
	err = whole_write(recorder, bytes, section_frame(bytes, SECTION_DATA, length));
	recorder->block.count = 0;
	free(bytes);
	return err;
}

static int done_write(struct recorder *recorder)
{
	uint8_t bytes[SECTION_FRAME + 8];

	put_u32(bytes + BEFORE, recorder->records);
	put_u32(bytes + BEFORE + 4, recorder->records >> 32);
	return whole_write(recorder, bytes, section_frame(bytes, SECTION_DONE, 8));
}

int recorder_close(struct recorder *recorder)
{
	int err;

	if (!recorder)
		return 0;
	err = recorder_flush(recorder);
	if (!err)
		err = done_write(recorder);
	recorder_free(recorder);
	return err;
}

/* --- appending --- */

/* Open a separate stream on the file, from its beginning. */
static int copy_open(int fd, FILE **stream)
{
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0), err;

	if (copy < 0)
		return -errno;
	*stream = lseek(copy, 0, SEEK_SET) < 0 ? NULL : fdopen(copy, "r");
	if (*stream)
		return 0;
	err = -errno;
	close(copy);
	return err;
}

/* Read all records, up to the end. */
static int records_count(struct recording *recording, struct append *append)
{
	struct record record;
	int got;

	while ((got = recording_next(recording, &record)) > 0) {
		append->first = append->records++ ? append->first : record.time;
		append->last = record.time;
	}
	recording_end(recording, &append->whole);
	return got;
}

static int stream_check(FILE *stream, const struct description *description,
			struct append *append)
{
	struct recording *recording;
	int err = recording_open(stream, &recording);

	if (err)
		return err;
	if (description_difference(description, recording_description(recording),
				   append->difference))
		err = -ESTALE;
	else
		err = records_count(recording, append);
	recording_close(recording);
	return err;
}

/* Cut off the rest of the file after the last whole section, and seek there. */
static int tail_cut(int fd, struct append *append)
{
	off_t size = lseek(fd, 0, SEEK_END);

	if (size < 0)
		return -errno;
	append->cut = size - append->whole;
	if (append->cut && ftruncate(fd, append->whole))
		return -errno;
	return lseek(fd, append->whole, SEEK_SET) < 0 ? -errno : 0;
}

int recorder_append(int fd, const struct description *description, struct append *append,
		    struct recorder **result)
{
	FILE *stream;
	int err = copy_open(fd, &stream);

	*append = (struct append){ 0 };
	if (err)
		return err;
	err = stream_check(stream, description, append);
	fclose(stream);
	if (!err)
		err = tail_cut(fd, append);
	return err ? err : recorder_resume(fd, description, append->last, append->records, result);
}
