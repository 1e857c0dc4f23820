/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Continue a recording, in a later run of the program that began it. */
#ifndef RECORD_APPEND_H
#define RECORD_APPEND_H

#include "difference.h"
#include "recorder.h"

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

#endif /* RECORD_APPEND_H */
