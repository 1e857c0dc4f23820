/* SPDX-License-Identifier: GPL-2.0-only */
/* Output files that are replaced as a whole: a reader finds the old contents or the new. */
#ifndef CLI_OUTFILE_H
#define CLI_OUTFILE_H

#include <stdio.h>

/* A file that is being written. */
struct outfile {
	char *path; /* symbolic links resolved */
	char *name; /* temporary file, renamed when complete; NULL: path is a pipe or a device */
	FILE *stream; /* NULL: could not be opened */
};

/* Begin to write a file. If 0 is returned, call outfile_close(). */
int outfile_open(struct outfile *outfile, const char *path);

/* Check before a long run that a file can be written; leaves no file. */
int outfile_check(const char *path);

/*
 * Check that the file to be written is not the file that is read. @path may be "-" or another name
 * that is no regular file; @read may be "-" for standard input. If they are the same, report it and
 * return the exit code.
 */
int outfile_spares(const char *path, const char *read);

/*
 * Finish writing a file. @err is the error while it was written, or 0; after an error the old file
 * stays, unless it is a pipe or a device. Return @err or a later error; an error from removing the
 * temporary file takes precedence.
 */
int outfile_close(struct outfile *outfile, int err);

#endif /* CLI_OUTFILE_H */
