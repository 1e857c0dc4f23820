/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Read recordings. A file that is truncated or damaged is read up to its last whole block. All
 * versions of the format are supported, for ever.
 */
#ifndef RECORD_RECORDING_H
#define RECORD_RECORDING_H

#include <stdio.h>

#include "description.h"

struct recording;

/*
 * Begin to read a recording, which may come from a pipe; @file stays the caller's. Free the
 * recording with recording_close(). Return 0, -EINVAL if it is no recording, -ENOTSUP if it has a
 * later version, -EBADMSG if its description is damaged or incomplete, -ENOMEM, or the error of
 * reading.
 */
int recording_open(FILE *file, struct recording **result);

/* Return the description of a recording, which the recording owns. */
const struct description *recording_description(const struct recording *recording);

/* A record. Its arrays have description_values() elements, in the description's order. */
struct record {
	uint64_t time;	/* in units of description.tick */
	const uint64_t *values;
	const uint8_t *absent;	/* enum description_absence of each value */
};

/*
 * Read the next record, which is valid until the next call. Return 1, 0 if there is none (see
 * recording_end()), -ENOMEM, or the error of reading.
 */
int recording_next(struct recording *recording, struct record *record);

/* Why there are no more records. */
enum recording_end {
	RECORDING_DONE,	/* the recording was completed */
	RECORDING_OPEN,	/* not completed: its program was killed, or is still running */
	RECORDING_CUT,	/* the following data are incomplete or damaged */
};

/*
 * Return why there are no more records, after recording_next() has returned 0. @whole becomes the
 * number of bytes up to there.
 */
enum recording_end recording_end(const struct recording *recording, uint64_t *whole);

/* Free a recording; NULL is allowed. */
void recording_close(struct recording *recording);

#endif /* RECORD_RECORDING_H */
