/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The file of a recording that goes on for long: it is begun or gone on with, written and
 * synchronised now and then, and replaced by a new one when it is large or old enough.
 */
#ifndef RECORDING_STORE_H
#define RECORDING_STORE_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

#include "record/recorder.h"

/**
 * struct store - a file that records are added to
 * @path: its path
 * @append: go on with a file that is there
 * @flush: most time that a record stays unwritten, ns; 0: the default
 * @most_bytes: when it has as many, a new file is begun; 0: never
 * @most_time: at whole multiples of this, ns, a new file is begun; 0: never
 * @period: ns between two records, as planned
 * @description: what is recorded
 * @fd: its descriptor; -1: it is not open
 * @recorder: writes it
 * @first: time of the first record of the file, CLOCK_REALTIME, ns; 0: it has none
 * @since: time that counts for @most_time: @first, or when no other file could be begun
 * @kept_bytes: bytes that do not count for @most_bytes: what it had when no other could be begun
 * @last: time of the last record
 * @oldest: when the first record that is not written yet came, CLOCK_MONOTONIC, ns; 0: all are
 * @failed: writing failed, and that was said
 */
struct store {
	const char *path;
	bool append;
	uint64_t flush;
	uint64_t most_bytes;
	uint64_t most_time;
	uint64_t period;
	const struct description *description;
	int fd;
	struct recorder *recorder;
	uint64_t first;
	uint64_t since;
	uint64_t kept_bytes;
	uint64_t last;
	uint64_t oldest;
	bool failed;
};

/** store_argp - the options -o, --append, --flush, --max-size, --max-age; the input is a store */
extern const struct argp store_argp;

/**
 * store_open() - begin the file, or go on with it
 * @store: the file, for store_close() in any case
 *
 * Return: the exit code, having said what is wrong.
 */
int store_open(struct store *store);

/**
 * store_add() - add a record, to another file if this one is complete
 * @store: the file
 * @time: when it was read, CLOCK_REALTIME, ns; a time before that of the record before becomes that
 * @values: its values
 * @absent: an enum description_absence of each
 *
 * Return: the exit code, having said what is wrong.
 */
int store_add(struct store *store, uint64_t time, const uint64_t *values, const uint8_t *absent);

/**
 * store_reopen() - go on in another file
 * @store: the file
 *
 * A file that was renamed or removed is closed, and one begun at its path, or gone on with if it is
 * there. Otherwise the file is renamed as one that is complete, unless it has no record. If there
 * can be no other file, the old one goes on, and that is said.
 *
 * Return: the exit code, having said what is wrong.
 */
int store_reopen(struct store *store);

/**
 * store_close() - write and synchronise what was added, and close the file
 * @store: the file
 *
 * Return: the exit code, having said what is wrong, if that was not said before.
 */
int store_close(struct store *store);

#endif /* RECORDING_STORE_H */
