/* SPDX-License-Identifier: GPL-2.0-only */
/* Input files that users name. */
#ifndef CLI_INFILE_H
#define CLI_INFILE_H

#include <stdbool.h>
#include <stdio.h>

/*
 * Open a file for reading; "-" is standard input. Return the stream, for infile_close(). On
 * failure, report it and return NULL; the exit code is EXIT_INPUT.
 */
FILE *infile_open(const char *path);

/* Like infile_open(), for a text; skip its byte-order mark. */
FILE *infile_text(const char *path);

/*
 * Check if a file can be read only once, as a pipe or a terminal: reading it early would take away
 * what is read later. False if there is no such file.
 */
bool infile_is_read_once(const char *path);

/* Skip the byte-order mark, if any, of a text of which nothing has been read. */
void infile_skip_mark(FILE *file);

/* Report that an input file cannot be read. Return EXIT_INPUT, or EXIT_RUNTIME for -ENOMEM. */
int infile_failed(const char *path, int err);

/* Report why recording_open() rejected a file with @err. Return a code as infile_failed() does. */
int infile_no_recording(const char *path, int err);

/*
 * Read the next byte; retry if a signal interrupts. Return EOF at the end of the file and on
 * errors: see ferror(3) and errno.
 */
int infile_byte(FILE *file);

/*
 * Read the next line, without its newline; retry if a signal interrupts. @line is memory for
 * free(3) of @room bytes, which grows as needed; begin with NULL and 0. Return 1 for a line, 0 at
 * the end of the file, or a negative errno.
 */
int infile_line(FILE *file, char **line, size_t *room);

/* Close a file that infile_open() opened; standard input stays open. */
void infile_close(FILE *file);

#endif /* CLI_INFILE_H */
