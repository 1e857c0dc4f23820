// SPDX-License-Identifier: GPL-2.0-only
/*
 * A block is written and synchronised (fdatasync) before any record in it is older than --flush, so
 * that a crash of the machine costs no more than that. A lock keeps other processes from recording
 * into the file.
 */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/wait/wait.h"
#include "record/recorder.h"
#include "series/logfile.h"
#include "store.h"

#define FLUSH_DEFAULT	60000000000ULL		/* a minute */
#define AGE_MIN		1000000000ULL		/* a second */
#define SIZE_MIN	4096

static const struct option_row rows[] = {
	{ "output", 'o', "FILE", 3, "the recording, as counters.gpr",
	  OPTION_ONCE(struct store, path) },
	{ "append", 0, NULL, 3, "go on with FILE, if it is there",
	  OPTION_FLAG(struct store, append) },
	{ "flush", 0, "TIME", 3, "most time that a record is not on the disk yet; default 1m",
	  OPTION_TIME(struct store, flush, 1, UINT64_MAX) },
	{ "max-size", 0, "SIZE", 3,
	  "begin a new FILE when it has so many bytes: 4KiB or more, as 64MiB",
	  OPTION_BYTES(struct store, most_bytes, SIZE_MIN, UINT64_MAX) },
	{ "max-age", 0, "TIME", 3,
	  "begin a new FILE at whole multiples of this time: 1s or more, as 24h",
	  OPTION_TIME(struct store, most_time, AGE_MIN, UINT64_MAX) },
	{ 0 }
};

static int check_store(struct options_state *state, void *input)
{
	const struct store *store = input;

	if (!store->path)
		return options_reject(state, "where to? -o FILE is missing, as in -o counters.gpr");
	if (!strcmp(store->path, "-"))
		return options_reject(state,
				      "-o -: a recording needs a file: name one, as counters.gpr");
	return 0;
}

const struct options store_options = { .rows = rows, .check = check_store };

/* --- errors --- */

static int store_failed(const struct store *store, int err)
{
	return err ? complain_output(store->path, err) : 0;
}

/* What was written before stays intact. */
static int store_broken(struct store *store, int err)
{
	if (!err)
		return 0;
	store->failed = true;
	complain("%s: %s: it ends with its last whole block, at byte %ju", store->path,
		 strerror(-err), (uintmax_t)recorder_bytes(store->recorder));
	return EXIT_OUTPUT;
}

static int append_failed(const struct store *store, const struct append *append, int err)
{
	switch (err) {
	case -ESTALE:
		complain("%s: it records something else: %s: choose another file", store->path,
			 append->difference);
		return EXIT_USAGE;
	case -EINVAL:
		complain("%s: this is no recording: choose another file", store->path);
		return EXIT_USAGE;
	case -ENOTSUP:
		complain("%s: a recording of a later version of gpcd: choose another file",
			 store->path);
		return EXIT_USAGE;
	case -EBADMSG:
		complain("%s: a recording whose description is damaged: choose another file",
			 store->path);
		return EXIT_USAGE;
	default:
		return store_failed(store, err);
	}
}

/* --- the file --- */

static int folder_sync(const char *path)
{
	char *copy = strdup(path);
	int fd = copy ? open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	int err = fd < 0 || fsync(fd) ? -errno : 0;

	if (fd >= 0)
		close(fd);
	free(copy);
	return err;
}

static int file_begin(struct store *store)
{
	int err = recorder_open(store->fd, store->description, &store->recorder);

	store->first = 0;
	store->kept_bytes = 0;
	if (!err && fsync(store->fd))
		err = -errno;
	if (!err)
		err = folder_sync(store->path);
	if (err)
		unlink(store->path);
	return store_failed(store, err);
}

static int file_resume(struct store *store)
{
	struct append append;
	int err = recorder_append(store->fd, store->description, &append, &store->recorder);

	if (err)
		return append_failed(store, &append, err);
	if (append.cut)
		complain("%s: %ju bytes after its last whole block are cut off", store->path,
			 (uintmax_t)append.cut);
	store->first = append.first;
	store->since = append.first;
	store->last = append.last;
	store->kept_bytes = 0;
	return 0;
}

static int file_check(const struct store *store, struct stat *stat)
{
	if (fstat(store->fd, stat))
		return store_failed(store, -errno);
	if (!S_ISREG(stat->st_mode)) {
		complain("%s: no regular file: a recording needs one", store->path);
		return EXIT_USAGE;
	}
	if (!flock(store->fd, LOCK_EX | LOCK_NB))
		return 0;
	if (errno != EWOULDBLOCK)
		return store_failed(store, -errno);
	complain("%s: another process records into it", store->path);
	return EXIT_OUTPUT;
}

static int store_file_open(struct store *store, bool append)
{
	int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | (append ? 0 : O_EXCL), code;
	struct stat about;

	store->fd = open(store->path, flags, 0666);
	if (store->fd < 0 && errno == EEXIST) {
		if (!stat(store->path, &about) && S_ISDIR(about.st_mode))
			return store_failed(store, -EISDIR);
		complain("%s: this file is there already: --append goes on with it", store->path);
		return EXIT_OUTPUT;
	}
	if (store->fd < 0)
		return store_failed(store, -errno);
	code = file_check(store, &about);
	if (code)
		return code;
	return about.st_size ? file_resume(store) : file_begin(store);
}

