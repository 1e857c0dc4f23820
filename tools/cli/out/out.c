// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/wait/stop.h"
#include "complain.h"
#include "out.h"
#include "unicode.h"

/* Give up the rest of a record if no reader takes any of it for so long, ms. */
#define PATIENCE 5000

static int out_reserve(struct out *out, size_t more)
{
	size_t room = out->room ? out->room : 4096;
	char *text;

	while (room < out->length + more)
		room *= 2;
	if (room == out->room)
		return 0;
	text = realloc(out->text, room);
	if (!text)
		return -ENOMEM;
	out->text = text;
	out->room = room;
	return 0;
}

static void out_vadd(struct out *out, const char *fmt, va_list args)
{
	va_list again;
	int length;

	va_copy(again, args);
	length = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (length < 0 || out_reserve(out, length + 1)) {
		out->error = -ENOMEM;
		return;
	}
	out->length += vsnprintf(out->text + out->length, length + 1, fmt, args);
}

void out_add(struct out *out, const char *fmt, ...)
{
	va_list args;

	if (out->error)
		return;
	va_start(args, fmt);
	out_vadd(out, fmt, args);
	va_end(args);
}

/* Count all bytes of UTF-8 but continuation bytes, whose highest bits are 10. */
static int characters(const char *text)
{
	int count = 0;

	for (; *text; text++)
		count += (*text & 0xc0) != 0x80;
	return count;
}

int out_text_width(const char *text)
{
	char shown[UNICODE_SHOWN];
	int width = 0;

	while (*text) {
		text += unicode_next(text, shown);
		width += characters(shown);
	}
	return width;
}

void out_text(struct out *out, const char *text, int width)
{
	int blanks = abs(width) - out_text_width(text);
	char shown[UNICODE_SHOWN];

	if (width < 0 && blanks > 0)
		out_add(out, "%*s", blanks, "");
	while (*text) {
		text += unicode_next(text, shown);
		out_add(out, "%s", shown);
	}
	if (width > 0 && blanks > 0)
		out_add(out, "%*s", blanks, "");
}

void out_bytes(struct out *out, const void *bytes, size_t length)
{
	if (out->error)
		return;
	if (out_reserve(out, length)) {
		out->error = -ENOMEM;
		return;
	}
	memcpy(out->text + out->length, bytes, length);
	out->length += length;
}

/* Remove the first part of a record from a file, unless another process has appended to it. */
static void out_take_back(size_t done)
{
	off_t end = lseek(STDOUT_FILENO, 0, SEEK_CUR);
	struct stat st;

	if (!done || end < (off_t)done || fstat(STDOUT_FILENO, &st))
		return;
	if (!S_ISREG(st.st_mode) || st.st_size != end)
		return;
	if (!ftruncate(STDOUT_FILENO, end - done))
		lseek(STDOUT_FILENO, end - done, SEEK_SET);
}

/* Wait for room. A record that was begun is completed even if a signal asks for the end. */
static int out_wait(bool begun)
{
	struct pollfd room = { .fd = STDOUT_FILENO, .events = POLLOUT };
	int err = stop_wait(STDOUT_FILENO, POLLOUT);

	if (err != -EINTR || !begun)
		return err;
	return poll(&room, 1, PATIENCE) ? 0 : -ETIME;
}

/* A pipe that is ready takes this much; a longer write would sleep with signals blocked. */
static size_t out_portion(size_t left)
{
	struct stat st;

	if (left <= PIPE_BUF || (!fstat(STDOUT_FILENO, &st) && S_ISREG(st.st_mode)))
		return left;
	return PIPE_BUF;
}

/* Write some more of the record. Return the number of bytes, or a negative errno. */
static ssize_t out_more(const struct out *out, size_t done)
{
	int err = out_wait(done);
	ssize_t n;

	if (err)
		return err;
	n = write(STDOUT_FILENO, out->text + done, out_portion(out->length - done));
	if (n >= 0)
		return n;
	return errno == EINTR || errno == EAGAIN ? 0 : -errno;
}

int out_record(struct out *out)
{
	ssize_t n = out->error;
	size_t done = 0;

	while (n >= 0 && done < out->length) {
		n = out_more(out, done);
		if (n > 0)
			done += n;
	}
	out->length = 0;
	if (n == -EINTR)
		return n;
	if (n < 0) {
		out_take_back(done);
		out->error = n;
	}
	return out->error;
}

/* The first three errors come from out_header(); write(2) never returns them. */
static const char *output_error(int error)
{
	switch (error) {
	case -EEXIST:
		return "it is appended to a file with another header: choose another file";
	case -EBADMSG:
		return "it is appended to a file whose last line is cut short: mend that line";
	case -ESPIPE:
		return "it is appended to a file whose header cannot be read: allow reading";
	default:
		return strerror(-error);
	}
}

int out_end(struct out *out)
{
	int error = out->error;

	free(out->text);
	if (!error)
		return 0;
	/* The reader has closed the pipe, as head(1) does: print nothing. */
	if (error != -EPIPE)
		complain("standard output: %s; what was written before is whole",
			 output_error(error));
	return EXIT_OUTPUT;
}

/* --- CSV headers of appended files --- */

/* Return the size of the file that standard output is appended to, or 0. */
static off_t appended_size(void)
{
	int flags = fcntl(STDOUT_FILENO, F_GETFL);
	struct stat st;

	if (flags < 0 || !(flags & O_APPEND) || fstat(STDOUT_FILENO, &st))
		return 0;
	return S_ISREG(st.st_mode) ? st.st_size : 0;
}

static int compare(FILE *file, off_t size, const struct out *out)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	int err = 0;

	length = getline(&line, &room, file);
	if (length < 0)
		err = feof(file) ? -EBADMSG : -ESPIPE;
	else if ((size_t)length != out->length || memcmp(line, out->text, length))
		err = -EEXIST;
	else if (fseeko(file, size - 1, SEEK_SET) || fgetc(file) != '\n')
		err = -EBADMSG;
	free(line);
	return err;
}

void out_header(struct out *out)
{
	off_t size = out->error ? 0 : appended_size();
	FILE *file;

	if (!size)
		return;
	/* Standard output itself may be open for writing only. */
	file = fopen("/proc/self/fd/1", "re");
	out->error = file ? compare(file, size, out) : -ESPIPE;
	if (file)
		fclose(file);
	out->length = 0;
}
