// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nics/clock.h"
#include "folder.h"

/* A folder is listed again after this time even if it seems unchanged. */
#define LIST_EVERY	(10 * NIC_SEC)

/* File systems record times of change by a clock that ticks no slower than this. */
#define TICK	(20 * NIC_MSEC)

/* --- listing --- */

static bool entry_is_file(const struct nic_folder *folder, const struct dirent *entry)
{
	struct stat about;

	if (entry->d_type == DT_REG)
		return true;
	if (entry->d_type != DT_LNK && entry->d_type != DT_UNKNOWN)
		return false;
	return !fstatat(dirfd(folder->stream), entry->d_name, &about, 0) &&
	       S_ISREG(about.st_mode);
}

static bool entry_is_counter(const struct nic_folder *folder, const struct dirent *entry)
{
	/* Older drivers of Slingshot have these: all counters as bytes, and a switch. */
	return entry->d_name[0] != '.' && strcmp(entry->d_name, "ALL-in-binary") &&
	       strcmp(entry->d_name, "reset_counters") && entry_is_file(folder, entry);
}

/* Return the next counter of the folder; NULL at its end or, with errno set, on an error. */
static const struct dirent *folder_next(struct nic_folder *folder)
{
	const struct dirent *entry;

	do {
		errno = 0;
		entry = readdir(folder->stream);
	} while (entry && !entry_is_counter(folder, entry));
	return entry;
}

/* Make room for one more entry, if the room up to the next power of two is used. */
static int folder_make_room(struct nic_folder *folder)
{
	unsigned int count = folder->count;
	struct nic_entry *entries;

	if (count & (count - 1))
		return 0;
	entries = reallocarray(folder->entries, count ? 2 * count : 1, sizeof(*entries));
	if (!entries)
		return -ENOMEM;
	folder->entries = entries;
	return 0;
}

static int folder_add(struct nic_folder *folder, const struct dirent *entry)
{
	struct nic_entry *added;
	int err = folder_make_room(folder);

	if (err)
		return err;
	added = &folder->entries[folder->count];
	added->inode = entry->d_ino;
	added->replaced = false;
	if (asprintf(&added->name, "%s", entry->d_name) < 0)
		return -ENOMEM;
	folder->count++;
	return 0;
}

static int folder_by_name(const void *one, const void *two)
{
	const struct nic_entry *first = one, *second = two;

	return strverscmp(first->name, second->name);
}

/* Note when the folder is listed, and its state just before. Return 0 or a negative errno. */
static int folder_begin_list(struct nic_folder *folder)
{
	uint64_t now = nic_clock_ns(CLOCK_REALTIME);

	if (fstat(dirfd(folder->stream), &folder->state))
		return -errno;
	folder->unsettled = nic_timespec_ns(&folder->state.st_mtim) + TICK > now;
	folder->listed_ns = nic_clock_ns(CLOCK_MONOTONIC);
	rewinddir(folder->stream);
	return 0;
}

static int folder_list(struct nic_folder *folder)
{
	const struct dirent *entry;
	int err = folder_begin_list(folder);

	while (!err) {
		entry = folder_next(folder);
		if (!entry) {
			err = -errno;
			break;
		}
		err = folder_add(folder, entry);
	}
	if (!err && folder->count)
		qsort(folder->entries, folder->count, sizeof(*folder->entries), folder_by_name);
	return err;
}

/* --- comparing --- */

/* List the folder again, and return as nic_folder_check(). */
static int folder_compare(struct nic_folder *folder)
{
	const struct dirent *entry;
	struct nic_entry *known;
	unsigned int count = 0;
	int err = folder_begin_list(folder);
	int changed = 0;

	if (err)
		return err;
	while ((entry = folder_next(folder))) {
		known = bsearch(&(struct nic_entry){ .name = (char *)entry->d_name },
				folder->entries, folder->count, sizeof(*known), folder_by_name);
		if (!known)
			return -ESTALE;
		if (known->inode != entry->d_ino) {
			known->inode = entry->d_ino;
			known->replaced = true;
			changed = 1;
		}
		count++;
	}
	if (errno)
		return errno == ENOENT ? -ENODEV : -errno;
	return count == folder->count ? changed : -ESTALE;
}

int nic_folder_check(struct nic_folder *folder, bool thorough)
{
	struct stat now;

	if (stat(folder->path, &now))
		return errno == ENOENT || errno == ENOTDIR ? -ENODEV : -errno;
	if (now.st_ino != folder->state.st_ino || now.st_dev != folder->state.st_dev)
		return -ENODEV;
	if (thorough || folder->unsettled ||
	    nic_timespec_ns(&now.st_mtim) != nic_timespec_ns(&folder->state.st_mtim) ||
	    nic_clock_ns(CLOCK_MONOTONIC) - folder->listed_ns >= LIST_EVERY)
		return folder_compare(folder);
	return 0;
}

/* --- the folder --- */

int nic_folder_open(struct nic_folder *folder, const char *path)
{
	int err;

	*folder = (struct nic_folder){ .path = strdup(path) };
	if (!folder->path)
		return -ENOMEM;
	folder->stream = opendir(path);
	err = folder->stream ? folder_list(folder) : -errno;
	if (err)
		nic_folder_close(folder);
	return err;
}

int nic_folder_fd(const struct nic_folder *folder)
{
	return dirfd(folder->stream);
}

void nic_folder_close(struct nic_folder *folder)
{
	for (unsigned int i = 0; i < folder->count; i++)
		free(folder->entries[i].name);
	free(folder->entries);
	free(folder->path);
	if (folder->stream)
		closedir(folder->stream);
	*folder = (struct nic_folder){ 0 };
}
