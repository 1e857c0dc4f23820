/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Standard output, record by record. A record is first formatted, then written whole or not at all.
 */
#ifndef CLI_OUT_H
#define CLI_OUT_H

#include <stddef.h>

#include "cli/util.h"

/* Standard output, and the record being formatted; initialise with { 0 }. */
struct out {
	char *text;
	size_t length; /* bytes of text */
	size_t room; /* allocated bytes */
	int error; /* first error, a negative errno, or 0; nothing is added or written after it */
};

/* Add to the record. */
__printf(2, 3) void out_add(struct out *out, const char *fmt, ...);

/* Count the characters of text as out_text() adds it. */
int out_text_width(const char *text);

/*
 * Add text of any bytes, such as a file's name, as unicode_next() shows it. Pad with spaces to
 * @width characters, on the right; on the left if @width is negative.
 */
void out_text(struct out *out, const char *text, int width);

/* Add arbitrary bytes to the record. */
void out_bytes(struct out *out, const void *bytes, size_t length);

/*
 * Write the record and begin the next one. If a signal asks for the end (stop.h) before any of the
 * record is written, drop the record and return -EINTR; once begun, it is written to its end.
 */
int out_record(struct out *out);

/*
 * End the CSV header line, which is the whole record so far. If standard output is appended to a
 * file that begins with the same line, drop the line. If the file begins with another line or does
 * not end with a whole line, set the error of @out.
 */
void out_header(struct out *out);

/* Free the record, report its error if there was one, and return the exit code. */
int out_end(struct out *out);

#endif /* CLI_OUT_H */
