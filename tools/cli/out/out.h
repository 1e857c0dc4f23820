/* SPDX-License-Identifier: GPL-2.0-only */
/* What goes out: standard output, and files. */
#ifndef CLI_OUT_H
#define CLI_OUT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cli/util.h"

/* --- standard output, record by record --- */

/*
 * Standard output, and the record being formatted, which is then written whole or not at all;
 * initialise with { 0 }.
 */
struct out {
	char *text;
	size_t length; /* bytes of text */
	size_t room; /* allocated bytes */
	const char *name; /* of standard output in messages; NULL: "standard output" */
	int error; /* first error, a negative errno, or 0; nothing is added or written after it */
	int wrong; /* exit code for what was asked of the output in vain and was reported, or 0 */
};

/* Add to the record. */
__printf(2, 3) void out_add(struct out *out, const char *fmt, ...);

/* Return the columns of the terminal that @fd is, 80 if it does not know; 0: it is none. */
unsigned int out_columns(int fd);

/* Count the characters of text as out_text() adds it. */
int out_text_width(const char *text);

/*
 * Add text of any bytes, such as a file's name, as unicode_next() shows it. Pad with spaces to
 * @width characters, on the right; on the left if @width is negative.
 */
void out_text(struct out *out, const char *text, int width);

/* Add arbitrary bytes to the record. */
void out_bytes(struct out *out, const void *bytes, size_t length);

/* Add a string as it is. */
static inline void out_string(struct out *out, const char *text)
{
	out_bytes(out, text, strlen(text));
}

/* Add one byte; most fit into the room that is left. */
static inline void out_byte(struct out *out, char byte)
{
	if (!out->error && out->length < out->room)
		out->text[out->length++] = byte;
	else
		out_bytes(out, &byte, 1);
}

/*
 * Return room for @size bytes at the end of the record, which the caller writes and then adds by
 * out_take(); NULL: there was an error.
 */
char *out_room(struct out *out, size_t size);

/* Add what was written to the room up to @end. */
static inline void out_take(struct out *out, const char *end)
{
	out->length = end - out->text;
}

/* Add @count blanks; none if it is negative. */
void out_blanks(struct out *out, int count);

#define OUT_DIGITS	21	/* the most decimal digits of a number, and the string's end */

/* Write a number in decimal digits as a string. Return its length. */
size_t out_digits(char text[OUT_DIGITS], uint64_t number);

/* Add a number in decimal digits. */
void out_number(struct out *out, uint64_t number);

/*
 * Write the record and begin the next one. If a signal asks for the end (wait.h) before any of the
 * record is written, drop the record and return -EINTR; once begun, it is written to its end.
 */
int out_record(struct out *out);

/*
 * End the CSV header line, which is the whole record so far. If standard output is appended to a
 * file that begins with the same line, drop the line. If the file begins with another line or does
 * not end with a whole line, set the error of @out.
 */
void out_header(struct out *out);

/* Free the record, report its error if there was one, and return the exit code or @out->wrong. */
int out_end(struct out *out);

/* --- files that are replaced as a whole --- */

/* A file that is being written: a reader finds the old contents or the new. */
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

#endif /* CLI_OUT_H */
