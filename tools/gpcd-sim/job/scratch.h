/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Temporary folders. Each is locked by the run that uses it; a folder without a lock is that of a
 * run that was killed, and is removed.
 */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <limits.h>
#include <stdint.h>

/**
 * scratch_make() - make and lock a temporary folder
 * @bytes: room that it must have
 * @path: receives its absolute path, or that of the folder where an error occurred
 *
 * The folder is made in TMPDIR if that is set; else in /dev/shm if that is a tmpfs whose free
 * memory is four times @bytes; else in /tmp. Folders that killed runs of this user left there are
 * removed.
 *
 * Return: a descriptor that holds the lock until it is closed, or a negative errno.
 */
int scratch_make(uint64_t bytes, char path[PATH_MAX]);

/**
 * scratch_lock() - lock a folder
 * @path: path of the folder
 *
 * If the file system knows no locks, the folder is opened without one.
 *
 * Return: a descriptor that holds the lock until it is closed, -EWOULDBLOCK if another run holds
 * the lock, or another negative errno.
 */
int scratch_lock(const char *path);

/**
 * scratch_remove() - remove a folder with the files in it
 * @path: path of the folder
 * @fd: descriptor of the folder; it stays open
 *
 * Return: 0 or a negative errno.
 */
int scratch_remove(const char *path, int fd);

#endif /* SCRATCH_H */
