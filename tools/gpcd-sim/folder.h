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
 * @temporary: ours, removed at the end with all that is in it
 */
struct folder {
	char path[PATH_MAX];
	bool temporary;
};

/* Make it; @wanted: where, or NULL: anywhere. Returns the exit code, having said what is wrong. */
int folder_open(struct folder *folder, const char *wanted);

/* Path of a file in it; the same. */
int folder_path(const struct folder *folder, const char *name, char path[PATH_MAX]);

/* Write interconnect.txt, and rank-R as a link to the image that rank's node has; the same. */
int folder_fill(const struct folder *folder, const struct machine *machine,
		const struct places *places);

/* Remove it, if it is temporary; without folder_open() nothing. */
void folder_close(struct folder *folder);

#endif /* FOLDER_H */
