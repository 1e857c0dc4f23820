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
 * number. append.h finds these. Free the recorder with recorder_close(). Return 0, -EINVAL as
 * recorder_open(), or -ENOMEM.
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

#endif /* RECORD_RECORDER_H */
