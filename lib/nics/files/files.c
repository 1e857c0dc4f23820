// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <linux/gpcd.h>

#include "nics/clock.h"
#include "files.h"
#include "folder.h"
#include "nics/items.h"
#include "value.h"

/* A file that failed is asked again after this time. */
#define ASK_AGAIN	((int64_t)NIC_SEC)

/* A counter's file. */
struct file {
	int fd;	/* -1: closed */
	uint8_t status;	/* of the last read: what failed, or GPCD_STATUS_OK */
	int64_t failed_ns;	/* when */
};

struct nic_files {
	struct nic_folder folder;
	struct file *list;	/* as many as folder.entries */
	enum nic_files_owner owner;
};

/* A read of all that is wanted. */
struct sweep {
	int64_t began_ns;	/* CLOCK_MONOTONIC */
	int64_t real_ns;	/* the same moment by CLOCK_REALTIME */
	int keep_below;	/* descriptors from here on are closed after each read */
	bool lost;	/* a file was not there */
};

/*
 * Files take at most the lower half of the descriptors that a program may have: interfaces that it
 * opens later, and all else that it does, need some, too.
 */
static struct sweep sweep_begin(enum nic_files_owner owner)
{
	struct rlimit limit;
	struct sweep sweep = { .lost = false };

	sweep.began_ns = nic_clock_ns(CLOCK_MONOTONIC);
	sweep.real_ns = nic_clock_ns(CLOCK_REALTIME);
	if (owner == NIC_FILES_DAEMON)
		sweep.keep_below = 0;
	else if (!getrlimit(RLIMIT_NOFILE, &limit) && limit.rlim_cur < INT32_MAX)
		sweep.keep_below = (int)(limit.rlim_cur / 2);
	else
		sweep.keep_below = INT32_MAX;
	return sweep;
}

/* --- one file --- */

static uint8_t status_of_error(int err)
{
	switch (err) {
	case ENOENT:
		return GPCD_STATUS_ABSENT;
	case ENODEV:
	case ENXIO:
		return GPCD_STATUS_GONE;
	case EACCES:
	case EPERM:
		return GPCD_STATUS_DENIED;
	default:
		return GPCD_STATUS_REFUSED;
	}
}

static void file_release(struct file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	file->fd = -1;
}

/* Read a text; return its length, or a negative errno. */
static ssize_t file_text(struct nic_files *files, unsigned int index, const struct sweep *sweep,
			 char text[NIC_VALUE_ROOM])
{
	struct file *file = &files->list[index];
	ssize_t length;

	if (file->fd < 0)
		file->fd = openat(nic_folder_fd(&files->folder), files->folder.entries[index].name,
				  O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (file->fd < 0)
		return -errno;
	do
		length = pread(file->fd, text, NIC_VALUE_ROOM, 0);
	while (length < 0 && errno == EINTR);
	if (length < 0)
		length = -errno;
	else if (files->owner == NIC_FILES_DAEMON)
		length = strnlen(text, length); /* a block of which the text is the beginning */
	/* In sysfs, a descriptor of a file that was removed never works again. */
	if (file->fd >= sweep->keep_below || length == -ENODEV)
		file_release(file);
	return length;
}

/* Store a value with its time; return its status. */
static uint8_t file_take(const struct nic_value *value, const struct sweep *sweep,
			 const struct nic_values *values, unsigned int index)
{
	int64_t now = nic_clock_ns(CLOCK_MONOTONIC), since, read_ns;

	values->values[index] = value->value;
	values->ns[index] = now;
	if (value->ns < 0)
		return GPCD_STATUS_OK;
	since = value->ns - sweep->real_ns;
	read_ns = sweep->began_ns + since;
	/* Before the host started there is no time, and times to come are errors of a clock. */
	if (read_ns < 0)
		values->ns[index] = 0;
	else if (read_ns < now)
		values->ns[index] = read_ns;
	return since < 0 ? GPCD_STATUS_STALE : GPCD_STATUS_OK;
}

static void file_read(struct nic_files *files, unsigned int index, struct sweep *sweep,
		      const struct nic_values *values)
{
	struct file *file = &files->list[index];
	char text[NIC_VALUE_ROOM];
	struct nic_value value;
	ssize_t length;

	values->values[index] = 0;
	values->ns[index] = 0;
	if (file->status && sweep->began_ns - file->failed_ns < ASK_AGAIN) {
		values->statuses[index] = file->status;
		return;
	}
	length = file_text(files, index, sweep, text);
	if (length >= 0 && length < NIC_VALUE_ROOM &&
	    nic_value_parse(text, length, files->owner == NIC_FILES_DAEMON, &value)) {
		file->status = GPCD_STATUS_OK;
		values->statuses[index] = file_take(&value, sweep, values, index);
		return;
	}
	sweep->lost |= length == -ENOENT || length == -ENODEV;
	file->status = length < 0 ? status_of_error(-length) : GPCD_STATUS_REFUSED;
	file->failed_ns = sweep->began_ns;
	values->statuses[index] = file->status;
}

/* --- all files --- */

/* Compare the folder with its list, and close files that were replaced. */
static int files_check(struct nic_files *files, bool thorough)
{
	int changed = nic_folder_check(&files->folder, thorough);

	if (changed <= 0)
		return changed;
	for (unsigned int i = 0; i < files->folder.count; i++) {
		if (!files->folder.entries[i].replaced)
			continue;
		files->folder.entries[i].replaced = false;
		files->list[i].status = GPCD_STATUS_OK;
		file_release(&files->list[i]);
	}
	return 0;
}

int nic_files_read(struct nic_files *files, const bool *wanted, const struct nic_values *values)
{
	int err = files_check(files, false);
	struct sweep sweep;

	if (err)
		return err;
	sweep = sweep_begin(files->owner);
	for (unsigned int i = 0; i < files->folder.count; i++)
		if (!wanted || wanted[i])
			file_read(files, i, &sweep, values);
	return sweep.lost ? files_check(files, true) : 0;
}

int nic_files_open(struct nic_files **files, const char *path, enum nic_files_owner owner)
{
	struct nic_files *opened = calloc(1, sizeof(*opened));
	int err;

	if (!opened)
		return -ENOMEM;
	err = nic_folder_open(&opened->folder, path);
	if (!err) {
		/* A list of no files is still a list. */
		opened->list = calloc(opened->folder.count + 1, sizeof(*opened->list));
		if (!opened->list)
			err = -ENOMEM;
	}
	if (err) {
		nic_folder_close(&opened->folder);
		free(opened);
		return err;
	}
	for (unsigned int i = 0; i < opened->folder.count; i++)
		opened->list[i].fd = -1;
	opened->owner = owner;
	*files = opened;
	return 0;
}

unsigned int nic_files_count(const struct nic_files *files)
{
	return files->folder.count;
}

const char *nic_files_name(const struct nic_files *files, unsigned int index)
{
	return files->folder.entries[index].name;
}

int nic_files_add(const struct nic_files *files, struct nic *nic, const char *family)
{
	int err = 0;

	for (unsigned int i = 0; i < files->folder.count && !err; i++)
		err = nic_items_add(nic, family, files->folder.entries[i].name);
	return err;
}

void nic_files_close(struct nic_files *files)
{
	if (!files)
		return;
	for (unsigned int i = 0; i < files->folder.count; i++)
		file_release(&files->list[i]);
	free(files->list);
	nic_folder_close(&files->folder);
	free(files);
}
