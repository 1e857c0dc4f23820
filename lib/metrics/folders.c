// SPDX-License-Identifier: LGPL-2.1-or-later
/* Files of metrics: find and read them. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gpcd/catalogue.h>

#include "folders.h"
#include "text/mark.h"

#define ENDING	".metrics"

static __printf(2, 3) int write_path(char path[METRICS_PATH_ROOM], const char *format, ...)
{
	va_list words;
	int length;

	va_start(words, format);
	length = vsnprintf(path, METRICS_PATH_ROOM, format, words);
	va_end(words);
	return length < METRICS_PATH_ROOM ? 0 : -ENAMETOOLONG;
}

/* Read up to the end of the file. Return the number of bytes, or a negative errno. */
static ssize_t read_whole(int fd, char *text, size_t room)
{
	size_t length = 0;
	ssize_t got;

	while (length < room) {
		got = read(fd, text + length, room - length);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			break;
		length += got;
	}
	return length;
}

static int open_file(const char *path, struct stat *about)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), err = 0;

	if (fd < 0)
		return -errno;
	if (fstat(fd, about))
		err = -errno;
	else if (!S_ISREG(about->st_mode))
		err = -EISDIR;
	else if (about->st_size > METRICS_FILE_MOST)
		err = -EFBIG;
	if (!err)
		return fd;
	close(fd);
	return err;
}

static void set_name(char name[METRICS_NAME_ROOM], const char *path)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	size_t length = strlen(base);

	if (length > strlen(ENDING) && !strcmp(base + length - strlen(ENDING), ENDING))
		length -= strlen(ENDING);
	snprintf(name, METRICS_NAME_ROOM, "%.*s", (int)length, base);
}

static int read_text(struct metrics *metrics, const char *path, struct metrics_failure *failure)
{
	char name[METRICS_NAME_ROOM];
	struct stat about;
	ssize_t length;
	size_t mark;
	char *text;
	int fd, err;

	fd = open_file(path, &about);
	if (fd < 0)
		return fd;
	/* One byte more than the size, so that even an empty file is read, which may fail. */
	text = malloc(about.st_size + 1);
	length = text ? read_whole(fd, text, about.st_size + 1) : -ENOMEM;
	close(fd);
	set_name(name, path);
	mark = length < 0 ? 0 : text_mark(text, length);
	err = length < 0 ? length : metrics_read(metrics, name, text + mark, length - mark,
						 &failure->problem);
	free(text);
	return err;
}

int metrics_read_file(struct metrics *metrics, const char *path, struct metrics_failure *failure)
{
	int err = read_text(metrics, path, failure);

	if (err)
		snprintf(failure->path, sizeof(failure->path), "%s", path);
	return err;
}

static int has_ending(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);

	return entry->d_name[0] != '.' && length > strlen(ENDING) &&
	       !strcmp(entry->d_name + length - strlen(ENDING), ENDING);
}

static int read_folder(struct metrics *metrics, const char *folder,
		       struct metrics_failure *failure)
{
	char path[METRICS_PATH_ROOM];
	struct dirent **entries;
	int count, i, err = 0;

	count = scandir(folder, &entries, has_ending, alphasort);
	if (count < 0)
		return errno == ENOENT || errno == ENOTDIR ? 0 : -errno;
	for (i = 0; i < count; i++) {
		if (!err)
			err = write_path(path, "%s/%s", folder, entries[i]->d_name);
		if (!err)
			err = metrics_read_file(metrics, path, failure);
		free(entries[i]);
	}
	free(entries);
	return err;
}

/* Read a chip's files in a folder. */
static int read_chip(struct metrics *metrics, const char *folder, const char *rest,
		     struct metrics_failure *failure)
{
	char path[METRICS_PATH_ROOM];
	int err;

	err = write_path(path, "%s%s/%s", folder, rest, gpcd_chip_name(metrics->chip));
	if (!err)
		err = read_folder(metrics, path, failure);
	if (err && !failure->path[0])
		snprintf(failure->path, sizeof(failure->path), "%s%s", folder, rest);
	return err;
}

int metrics_read_all(struct metrics *metrics, const char *installed,
		     struct metrics_failure *failure)
{
	const char *only = getenv(METRICS_FOLDER_ENV), *config = getenv("XDG_CONFIG_HOME"),
		   *home = getenv("HOME");
	int err;

	failure->path[0] = '\0';
	if (only && *only)
		return read_chip(metrics, only, "", failure);
	err = read_chip(metrics, installed, "", failure);
	if (!err)
		err = read_chip(metrics, "/etc/gpcd/metrics", "", failure);
	if (!err && config && *config == '/')
		err = read_chip(metrics, config, "/gpcd/metrics", failure);
	else if (!err && home && *home == '/')
		err = read_chip(metrics, home, "/.config/gpcd/metrics", failure);
	return err;
}
