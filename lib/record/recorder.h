/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Write recordings: records of values, each with a time. docs/recording.md describes the format.
 *
 * The file is valid at any moment: if the program is killed, or the disk is full, the file can be
 * read up to the last block that was written.
 */
#ifndef RECORD_RECORDER_H
#define RECORD_RECORDER_H

#include "description.h"

struct recorder;

/*
 * Begin a recording at the current offset of @fd, which stays the caller's. @description is
 * written, not kept. Free the recorder with recorder_close(). Return 0, -EINVAL if the description
 * has no values, too many, or names that are not UTF-8, -ENOMEM, or the error of write(2).
 */
int recorder_open(int fd, const struct description *description, struct recorder **result);

/*
 * Continue a recording. @fd is at the end of its last whole section, and stays the caller's;
 * @description must be the file's, and @last and @records are the time of its last record and their
 * number. recorder_append() finds these. Free the recorder with recorder_close(). Return 0, -EINVAL
 * as recorder_open(), or -ENOMEM.
 */
int recorder_resume(int fd, const struct description *description, uint64_t last, uint64_t records,
		    struct recorder **result);

/*
 * Add a record. @time, in units of description.tick, must not be earlier than the last record's.
 * @values has description_values() values, in the description's order; @absent has an enum
 * description_absence for each, or is NULL if no value is absent. Records are written in blocks;
 * recorder_flush() writes them now. Return 0, -EINVAL if the time went backwards, or as
 * recorder_flush().
 */
int recorder_add(struct recorder *recorder, uint64_t time, const uint64_t *values,
		 const uint8_t *absent);

/* Return the bytes of a recording that have been written; 0 if its fd is not a file. */
uint64_t recorder_bytes(const struct recorder *recorder);

/*
 * Write the records that have not been written yet. If a block cannot be written as a whole, the
 * file is truncated to where it would have begun. After an error the recorder is useless: all
 * further calls return the error. Return 0, -ENOMEM, or the error of write(2).
 */
int recorder_flush(struct recorder *recorder);

/* End a recording and free the recorder; NULL is allowed. Return as recorder_flush(). */
int recorder_close(struct recorder *recorder);

/* --- continuing a recording, in a later run of the program that began it --- */

/* The existing contents of a continued recording. */
struct append {
	uint64_t records;
	uint64_t first;	/* if there is one */
	uint64_t last;
	uint64_t whole;	/* bytes up to the end of the last whole section */
	uint64_t cut;	/* bytes that were cut off after that */
	char difference[DIFFERENCE_ROOM];	/* for -ESTALE: how the recording differs */
};

/*
 * Continue a recording, after checking that it records @description, and return a recorder for
 * recorder_close(). The file @fd must permit reading, writing and truncating; it stays the
 * caller's, and nobody else may write it. Incomplete or damaged data at the end of the file is cut
 * off; a file that is rejected is unchanged. Return 0, -ESTALE if the file records something else,
 * -EINVAL if it is no recording, or as recorder_open(), -ENOTSUP if it has a later version,
 * -EBADMSG if its description is damaged or incomplete, -ENOMEM, or the error of reading,
 * ftruncate(2) or lseek(2).
 */
int recorder_append(int fd, const struct description *description, struct append *append,
		    struct recorder **result);

#endif /* RECORD_RECORDER_H */
