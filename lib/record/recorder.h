/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Recordings, written: records of values, each at a time. docs/recording.md has the format.
 *
 * What has been written is whole at any moment: if a program is killed, or the disk is full, the
 * file can be read up to the last block that was written.
 */
#ifndef RECORD_RECORDER_H
#define RECORD_RECORDER_H

#include "description.h"

struct recorder;

/**
 * recorder_open() - begin a recording
 * @fd: where to write, from its current place on; it stays the caller's
 * @description: what is recorded; it is written, not kept
 * @result: the recorder, for recorder_close()
 *
 * Return: 0, -EINVAL: the description has no values, too many, or names that are not UTF-8,
 * -ENOMEM, or what write(2) said.
 */
int recorder_open(int fd, const struct description *description, struct recorder **result);

/**
 * recorder_resume() - go on with a recording
 * @fd: the file, at the end of what is whole in it; it stays the caller's
 * @description: what is recorded, which must be what the file says
 * @last: time of the last record of the file
 * @records: how many it has
 * @result: the recorder, for recorder_close()
 *
 * append.h finds these.
 *
 * Return: 0, -EINVAL: as recorder_open(), -ENOMEM.
 */
int recorder_resume(int fd, const struct description *description, uint64_t last, uint64_t records,
		    struct recorder **result);

/**
 * recorder_add() - add a record
 * @recorder: the recorder
 * @time: in units of description.tick, not before that of the record before
 * @values: as many as description_values() says, in its order
 * @absent: by value: an enum description_absence; or NULL: all are there
 *
 * It is written with others, as a block; recorder_flush() writes it now.
 *
 * Return: 0, -EINVAL: the time went backwards, or as recorder_flush().
 */
int recorder_add(struct recorder *recorder, uint64_t time, const uint64_t *values,
		 const uint8_t *absent);

/**
 * recorder_bytes() - tell how large a recording is
 * @recorder: the recorder
 *
 * Return: bytes up to the end of what was written; 0 if @fd is no file.
 */
uint64_t recorder_bytes(const struct recorder *recorder);

/**
 * recorder_flush() - write the records that have not been written yet
 * @recorder: the recorder
 *
 * If a block cannot be written whole, a file is cut off where it would have begun. The recorder is
 * of no use after an error, which all further calls return.
 *
 * Return: 0, -ENOMEM, or what write(2) said.
 */
int recorder_flush(struct recorder *recorder);

/**
 * recorder_close() - end a recording
 * @recorder: the recorder, which is freed, or NULL
 *
 * Return: as recorder_flush().
 */
int recorder_close(struct recorder *recorder);

#endif /* RECORD_RECORDER_H */
