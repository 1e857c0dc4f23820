/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Temporary folders. Each is locked by the run that uses it. A folder without a lock was left by a
 * run that was killed, and is removed.
 */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <limits.h>
#include <stdint.h>

/*
 * Make and lock a temporary folder with room for so many bytes: in TMPDIR if that is set; else in
 * /dev/shm if that is a tmpfs whose free memory is four times as much; else in /tmp. Folders that
 * killed runs of this user left there are removed. path receives the absolute path, or on an error
 * the path of the folder where it occurred. Return a descriptor that holds the lock until it is
 * closed, or a negative errno.
 */
int scratch_make(uint64_t bytes, char path[PATH_MAX]);

/*
 * Lock a folder; if the file system has no locks, only open it. Return a descriptor that holds the
 * lock until it is closed, -EWOULDBLOCK if another run holds the lock, or another negative errno.
 */
int scratch_lock(const char *path);

/*
 * Remove a folder and the files in it. Its descriptor fd stays open. Return 0 or a negative errno.
 */
int scratch_remove(const char *path, int fd);

#endif /* SCRATCH_H */
