/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The folder of an emulated job: images for its ranks, the interconnect file and the socket.
 */
#ifndef FOLDER_H
#define FOLDER_H

#include <limits.h>

#include "places.h"

/**
 * struct folder - the folder of an emulated job
 * @path: absolute path
 * @fd: descriptor of the folder, which is locked while the job runs; -1: it is not open
 * @temporary: it is removed at the end, with all that is in it
 */
struct folder {
	char path[PATH_MAX];
	int fd;
	bool temporary;
};

/**
 * folder_open() - make and lock a folder
 * @folder: the folder, for folder_close()
 * @wanted: its path, or NULL: a temporary folder
 * @bytes: room that a temporary folder must have
 *
 * Return: the exit code, having said what is wrong.
 */
int folder_open(struct folder *folder, const char *wanted, uint64_t bytes);

/**
 * folder_path() - make the path of a file in the folder
 * @folder: the folder
 * @name: name of the file
 * @path: receives the path
 *
 * Return: the exit code, having said what is wrong.
 */
int folder_path(const struct folder *folder, const char *name, char path[PATH_MAX]);

/**
 * folder_fill() - write interconnect.txt, and for each rank R a link rank-R to its node's image
 * @folder: the folder
 * @machine: the machine
 * @places: nodes of the ranks
 *
 * Return: the exit code, having said what is wrong.
 */
int folder_fill(const struct folder *folder, const struct machine *machine,
		const struct places *places);

/**
 * folder_close() - unlock the folder, and remove it if it is temporary
 * @folder: the folder, open or not
 */
void folder_close(struct folder *folder);

#endif /* FOLDER_H */
