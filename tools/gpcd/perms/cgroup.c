// SPDX-License-Identifier: GPL-2.0-only
/*
 * The cgroups of jobs. The id of a cgroup is the inode number of its folder, and what a file handle
 * of that folder consists of.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "cgroup.h"
#include "cli/parse.h"

/* The type of a file handle that is an id; linux/exportfs.h is not for programs. */
#define HANDLE_TYPE_ID	0xfe

#define FOLDER		(O_RDONLY | O_DIRECTORY | O_CLOEXEC)

static bool is_id(const char *text, uint64_t *id)
{
	return !parse_number(text, id) && *id;
}

/* Open where cgroups of version 2 are mounted by convention, maybe beside cgroups of version 1. */
static int mount_open(void)
{
	static const char *const places[] = { "/sys/fs/cgroup", "/sys/fs/cgroup/unified" };
	struct statfs system;
	int fd;

	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		if (statfs(places[i], &system)) {
			if (errno != ENOENT)
				return -errno;
		} else if (system.f_type == CGROUP2_SUPER_MAGIC) {
			fd = open(places[i], FOLDER);
			return fd < 0 ? -errno : fd;
		}
	}
	return -ENODEV;
}

static int open_id(uint64_t id)
{
	union {
		struct file_handle handle;
		unsigned char room[sizeof(struct file_handle) + sizeof(id)];
	} by = { .handle = { .handle_bytes = sizeof(id), .handle_type = HANDLE_TYPE_ID } };
	int mount = mount_open(), fd;

	if (mount < 0)
		return mount;
	memcpy(by.room + sizeof(by.handle), &id, sizeof(id));
	fd = open_by_handle_at(mount, &by.handle, FOLDER);
	if (fd < 0)
		fd = errno == ESTALE || errno == ENOTDIR ? -EINVAL : -errno;
	close(mount);
	return fd;
}

static int folder_error(void)
{
	return errno == ENOENT || errno == ENOTDIR ? -EINVAL : -errno;
}

int cgroup_open(const char *text)
{
	uint64_t id;
	int fd;

	if (is_id(text, &id))
		return open_id(id);
	fd = open(text, FOLDER);
	return fd < 0 ? folder_error() : fd;
}

int cgroup_parse(const char *text, uint64_t *id)
{
	struct statfs system;
	struct stat folder;

	if (is_id(text, id))
		return 0;
	if (statfs(text, &system) || stat(text, &folder))
		return folder_error();
	*id = folder.st_ino;
	return system.f_type == CGROUP2_SUPER_MAGIC ? 0 : -EINVAL;
}
