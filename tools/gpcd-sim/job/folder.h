/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What an emulated job finds in the file system: where it is, and how it is cabled.
 */
#ifndef FOLDER_H
#define FOLDER_H

#include <limits.h>

#include "places.h"

/**
 * struct folder - it
 * @path: from the root on
 * @fd: the folder itself, locked while the job runs; -1: not open
 * @temporary: ours, removed at the end with all that is in it
 */
struct folder {
	char path[PATH_MAX];
	int fd;
	bool temporary;
};

/*
 * Make and lock it; @wanted: where, or NULL: a temporary one, with room for @bytes. Returns the
 * exit code, having said what is wrong.
 */
int folder_open(struct folder *folder, const char *wanted, uint64_t bytes);

/* Path of a file in it; the same. */
int folder_path(const struct folder *folder, const char *name, char path[PATH_MAX]);

/* Write interconnect.txt, and rank-R as a link to the image that rank's node has; the same. */
int folder_fill(const struct folder *folder, const struct machine *machine,
		const struct places *places);

/* Unlock it, and remove it if it is temporary. */
void folder_close(struct folder *folder);

#endif /* FOLDER_H */
