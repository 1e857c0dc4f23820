/* SPDX-License-Identifier: GPL-2.0-only */
/* A file of measurements: a table of text, with or without a line that names its columns. */
#ifndef NOISE_DATAFILE_H
#define NOISE_DATAFILE_H

#include <stdbool.h>
#include <stdio.h>

#include "fields.h"

/* A file of measurements that is being read. */
struct datafile {
	const char *name; /* as used in messages */
	FILE *stream;
	char *line; /* the last line; owned */
	size_t room; /* allocated bytes of line */
	size_t number; /* of that line, from 1 */
	struct fields row; /* fields of that line */
	char **names;
	size_t width;
	bool held; /* row has not been returned by datafile_next() yet */
	int code; /* exit code of a reported error, or 0 */
};

/*
 * Open a file, or standard input for "-", and find the names of its columns. Call datafile_end()
 * and datafile_free() in any case. The first line names the columns if none of its fields is a
 * number; otherwise they are named 1, 2 and so on. Empty lines and lines that begin with '#' are
 * skipped. Report any error and return the exit code.
 */
int datafile_open(struct datafile *file, const char *path);

/*
 * Read the next row, with as many fields as the file has columns. Return false at the end of the
 * file, or after an error, which sets the file's code.
 */
bool datafile_next(struct datafile *file);

/* Stop reading; the names of the columns stay. */
void datafile_end(struct datafile *file);

/* Free the names of the columns. */
void datafile_free(struct datafile *file);

#endif /* NOISE_DATAFILE_H */
