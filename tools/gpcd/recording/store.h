/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The file of a long recording: begun or continued, written and synchronised now and then, and
 * replaced by a new one when it is large or old enough.
 */
#ifndef RECORDING_STORE_H
#define RECORDING_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/options.h"
#include "record/recorder.h"

/* A file to which records are added. */
struct store {
	const char *path;
	bool append; /* continue an existing file */
	uint64_t flush; /* most time that a record stays unwritten, ns; 0: the default */
	uint64_t most_bytes; /* begin a new file at this size; 0: never */
	uint64_t most_time; /* begin a new file at whole multiples of this, ns; 0: never */
	uint64_t period; /* planned ns between records */
	const struct description *description;
	int fd; /* -1: not open */
	struct recorder *recorder;
	uint64_t first; /* time of the file's first record, CLOCK_REALTIME, ns; 0: none */
	uint64_t since; /* for most_time: first, or when no new file could be begun */
	uint64_t kept_bytes; /* not counted for most_bytes: size when no new file could be begun */
	uint64_t last; /* time of the last record */
	uint64_t added; /* number of records added, by this process */
	uint64_t written; /* of these, records that a file has */
	/* arrival of the first unwritten record, CLOCK_MONOTONIC, ns; 0: all are written */
	uint64_t oldest;
	bool failed; /* a write error was reported */
};

/* Options -o, --append, --flush, --max-size, --max-age. */
extern const struct options store_options;

/*
 * Begin or continue the file. Call store_close() in any case. Report any error and return the exit
 * code.
 */
int store_open(struct store *store);

/*
 * Add a record, to a new file if this one is complete. @time is when it was read, CLOCK_REALTIME,
 * ns; the time of the previous record is used if that is later. @absent is an enum
 * description_absence of each value. Report any error and return the exit code.
 */
int store_add(struct store *store, uint64_t time, const uint64_t *values, const uint8_t *absent);

/*
 * Continue in another file. If the file was renamed or removed, close it and begin one at its path,
 * or continue one that is there. Otherwise rename the file as a complete one, unless it has no
 * record. If no other file can be begun, report it and keep the old one. Report any error and
 * return the exit code.
 */
int store_reopen(struct store *store);

/*
 * Write and synchronise what was added, and close the file. Report an error unless it was reported
 * before; return the exit code.
 */
int store_close(struct store *store);

#endif /* RECORDING_STORE_H */