/* Complete the file; file_resume() can still continue it. */
static int file_finish(struct store *store)
{
	int err;

	if (!store->recorder)
		return 0;
	if (!recorder_flush(store->recorder))
		store->written = store->added;
	err = recorder_close(store->recorder);
	if (!err && fsync(store->fd))
		err = -errno;
	store->recorder = NULL;
	store->oldest = 0;
	return err;
}

static int file_close(struct store *store)
{
	int err = file_finish(store);

	if (store->fd >= 0 && close(store->fd) && !err)
		err = -errno;
	store->fd = -1;
	return err;
}

int store_open(struct store *store)
{
	if (!store->flush)
		store->flush = FLUSH_DEFAULT;
	return store_file_open(store, store->append);
}

/* --- rotation --- */

static bool is_at_path(const struct store *store)
{
	struct stat own, there;

	return !fstat(store->fd, &own) && !stat(store->path, &there) &&
	       own.st_dev == there.st_dev && own.st_ino == there.st_ino;
}

/*
 * No other file can be begun, which was reported. Try again when this one would be complete once
 * more.
 */
static int file_keep(struct store *store, uint64_t time)
{
	int code = store->recorder ? 0 : file_resume(store);

	if (code)
		return code;
	complain("%s: the file %s goes on", store->path,
		 is_at_path(store) ? "that is there" : "that was renamed");
	store->since = time;
	store->kept_bytes = recorder_bytes(store->recorder);
	return 0;
}

/* Close the old file only when there is a new one, so that no failure costs both. */
static int file_replace(struct store *store, uint64_t time)
{
	struct store next = *store;
	int code;

	next.recorder = NULL;
	next.oldest = 0;
	if (store_file_open(&next, true)) {
		file_close(&next);
		return file_keep(store, time);
	}
	code = store_close(store);
	if (next.last < store->last)
		next.last = store->last;
	/* What the old file has lost is in no file. */
	next.added = store->written;
	next.written = store->written;
	*store = next;
	return code;
}

/* Complete the file before it gets the name of a complete one. */
static int file_rotate(struct store *store, uint64_t time)
{
	int err = file_finish(store);

	if (err)
		return store_failed(store, err);
	return logfile_aside(store->path, store->first) ? file_keep(store, time) :
							   file_replace(store, time);
}

/* Continue in another file; @time is the time of the next record, or of the last one. */
static int file_next(struct store *store, uint64_t time)
{
	return is_at_path(store) ? file_rotate(store, time) : file_replace(store, time);
}

int store_reopen(struct store *store)
{
	if (!store->first && is_at_path(store))
		return 0;
	return file_next(store, store->last);
}

static bool is_complete(const struct store *store, uint64_t time)
{
	if (!store->first)
		return false;
	if (store->most_bytes &&
	    recorder_bytes(store->recorder) - store->kept_bytes >= store->most_bytes)
		return true;
	return store->most_time && time / store->most_time != store->since / store->most_time;
}

/* --- records --- */

/* Give the recorder a record, which completes a block now and then. */
static int record_give(struct store *store, uint64_t time, const uint64_t *values,
		       const uint8_t *absent)
{
	uint64_t bytes = recorder_bytes(store->recorder);
	int err = recorder_add(store->recorder, time, values, absent);

	if (err)
		return store_broken(store, err);
	store->added++;
	if (recorder_bytes(store->recorder) > bytes)
		store->written = store->added;
	return 0;
}

/* Write pending records if they would be too old by the next record. */
static int store_flush(struct store *store)
{
	int err;

	if (monotonic_ns() + store->period - store->oldest <= store->flush)
		return 0;
	err = recorder_flush(store->recorder);
	if (!err)
		store->written = store->added;
	if (!err && fdatasync(store->fd))
		err = -errno;
	store->oldest = 0;
	return store_broken(store, err);
}

int store_add(struct store *store, uint64_t time, const uint64_t *values, const uint8_t *absent)
{
	int code;

	if (time < store->last)
		time = store->last;
	if (is_complete(store, time)) {
		code = file_next(store, time);
		if (code)
			return code;
	}
	code = record_give(store, time, values, absent);
	if (code)
		return code;
	if (!store->first) {
		store->first = time;
		store->since = time;
	}
	if (!store->oldest)
		store->oldest = monotonic_ns();
	store->last = time;
	return store_flush(store);
}

int store_close(struct store *store)
{
	uint64_t bytes = 0;
	int err;

	/* There may be room for its last block, but not for its end. */
	if (store->recorder) {
		recorder_flush(store->recorder);
		bytes = recorder_bytes(store->recorder);
	}
	err = file_close(store);
	if (!err || store->failed)
		return 0;
	complain("%s: %s: it ends with its last whole block, at byte %ju", store->path,
		 strerror(-err), (uintmax_t)bytes);
	return EXIT_OUTPUT;
}
