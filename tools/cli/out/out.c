// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/wait/wait.h"
#include "complain.h"
#include "out.h"
#include "unicode.h"

/* --- standard output --- */

/* Give up the rest of a record if no reader takes any of it for so long, ms. */
#define PATIENCE 5000

/* Columns of a terminal that does not report them. */
#define COLUMNS 80

unsigned int out_columns(int fd)
{
	struct winsize size;

	if (!isatty(fd))
		return 0;
	return ioctl(fd, TIOCGWINSZ, &size) || !size.ws_col ? COLUMNS : size.ws_col;
}

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

/* Most additions fit into the room that is left: they are formatted once. */
static void out_vadd(struct out *out, const char *fmt, va_list args)
{
	size_t room = out->room - out->length;
	va_list again;
	int length;

	va_copy(again, args);
	length = vsnprintf(out->text ? out->text + out->length : NULL, room, fmt, again);
	va_end(again);
	if (length < 0 || out_reserve(out, length + 1)) {
		out->error = -ENOMEM;
		return;
	}
	if ((size_t)length >= room)
		vsnprintf(out->text + out->length, length + 1, fmt, args);
	out->length += length;
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

void out_bytes(struct out *out, const void *bytes, size_t length)
{
	if (out->error)
		return;
	if (length > out->room - out->length && out_reserve(out, length)) {
		out->error = -ENOMEM;
		return;
	}
	if (length)
		memcpy(out->text + out->length, bytes, length);
	out->length += length;
}

char *out_room(struct out *out, size_t size)
{
	if (!out->error && size > out->room - out->length && out_reserve(out, size))
		out->error = -ENOMEM;
	return out->error ? NULL : out->text + out->length;
}

/* A bit is 0.301 of a digit; the table says if it is one more. */
static unsigned int count_digits(uint64_t number)
{
	static const uint64_t tens[OUT_DIGITS - 1] = {
		1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000,
		10000000000, 100000000000, 1000000000000, 10000000000000, 100000000000000,
		1000000000000000, 10000000000000000, 100000000000000000, 1000000000000000000,
		10000000000000000000U,
	};
	unsigned int count = (64 - __builtin_clzll(number | 1)) * 1233 / 4096;

	return count + (number >= tens[count] || !count);
}

static void put_pair(char *text, unsigned int pair)
{
	text[0] = '0' + pair / 10;
	text[1] = '0' + pair % 10;
}

/* Two digits at a time: half as many divisions. */
size_t out_digits(char text[OUT_DIGITS], uint64_t number)
{
	unsigned int length = count_digits(number), at = length;

	text[length] = '\0';
	for (; number >= 100; number /= 100) {
		at -= 2;
		put_pair(text + at, number % 100);
	}
	if (number >= 10)
		put_pair(text, number);
	else
		*text = '0' + number;
	return length;
}

void out_number(struct out *out, uint64_t number)
{
	char *text = out_room(out, OUT_DIGITS);

	if (text)
		out_take(out, text + out_digits(text, number));
}

void out_blanks(struct out *out, int count)
{
	static const char blanks[32] = "                                ";

	for (; count > (int)sizeof(blanks); count -= sizeof(blanks))
		out_bytes(out, blanks, sizeof(blanks));
	if (count > 0)
		out_bytes(out, blanks, count);
}

/* Count all bytes of UTF-8 but continuation bytes, whose highest bits are 10. */
static int characters(const char *text)
{
	int count = 0;

	for (; *text; text++)
		count += (*text & 0xc0) != 0x80;
	return count;
}

/* Count the characters of text that is not plain. */
static int shown_width(const char *text)
{
	char shown[UNICODE_SHOWN];
	int width = 0;

	while (*text) {
		text += unicode_next(text, shown);
		width += characters(shown);
	}
	return width;
}

int out_text_width(const char *text)
{
	size_t length = strlen(text);

	return unicode_is_plain(text, length) ? (int)length : shown_width(text);
}

static void out_shown(struct out *out, const char *text)
{
	char shown[UNICODE_SHOWN];

	while (*text) {
		text += unicode_next(text, shown);
		out_string(out, shown);
	}
}

void out_text(struct out *out, const char *text, int width)
{
	size_t length = strlen(text);
	bool plain = unicode_is_plain(text, length);
	int blanks = width ? abs(width) - (plain ? (int)length : shown_width(text)) : 0;

	if (width < 0)
		out_blanks(out, blanks);
	if (plain)
		out_bytes(out, text, length);
	else
		out_shown(out, text);
	if (width > 0)
		out_blanks(out, blanks);
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

/*
 * Wait for room. A record that was begun is completed even if a signal asks for the end; one that
 * asks for a reload waits for the record.
 */
static int out_wait(bool begun)
{
	struct pollfd room = { .fd = STDOUT_FILENO, .events = POLLOUT };
	int ready = -EINTR;

	while (ready == -EINTR && !stop_asked())
		ready = stop_poll(&room, 1, -1);
	if (ready != -EINTR || !begun)
		return ready < 0 ? ready : 0;
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
		return out->wrong;
	/* What was asked for is not there, which has been reported. */
	if (error == -ECANCELED)
		return out->wrong;
	/* The reader has closed the pipe, as head(1) does: print nothing. */
	if (error != -EPIPE)
		complain("%s: %s; what was written before is whole",
			 out->name ? out->name : "standard output", output_error(error));
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

/* --- files --- */

static void outfile_free(struct outfile *outfile)
{
	free(outfile->path);
	free(outfile->name);
}

static bool is_replaced(const char *path)
{
	struct stat st;

	return stat(path, &st) || S_ISREG(st.st_mode);
}

/* Resolve the path and name the temporary file; reject a file that may not be written. */
static int outfile_find(struct outfile *outfile, const char *path)
{
	*outfile = (struct outfile) { 0 };
	if (!*path)
		return -ENOENT;
	outfile->path = realpath(path, NULL);
	if (!outfile->path && errno == ENOENT)
		outfile->path = strdup(path);
	if (!outfile->path || (!access(path, F_OK) && access(path, W_OK)))
		return -errno;
	if (is_replaced(path) && asprintf(&outfile->name, "%s.%d", outfile->path, getpid()) < 0) {
		outfile->name = NULL;
		return -ENOMEM;
	}
	return 0;
}

/* The C library's own streams lose buffered data when a signal interrupts write(2). */
static ssize_t write_whole(void *cookie, const char *text, size_t length)
{
	const int fd = (intptr_t)cookie;
	size_t done = 0;
	ssize_t n;

	while (done < length) {
		n = write(fd, text + done, length - done);
		if (n >= 0)
			done += n;
		else if (errno != EINTR)
			break;
	}
	return done;
}

static int close_written(void *cookie)
{
	return close((intptr_t)cookie);
}

static FILE *stream_open(const char *path, int flags)
{
	const cookie_io_functions_t calls = { .write = write_whole, .close = close_written };
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666);
	FILE *stream;
	int err;

	if (fd < 0)
		return NULL;
	stream = fopencookie((void *)(intptr_t)fd, "w", calls);
	if (stream)
		return stream;
	err = errno;
	close(fd);
	if (flags & O_EXCL)
		unlink(path);
	errno = err;
	return NULL;
}

int outfile_open(struct outfile *outfile, const char *path)
{
	int err = outfile_find(outfile, path);

	if (!err)
		outfile->stream = outfile->name ? stream_open(outfile->name, O_EXCL) :
				  stream_open(path, O_TRUNC);
	if (outfile->stream)
		return 0;
	if (!err)
		err = -errno;
	outfile_free(outfile);
	return err;
}

/* Do not open a pipe: that might wait for its reader. */
int outfile_check(const char *path)
{
	struct outfile file;
	struct stat st;
	int err;

	if (!stat(path, &st) && !S_ISREG(st.st_mode))
		return S_ISDIR(st.st_mode) ? -EISDIR : access(path, W_OK) ? -errno : 0;
	err = outfile_open(&file, path);
	if (file.stream)
		err = outfile_close(&file, -ECANCELED);
	return err == -ECANCELED ? 0 : err;
}

int outfile_spares(const char *path, const char *read)
{
	bool input = !strcmp(read, "-");
	struct stat there, other;

	if (stat(path, &there) || !S_ISREG(there.st_mode) ||
	    (input ? fstat(STDIN_FILENO, &other) : stat(read, &other)) ||
	    there.st_dev != other.st_dev || there.st_ino != other.st_ino)
		return 0;
	complain("%s: it is the file that is read: name another one", path);
	return EXIT_USAGE;
}

int outfile_close(struct outfile *outfile, int err)
{
	if (fclose(outfile->stream) && !err)
		err = -errno;
	if (outfile->name && !err && rename(outfile->name, outfile->path))
		err = -errno;
	if (outfile->name && err && unlink(outfile->name))
		err = -errno;
	outfile_free(outfile);
	return err;
}
