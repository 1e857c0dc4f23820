/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Recordings that are gone on with, by a later run of the program that began them.
 */
#ifndef RECORD_APPEND_H
#define RECORD_APPEND_H

#include "difference.h"
#include "recorder.h"

/**
 * struct append - what there was in a recording that was gone on with
 * @records: number of records
 * @first: time of the first record, if there is one
 * @last: time of the last record
 * @whole: bytes of what is whole
 * @cut: bytes that were cut off behind that
 * @difference: -ESTALE: what the recording has else
 */
struct append {
	uint64_t records;
	uint64_t first;
	uint64_t last;
	uint64_t whole;
	uint64_t cut;
	char difference[DIFFERENCE_ROOM];
};

/**
 * recorder_append() - go on with a recording
 * @fd: the file, which can be read, written and cut off; it stays the caller's. Nobody else may
 *	write it
 * @description: what is recorded
 * @append: filled in
 * @result: the recorder, for recorder_close()
 *
 * What is not whole at the end of the file, or damaged, is cut off. A file that is rejected stays
 * as it was.
 *
 * Return: 0, -ESTALE: the file records something else, -EINVAL: it is no recording, or as
 * recorder_open(), -ENOTSUP: it is one of a later version, -EBADMSG: its description is damaged or
 * not whole, -ENOMEM, or what reading, ftruncate(2) or lseek(2) said.
 */
int recorder_append(int fd, const struct description *description, struct append *append,
		    struct recorder **result);

#endif /* RECORD_APPEND_H */
