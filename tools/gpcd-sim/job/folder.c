// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "cli/out/complain.h"
#include "job.h"
#include "topo/cabling.h"
#include "topo/interconnect.h"

#define MEMORY		"/dev/shm"
#define DISK		"/tmp"
#define PREFIX		"gpcd-job-"
#define NAME		PREFIX "XXXXXX"

/* MPI libraries keep their own buffers in /dev/shm: use at most a quarter of the free memory. */
#define ROOM_FACTOR	4

/* --- locks --- */

static int folder_open_at(int parent, const char *name)
{
	int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

/* If a network file system cannot lock a folder, other runs cannot lock and remove it either. */
static int lock(int fd, int how)
{
	while (flock(fd, LOCK_EX | how)) {
		if (errno != EINTR)
			return -errno;
	}
	return 0;
}

/*
 * Lock a folder; if the file system has no locks, only open it. Return a descriptor that holds the
 * lock until it is closed, -EWOULDBLOCK if another run holds the lock, or another negative errno.
 */
static int scratch_lock(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	if (lock(fd, LOCK_NB) != -EWOULDBLOCK)
		return fd;
	close(fd);
	return -EWOULDBLOCK;
}

/* After waiting for a lock: is the locked folder still there, or has it been removed? */
static bool is_at(int parent, const char *name, int fd)
{
	struct stat here, there;

	return !fstat(fd, &here) && !fstatat(parent, name, &there, AT_SYMLINK_NOFOLLOW) &&
	       here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

/* --- removing --- */

/* Remove files through the open folder, so that no other folder can take its place meanwhile. */
static int empty(int fd)
{
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0), err = 0;
	DIR *folder = copy < 0 ? NULL : fdopendir(copy);
	struct dirent *entry;

	if (!folder) {
		err = -errno;
		if (copy >= 0)
			close(copy);
		return err;
	}
	rewinddir(folder);
	while ((entry = readdir(folder))) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		if (unlinkat(fd, entry->d_name, 0))
			err = -errno;
	}
	closedir(folder);
	return err;
}

static int remove_at(int parent, const char *name, int fd)
{
	int err = empty(fd);

	if (!err && unlinkat(parent, name, AT_REMOVEDIR))
		err = -errno;
	return err;
}

/* --- folders of killed runs: they have no lock --- */

static bool is_ours(int fd)
{
	struct stat st;

	return !fstat(fd, &st) && st.st_uid == geteuid();
}

/* A run whose new folder was removed before it was locked makes another: see make_locked(). */
static void remove_stale(int parent, const char *name)
{
	int fd = folder_open_at(parent, name);

	if (fd < 0)
		return;
	if (is_ours(fd) && !lock(fd, LOCK_NB) && is_at(parent, name, fd))
		remove_at(parent, name, fd);
	close(fd);
}

static bool is_scratch_name(const char *name)
{
	return !strncmp(name, PREFIX, strlen(PREFIX)) && strlen(name) == strlen(NAME);
}

static void remove_all_stale(const char *where)
{
	DIR *folder = opendir(where);
	struct dirent *entry;

	if (!folder)
		return;
	while ((entry = readdir(folder))) {
		if (is_scratch_name(entry->d_name))
			remove_stale(dirfd(folder), entry->d_name);
	}
	closedir(folder);
}

/* --- making --- */

/* Return -EAGAIN if another run removed the folder before it was locked. */
static int make_locked(const char *where, char path[PATH_MAX])
{
	char made[PATH_MAX];
	int fd;

	if (snprintf(made, sizeof(made), "%s/" NAME, where) >= PATH_MAX)
		return -ENAMETOOLONG;
	memcpy(path, made, sizeof(made));
	if (!mkdtemp(made))
		return -errno;
	if (!realpath(made, path))
		return errno == ENOENT ? -EAGAIN : -errno;
	fd = folder_open_at(AT_FDCWD, path);
	if (fd < 0)
		return fd == -ENOENT ? -EAGAIN : fd;
	lock(fd, 0);
	if (is_at(AT_FDCWD, path, fd))
		return fd;
	close(fd);
	return -EAGAIN;
}

static int make_in(const char *where, char path[PATH_MAX])
{
	int fd;

	do {
		fd = make_locked(where, path);
	} while (fd == -EAGAIN);
	return fd;
}

static bool has_room(const char *where, uint64_t bytes)
{
	struct statfs fs;

	return !access(where, W_OK | X_OK) && !statfs(where, &fs) && fs.f_type == TMPFS_MAGIC &&
	       (uint64_t)fs.f_bavail * fs.f_bsize / ROOM_FACTOR >= bytes;
}

