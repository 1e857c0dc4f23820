/* SPDX-License-Identifier: GPL-2.0-only */
/* The folder of an emulated job: images for its ranks, the interconnect file and the socket. */
#ifndef FOLDER_H
#define FOLDER_H

#include <limits.h>

#include "places.h"

/* The folder of an emulated job. */
struct folder {
	char path[PATH_MAX]; /* absolute */
	int fd; /* the folder, locked while the job runs; -1: not open */
	bool temporary; /* to be removed at the end, with all that is in it */
};

/*
 * Make and lock the folder wanted or, if that is NULL, a temporary one with room for so many bytes.
 * Return the exit code; errors are reported.
 */
int folder_open(struct folder *folder, const char *wanted, uint64_t bytes);

/* Make the path of a file in the folder. Return the exit code; errors are reported. */
int folder_path(const struct folder *folder, const char *name, char path[PATH_MAX]);

/*
 * Write interconnect.txt and, for each rank R, a link rank-R to its node's image. Return the exit
 * code; errors are reported.
 */
int folder_fill(const struct folder *folder, const struct machine *machine,
		const struct places *places);

/* Unlock the folder, open or not, and remove it if it is temporary. */
void folder_close(struct folder *folder);

#endif /* FOLDER_H */
