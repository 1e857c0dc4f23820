// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "append.h"
#include "recording.h"

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
