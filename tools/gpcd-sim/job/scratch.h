/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Temporary folders, each locked by the run that uses it, so that those of runs that were killed
 * are known by their lack of a lock, and removed.
 */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <limits.h>
#include <stdint.h>

/*
 * Make and lock a temporary folder, and remove those that killed runs of this user left beside it:
 * in TMPDIR if that is set; else in /dev/shm if that is a tmpfs whose free memory is four times
 * @bytes; else in /tmp.
 *
 * Fills in @path, from the root on. Returns a descriptor whose closing ends the lock, or a negative
 * errno of @path.
 */
int scratch_make(uint64_t bytes, char path[PATH_MAX]);

/*
 * Lock a folder for as long as the descriptor that is returned is open; otherwise a negative errno,
 * -EWOULDBLOCK: another run holds the lock. Where a file system knows no locks there is none.
 */
int scratch_lock(const char *path);

/* Remove the folder at @path, open as @fd, with the files in it; returns 0 or a negative errno. */
int scratch_remove(const char *path, int fd);

#endif /* SCRATCH_H */
