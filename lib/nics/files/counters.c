// SPDX-License-Identifier: LGPL-2.1-or-later
/* A folder with a file for each counter, which anybody may write. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "nics/items.h"
#include "nics/sources.h"
#include "nics/sysfs.h"

static int counters_folder_find(const struct nic_visitor *visitor)
{
	/* Only people know which folders have counters. */
	(void)visitor;
	return 0;
}

/* Write a path that holds wherever the program goes. Return 0 or a negative errno. */
static int absolute_path(const char *name, char path[NIC_PATH_ROOM])
{
	char here[NIC_PATH_ROOM] = "";
	int length;

	if (*name != '/' && !getcwd(here, sizeof(here)))
		return -errno;
	length = snprintf(path, NIC_PATH_ROOM, "%s%s%s", here, *name == '/' ? "" : "/", name);
	return length < NIC_PATH_ROOM ? 0 : -ENAMETOOLONG;
}

static int counters_folder_about(struct nic *nic)
{
	/* A folder does not change what it is. */
	(void)nic;
	return 0;
}

static int counters_folder_open(struct nic *nic, const char *name)
{
	char path[NIC_PATH_ROOM];
	struct nic_files *files;
	int err;

	if (!*name)
		return -ENOENT;
	err = absolute_path(name, path);
	if (!err)
		err = nic_files_open(&files, path, NIC_FILES_KERNEL);
	if (err)
		return err;
	nic->about.minor = true;
	nic_link_name(path, nic->about.driver, sizeof(nic->about.driver));
	err = nic_files_add(files, nic, "");
	if (err) {
		nic_items_free(nic);
		nic_files_close(files);
		return err;
	}
	nic->private = files;
	return 0;
}

static int counters_folder_read(struct nic *nic, const bool *wanted,
				const struct nic_values *values)
{
	return nic_files_read(nic->private, wanted, values);
}

static void counters_folder_close(struct nic *nic)
{
	nic_files_close(nic->private);
	nic_items_free(nic);
}

const struct nic_source nic_source_counters = {
	.prefix = "counters",
	.help = "a folder with a file for each counter: VALUE, or VALUE@SEC.NSEC",
	.find = counters_folder_find,
	.open = counters_folder_open,
	.about = counters_folder_about,
	.read = counters_folder_read,
	.close = counters_folder_close,
};
