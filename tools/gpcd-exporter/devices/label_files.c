// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "label_files.h"

static const char *why_ignored(int err)
{
	switch (err) {
	case -ELOOP:
		return "a symbolic link";
	case -EISDIR:
		return "not a file";
	case -ENOTDIR:
		return "not a folder";
	case -EPERM:
		return "only root or the exporter's user may own it and write to it";
	case -EFBIG:
		return "more than 4096 bytes";
	case -ENODATA:
		return "no labels";
	case -EBADMSG:
		return "its last line has no end: write a hidden file, and rename it";
	case -EPROTO:
		return "a line is not NAME=VALUE, with a name of letters, digits and _";
	case -EEXIST:
		return "a label twice, or the label device, which is the exporter's own";
	case -ENAMETOOLONG:
		return "a value of more than 128 bytes";
	case -E2BIG:
		return "more than 8 labels";
	default:
		return strerror(-err);
	}
}

static void free_files(struct label_file *files, size_t count)
{
	for (size_t i = 0; i < count; i++)
		label_file_free(&files[i]);
	free(files);
}

static bool was_reported(const struct label_files *before, const struct label_file *file)
{
	for (size_t i = 0; i < before->count; i++) {
		if (before->files[i].err == file->err && !strcmp(before->files[i].name, file->name))
			return true;
	}
	return false;
}

static void add_file(struct label_files *labels, const struct label_files *before, int folder,
		     const char *name)
{
	struct label_file *file = &labels->files[labels->count++];

	file->err = label_file_read(file, folder, name);
	if (file->err == -ENOMEM)
		labels->err = -ENOMEM;
	else if (file->err && file->err != -ENOENT && !was_reported(before, file))
		complain("%s/%s: ignored: %s", labels->folder, name, why_ignored(file->err));
	labels->whole = labels->whole && !file->err;
}

/* Return the name of the next file that is not hidden, or NULL after the last or an error. */
static const char *next_name(struct label_files *labels, DIR *stream)
{
	const struct dirent *entry;

	do {
		errno = 0;
		entry = readdir(stream);
	} while (entry && entry->d_name[0] == '.');
	if (entry)
		return entry->d_name;
	labels->err = -errno;
	return NULL;
}

static void add_files(struct label_files *labels, const struct label_files *before, DIR *stream)
{
	const char *name;

	labels->files = calloc(LABEL_FILES_MOST, sizeof(*labels->files));
	if (!labels->files)
		labels->err = -ENOMEM;
	while (!labels->err && (name = next_name(labels, stream))) {
		labels->crowded = labels->count == LABEL_FILES_MOST;
		if (labels->crowded)
			break;
		add_file(labels, before, dirfd(stream), name);
	}
	if (labels->crowded && !before->crowded)
		complain("%s: more than %d files: the others are ignored", labels->folder,
			 LABEL_FILES_MOST);
}

/* Ignored files come first among a target's. */
static int by_target(const void *a, const void *b)
{
	const struct label_file *one = a, *other = b;
	int order = strcmp(one->target, other->target);

	return order ? order : strcmp(one->text ? one->text : "", other->text ? other->text : "");
}

static DIR *enter_folder(struct label_files *labels)
{
	int fd = open(labels->folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *stream = fd < 0 ? NULL : fdopendir(fd);

	if (!stream || fstat(fd, &labels->seen))
		labels->err = -errno;
	else if (!label_file_is_trusted(&labels->seen))
		labels->err = -EPERM;
	if (!stream && fd >= 0)
		close(fd);
	return stream;
}

static void read_folder(struct label_files *labels, const struct label_files *before)
{
	DIR *stream = enter_folder(labels);

	if (stream && !labels->err)
		add_files(labels, before, stream);
	if (stream)
		closedir(stream);
	if (labels->files)
		qsort(labels->files, labels->count, sizeof(*labels->files), by_target);
	if (!labels->err)
		return;
	if (labels->err != before->err)
		complain("%s: no labels: %s", labels->folder, why_ignored(labels->err));
	free_files(labels->files, labels->count);
	labels->files = NULL;
	labels->count = 0;
	labels->whole = labels->err == -ENOENT;
}

static bool is_before(const struct timespec *one, const struct timespec *other)
{
	return one->tv_sec != other->tv_sec ? one->tv_sec < other->tv_sec :
					      one->tv_nsec < other->tv_nsec;
}

/* Whether the folder is the one that was read, and nothing was renamed in it since. */
static bool is_unchanged(const struct label_files *labels)
{
	const struct stat *seen = &labels->seen;
	struct stat now;

	return labels->settled && !lstat(labels->folder, &now) && now.st_dev == seen->st_dev &&
	       now.st_ino == seen->st_ino && now.st_ctim.tv_sec == seen->st_ctim.tv_sec &&
	       now.st_ctim.tv_nsec == seen->st_ctim.tv_nsec;
}

/*
 * Changes within one tick of the kernel's clock leave the same time behind. So the folder is
 * settled only if its last change was before the tick in which it was read.
 */
void label_files_read(struct label_files *labels)
{
	const struct label_files before = *labels;
	struct timespec tick;

	if (!labels->folder || is_unchanged(labels))
		return;
	clock_gettime(CLOCK_REALTIME_COARSE, &tick);
	*labels = (struct label_files){ .folder = before.folder, .whole = true };
	read_folder(labels, &before);
	labels->whole = labels->whole && !labels->crowded;
	labels->settled = labels->whole && !labels->err &&
			  is_before(&labels->seen.st_ctim, &tick);
	free_files(before.files, before.count);
}

/* --- what they say --- */

/* Return the first of the rest that may follow @text among the files of a target. */
static const struct label_file *find_from(const struct label_files *labels, size_t i,
					  const char *target, const char *text)
{
	for (; i < labels->count; i++) {
		const struct label_file *file = &labels->files[i];

		if (file->text && !strcmp(file->target, target) && strcmp(file->text, text))
			return file;
	}
	return NULL;
}

const struct label_file *label_files_of(const struct label_files *labels, const char *device)
{
	const struct label_file *first = find_from(labels, 0, device, "");

	return first ? first : find_from(labels, 0, LABEL_FILES_NODE, "");
}

const struct label_file *label_files_next(const struct label_files *labels,
					  const struct label_file *file)
{
	return find_from(labels, file - labels->files + 1, file->target, file->text);
}

int label_files_make(struct label_files *labels, const char *folder)
{
	*labels = (struct label_files) { 0 };
	labels->whole = true;
	if (folder)
		labels->folder = strdup(folder);
	return folder && !labels->folder ? -ENOMEM : 0;
}

void label_files_free(struct label_files *labels)
{
	free_files(labels->files, labels->count);
	free(labels->folder);
	*labels = (struct label_files) { 0 };
}
