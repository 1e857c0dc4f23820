// SPDX-License-Identifier: LGPL-2.1-or-later
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sysfs.h"

/* --- paths --- */

/* Return the folder that stands for /, without a '/' at its end. */
static const char *root_folder(void)
{
	const char *folder = secure_getenv(NIC_ROOT_ENV);

	return folder && strcmp(folder, "/") ? folder : "";
}

int nic_path(char path[NIC_PATH_ROOM], const char *format, ...)
{
	size_t length = strlen(root_folder());
	va_list arguments;
	int more;

	if (length < NIC_PATH_ROOM) {
		memcpy(path, root_folder(), length);
		va_start(arguments, format);
		more = vsnprintf(path + length, NIC_PATH_ROOM - length, format, arguments);
		va_end(arguments);
		if (more >= 0 && (size_t)more < NIC_PATH_ROOM - length)
			return 0;
	}
	path[0] = '\0';
	return -ENAMETOOLONG;
}

bool nic_is_entry(const char *name)
{
	return *name && !strchr(name, '/') && strcmp(name, ".") && strcmp(name, "..");
}

/* Write the path of a file below a folder; return as nic_path(). */
static int path_below(char path[NIC_PATH_ROOM], const char *folder, const char *file)
{
	if (snprintf(path, NIC_PATH_ROOM, "%s/%s", folder, file) < NIC_PATH_ROOM)
		return 0;
	path[0] = '\0';
	return -ENAMETOOLONG;
}

/* --- one file, one link --- */

int nic_text(const char *path, char *text, size_t room)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), err = 0;
	ssize_t length;

	text[0] = '\0';
	if (fd < 0)
		return -errno;
	do
		length = read(fd, text, room - 1);
	while (length < 0 && errno == EINTR);
	if (length < 0) {
		err = -errno;
		length = 0;
	}
	close(fd);
	text[length] = '\0';
	text[strcspn(text, "\n")] = '\0';
	return err;
}

int nic_text_below(const char *folder, const char *file, char *text, size_t room)
{
	char path[NIC_PATH_ROOM];

	path_below(path, folder, file);
	return nic_text(path, text, room);
}

bool nic_has(const char *folder, const char *name)
{
	char path[NIC_PATH_ROOM];

	path_below(path, folder, name);
	return !access(path, F_OK);
}

void nic_link_name(const char *path, char *name, size_t room)
{
	char target[PATH_MAX];

	name[0] = '\0';
	if (realpath(path, target))
		snprintf(name, room, "%s", strrchr(target, '/') + 1);
}

void nic_about_device(struct nic_about *about, const char *device)
{
	char path[NIC_PATH_ROOM];

	nic_link_name(device, about->bus, sizeof(about->bus));
	if (about->driver[0])
		return;
	path_below(path, device, "driver");
	nic_link_name(path, about->driver, sizeof(about->driver));
}

/* --- entries of a folder --- */

static int entry_is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

int nic_each_entry(const char *path, int (*visit)(void *data, const char *name), void *data)
{
	struct dirent **entries;
	int count, err = 0;

	count = scandir(path, &entries, entry_is_visible, versionsort);
	if (count < 0)
		return errno == ENOENT || errno == ENOTDIR ? 0 : -errno;
	for (int i = 0; i < count; i++) {
		if (!err)
			err = visit(data, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	return err;
}

/* --- the network interface of a port --- */

/* A search for it. */
struct search {
	struct nic_about *about;
	const char *folder;	/* with an entry for each interface of the device */
	unsigned int port;
};

static int partner_visit(void *data, const char *name)
{
	struct search *search = data;
	struct nic_about *about = search->about;
	char path[NIC_PATH_ROOM], text[NIC_TEXT_ROOM];
	bool own;

	path_below(path, search->folder, name);
	own = !nic_text_below(path, "dev_port", text, sizeof(text)) &&
	      strtoul(text, NULL, 0) == search->port;
	if (own || !about->partner[0])
		snprintf(about->partner, sizeof(about->partner), "%s", name);
	return own;
}

void nic_about_partner(struct nic_about *about, const char *device, unsigned int port)
{
	char path[NIC_PATH_ROOM];
	struct search search = { .about = about, .folder = path, .port = port };

	about->partner[0] = '\0';
	path_below(path, device, "net");
	nic_each_entry(path, partner_visit, &search);
}
