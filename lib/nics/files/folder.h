/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A folder with a file for each counter, and whether it is still what it was. */
#ifndef NICS_FOLDER_H
#define NICS_FOLDER_H

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

/* A file of a counter. */
struct nic_entry {
	char *name;
	ino_t inode;
	bool replaced;	/* another file has this name now; for the owner to clear */
};

/* An open folder. */
struct nic_folder {
	char *path;
	DIR *stream;
	struct nic_entry *entries;	/* by name, with numbers as numbers */
	unsigned int count;
	struct stat state;	/* when it was listed last */
	uint64_t listed_ns;	/* when that was: CLOCK_MONOTONIC */
	bool unsettled;	/* changed so shortly before that a further change may look the same */
};

/*
 * Open a folder and list its files: neither hidden ones, nor files of Slingshot's driver that are
 * no counters. Return 0 or a negative errno.
 */
int nic_folder_open(struct nic_folder *folder, const char *path);

/* Return its descriptor, for openat(2). */
int nic_folder_fd(const struct nic_folder *folder);

/*
 * Compare the folder with its list. It is listed again if @thorough, if its time of change says so,
 * and now and then, as sysfs does not always record changes. Allocates nothing. Return 0; 1 if some
 * entries have been marked as replaced; -ENODEV if it is gone or another folder has its path;
 * -ESTALE if there are other names; or a negative errno.
 */
int nic_folder_check(struct nic_folder *folder, bool thorough);

/* Close it and free its memory. */
void nic_folder_close(struct nic_folder *folder);

#endif /* NICS_FOLDER_H */
