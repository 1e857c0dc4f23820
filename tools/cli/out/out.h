/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Standard output, record by record: a record is formatted whole, then
 * written whole or not at all.
 */
#ifndef CLI_OUT_H
#define CLI_OUT_H

#include <stddef.h>

#include "cli/util.h"

/**
 * struct out - standard output, and the record in the making; begins as { 0 }
 * @text: the record
 * @length: bytes of @text
 * @room: bytes that @text has room for
 * @error: the first error, a negative errno, or 0; nothing is added or written after it
 */
struct out {
	char *text;
	size_t length;
	size_t room;
	int error;
};

/**
 * out_add() - add to the record
 * @out: the record
 * @fmt: what to add, as for printf(3)
 */
__printf(2, 3) void out_add(struct out *out, const char *fmt, ...);

/**
 * out_text_width() - count the characters of text as out_text() adds it
 * @text: the text
 *
 * Return: their number.
 */
int out_text_width(const char *text);

/**
 * out_text() - add text of any bytes, such as the name of a file, as unicode_next() shows it
 * @out: the record
 * @text: the text
 * @width: pad it with spaces to so many characters, on the right; if below 0, on the left
 */
void out_text(struct out *out, const char *text, int width);

/**
 * out_bytes() - add bytes to the record
 * @out: the record
 * @bytes: the bytes, of any values
 * @length: how many
 */
void out_bytes(struct out *out, const void *bytes, size_t length);

/**
 * out_record() - write the record, and begin the next one
 * @out: the record
 *
 * If a signal asks for the end (stop.h) before any of the record is written, the record is
 * dropped; a record that is partly written is written to its end.
 *
 * Return: 0, -EINTR if the record was dropped, or another negative errno.
 */
int out_record(struct out *out);

/**
 * out_header() - end the header line of CSV, which is the record
 * @out: the record
 *
 * If standard output is appended to a file that begins with the same line, the line is dropped.
 * If that file begins with another line, or does not end with a whole line, the error is left
 * in @out.
 */
void out_header(struct out *out);

/**
 * out_end() - free the record, and report what went wrong, if anything did
 * @out: the record
 *
 * Return: the exit code.
 */
int out_end(struct out *out);

#endif /* CLI_OUT_H */