/*
 * Make and lock a temporary folder with room for so many bytes: in TMPDIR if that is set; else in
 * /dev/shm if that is a tmpfs whose free memory is four times as much; else in /tmp. path receives
 * the absolute path, or on an error the path of the folder where it occurred. Return a descriptor
 * that holds the lock until it is closed, or a negative errno.
 */
static int scratch_make(uint64_t bytes, char path[PATH_MAX])
{
	const char *where = getenv("TMPDIR");
	int fd;

	if (where && *where) {
		remove_all_stale(where);
		return make_in(where, path);
	}
	remove_all_stale(MEMORY);
	remove_all_stale(DISK);
	if (has_room(MEMORY, bytes)) {
		fd = make_in(MEMORY, path);
		if (fd >= 0)
			return fd;
	}
	return make_in(DISK, path);
}

/* --- the folder of a job --- */

static int open_temporary(struct folder *folder, uint64_t bytes)
{
	int fd = scratch_make(bytes, folder->path);

	if (fd < 0)
		return complain_error(folder->path, fd);
	folder->temporary = true;
	folder->fd = fd;
	return 0;
}

static int open_kept(struct folder *folder, const char *wanted)
{
	if (mkdir(wanted, 0777) && errno != EEXIST)
		return complain_error(wanted, -errno);
	if (!realpath(wanted, folder->path))
		return complain_error(wanted, -errno);
	folder->fd = scratch_lock(folder->path);
	if (folder->fd == -EWOULDBLOCK) {
		complain("%s: another job runs there: name another folder", wanted);
		return EXIT_RUNTIME;
	}
	return folder->fd < 0 ? complain_error(wanted, folder->fd) : 0;
}

int folder_open(struct folder *folder, const char *wanted, uint64_t bytes)
{
	return wanted ? open_kept(folder, wanted) : open_temporary(folder, bytes);
}

int folder_path(const struct folder *folder, const char *name, char path[PATH_MAX])
{
	if (snprintf(path, PATH_MAX, "%s/%s", folder->path, name) < PATH_MAX)
		return 0;
	return complain_error(folder->path, -ENAMETOOLONG);
}

static int write_interconnect(const char *path, const struct machine *machine)
{
	const struct topo *topo = &machine->fabric.topo;
	const struct cabling *cabling = cabling_find(topo);
	FILE *file = fopen(path, "we");
	char text[INTERCONNECT_TEXT];
	int err = 0;
	size_t size;

	if (!file)
		return -errno;
	for (unsigned int chip = 0; chip < topo->chips && !err; chip++) {
		size = cabling->text(topo, machine->system.class, chip, text);
		err = fwrite(text, 1, size, file) == size ? 0 : -EIO;
	}
	if (fclose(file) && !err)
		err = -errno;
	return err;
}

/* Replace an older link, but no other file. */
static int link_rank(const char *path, const char *image)
{
	struct stat st;

	if (!lstat(path, &st) && S_ISLNK(st.st_mode))
		unlink(path);
	return symlink(image, path) ? -errno : 0;
}

static int link_ranks(const struct folder *folder, const struct machine *machine,
		      const struct places *places)
{
	char path[PATH_MAX], name[32], image[MACHINE_NAME + 16], chip[MACHINE_NAME];
	const struct topo *topo = &machine->fabric.topo;
	int code = 0, err;

	for (uint32_t rank = 0; rank < places->ranks && !code; rank++) {
		machine_chip_name(machine, topo_node_chip(topo, places->node[rank]), chip);
		snprintf(image, sizeof(image), "%sn%u", chip,
			 topo_node_nic(topo, places->node[rank]));
		snprintf(name, sizeof(name), "rank-%u", rank);
		code = folder_path(folder, name, path);
		err = code ? 0 : link_rank(path, image);
		if (err)
			code = complain_error(path, err);
	}
	return code;
}

int folder_fill(const struct folder *folder, const struct machine *machine,
		const struct places *places)
{
	char path[PATH_MAX];
	int code = folder_path(folder, "interconnect.txt", path);
	int err;

	if (code)
		return code;
	err = write_interconnect(path, machine);
	return err ? complain_error(path, err) : link_ranks(folder, machine, places);
}

void folder_close(struct folder *folder)
{
	int err = 0;

	if (folder->fd < 0)
		return;
	if (folder->temporary)
		err = remove_at(AT_FDCWD, folder->path, folder->fd);
	if (err)
		complain_error(folder->path, err);
	close(folder->fd);
}
