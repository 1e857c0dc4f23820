// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "complain.h"
#include "outfile.h"

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
