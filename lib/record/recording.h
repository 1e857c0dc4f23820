/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Recordings, read. A file that was cut off anywhere, or damaged, is read up to its last whole
 * block. Files of all versions of the format are read, for ever.
 */
#ifndef RECORD_RECORDING_H
#define RECORD_RECORDING_H

#include <stdio.h>

#include "description.h"

struct recording;

/**
 * recording_open() - begin to read a recording
 * @file: where it begins; a pipe will do. It stays the caller's
 * @result: the recording, for recording_close()
 *
 * Return: 0, -EINVAL: it is no recording, -ENOTSUP: it is one of a later version, -EBADMSG: its
 * description is damaged or not whole, -ENOMEM, or what reading returned.
 */
int recording_open(FILE *file, struct recording **result);

/**
 * recording_description() - find what is recorded
 * @recording: the recording
 *
 * Return: the description, which belongs to the recording.
 */
const struct description *recording_description(const struct recording *recording);

/**
 * struct record - a record
 * @time: in units of description.tick
 * @values: as many as description_values() says, in its order
 * @absent: by value: an enum description_absence: whether there is one, and why not
 */
struct record {
	uint64_t time;
	const uint64_t *values;
	const uint8_t *absent;
};

/**
 * recording_next() - read the next record
 * @recording: the recording
 * @record: filled in, until the next call
 *
 * Return: 1: there is one, 0: there is no other, which recording_end() explains, -ENOMEM, or what
 * reading returned.
 */
int recording_next(struct recording *recording, struct record *record);

/**
 * enum recording_end - why there is no other record
 * @RECORDING_DONE: the recording was ended
 * @RECORDING_OPEN: it was not ended: its program was killed, or is still at work
 * @RECORDING_CUT: what follows is not whole, or damaged
 */
enum recording_end {
	RECORDING_DONE,
	RECORDING_OPEN,
	RECORDING_CUT,
};

/**
 * recording_end() - find why there is no other record
 * @recording: the recording, after recording_next() has returned 0
 * @whole: filled in: bytes of the recording up to there
 *
 * Return: the reason.
 */
enum recording_end recording_end(const struct recording *recording, uint64_t *whole);

/**
 * recording_close() - end reading
 * @recording: the recording, or NULL
 */
void recording_close(struct recording *recording);

#endif /* RECORD_RECORDING_H */
