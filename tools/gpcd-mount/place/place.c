// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "place.h"

/* Folders of /sys in which a tree has folders of its own. */
static const char *const parents[] = { "class", "devices/virtual" };

/* --- namespaces --- */

static int write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC), err = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, text, strlen(text)) < 0)
		err = -errno;
	close(fd);
	return err;
}

/* A user namespace begins without users: the command runs as the user who started it. */
static int keep_user(uid_t user, gid_t group)
{
	char users[32], groups[32];
	int err;

	snprintf(users, sizeof(users), "%u %u 1", user, user);
	snprintf(groups, sizeof(groups), "%u %u 1", group, group);
	err = write_file("/proc/self/uid_map", users);
	if (!err)
		err = write_file("/proc/self/setgroups", "deny");
	return err ? err : write_file("/proc/self/gid_map", groups);
}

static int enter(void)
{
	uid_t user = geteuid();
	gid_t group = getegid();

	if (!unshare(CLONE_NEWNS))
		return 0;
	if (errno != EPERM)
		return -errno;
	return unshare(CLONE_NEWUSER | CLONE_NEWNS) ? -errno : keep_user(user, group);
}

int place_enter(void)
{
	int err = enter();

	if (err) {
		complain("no view of its own for the command: %s: only root may do without %s",
			 strerror(-err), "user namespaces, sysctl user.max_user_namespaces");
		return EXIT_PERMISSION;
	}
	/* Other processes must not see the mounts that follow. */
	if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL))
		return complain_error("a view of its own for the command", -errno);
	return 0;
}

/* --- places --- */

/* A folder of /sys that is changed. */
struct place {
	const struct node *node;	/* what is shown in it */
	char path[64];
	char from[PATH_MAX];	/* the same folder of the mounted tree */
	int real;	/* descriptor of the folder as it was */
};

static int complain_place(const struct place *place, const char *name, int err)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", place->path, name);
	return complain_error(path, err);
}

static bool has_all(const struct place *place)
{
	struct stat st;
	size_t i = 0;

	while (i < place->node->count &&
	       !fstatat(place->real, place->node->children[i]->name, &st, AT_SYMLINK_NOFOLLOW))
		i++;
	return i == place->node->count;
}

/* Show what was in the folder before it was covered: folders by mounts, links by links. */
static int keep_entry(const struct place *place, const struct dirent *entry)
{
	char from[64 + NAME_MAX], to[64 + NAME_MAX + 2], target[PATH_MAX];
	ssize_t length = readlinkat(place->real, entry->d_name, target, sizeof(target) - 1);

	snprintf(to, sizeof(to), "%s/%s", place->path, entry->d_name);
	if (length >= 0) {
		target[length] = '\0';
		return symlink(target, to) ? -errno : 0;
	}
	snprintf(from, sizeof(from), "/proc/self/fd/%d/%s", place->real, entry->d_name);
	if (entry->d_type != DT_DIR)
		return 0;
	if (mkdir(to, 0755) || mount(from, to, NULL, MS_BIND | MS_REC, NULL))
		return -errno;
	return 0;
}

static int keep_entries(const struct place *place)
{
	int again = openat(place->real, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), code = 0;
	DIR *stream = again < 0 ? NULL : fdopendir(again);
	struct dirent *entry;

	if (!stream)
		return complain_error(place->path, -errno);
	while (!code && (entry = readdir(stream))) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") ||
		    tree_child(place->node, entry->d_name))
			continue;
		code = keep_entry(place, entry);
		if (code)
			code = complain_place(place, entry->d_name, code);
	}
	closedir(stream);
	return code;
}

/* sysfs takes no new folders: cover the parent, and make the folders there. */
static int cover(const struct place *place)
{
	char path[PATH_MAX];

	if (mount("gpcd-mount", place->path, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m"))
		return complain_error(place->path, -errno);
	for (size_t i = 0; i < place->node->count; i++) {
		snprintf(path, sizeof(path), "%s/%s", place->path, place->node->children[i]->name);
		if (mkdir(path, 0755))
			return complain_error(path, -errno);
	}
	return keep_entries(place);
}

static int place_all(const struct place *place)
{
	char from[2 * PATH_MAX], to[PATH_MAX];

	for (size_t i = 0; i < place->node->count; i++) {
		const char *name = place->node->children[i]->name;

		snprintf(from, sizeof(from), "%s/%s", place->from, name);
		snprintf(to, sizeof(to), "%s/%s", place->path, name);
		if (mount(from, to, NULL, MS_BIND, NULL))
			return complain_place(place, name, -errno);
	}
	return 0;
}

static int show_in(const struct tree *tree, const char *folder, const char *parent)
{
	struct place place = { .node = tree_find(tree, parent) };
	int code = 0;

	if (!place.node)
		return 0;
	snprintf(place.path, sizeof(place.path), "/sys/%s", parent);
	snprintf(place.from, sizeof(place.from), "%s/%s", folder, parent);
	place.real = open(place.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (place.real < 0)
		return complain_error(place.path, -errno);
	if (!has_all(&place))
		code = cover(&place);
	if (!code)
		code = place_all(&place);
	close(place.real);
	return code;
}

int place_show(const struct tree *tree, const char *folder)
{
	int code = 0;

	for (size_t i = 0; !code && i < ARRAY_SIZE(parents); i++)
		code = show_in(tree, folder, parents[i]);
	return code;
}
