// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Permissions of jobs. The table belongs to the module, not to a device.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <sys/ioctl.h>

#include "gpcd/carrier/carrier.h"

#define CTL_PATH "/dev/gpcdctl"

int gpcd_perms_query(struct gpcd *dev, struct gpcd_perms_query *perms)
{
	memset(perms, 0, sizeof(*perms));
	perms->size = sizeof(*perms);
	return dev->carrier->command(dev, GPCD_IOC_PERMS_QUERY, perms);
}

/* The control node is missing, or is left over from a module that has been unloaded. */
static int ctl_missing(int err)
{
	return err == -ENOENT || err == -ENXIO;
}

static int ctl_open(void)
{
	int fd = open(CTL_PATH, O_RDWR | O_CLOEXEC);

	if (fd >= 0)
		return fd;
	return ctl_missing(-errno) ? -ENODEV : -errno;
}

static int ctl_command(unsigned long command, void *arg)
{
	int fd = ctl_open();
	int err;

	if (fd < 0)
		return fd;
	err = ioctl(fd, command, arg) < 0 ? -errno : 0;
	close(fd);
	return err;
}

int gpcd_perms_set(const struct gpcd_perms_entry *entry)
{
	struct gpcd_perms_set set = { .size = sizeof(set), .entry = *entry };

	return ctl_command(GPCD_IOC_PERMS_SET, &set);
}

int gpcd_perms_remove(uint64_t job)
{
	struct gpcd_perms_remove remove = { .size = sizeof(remove), .job = job };

	return ctl_command(GPCD_IOC_PERMS_REMOVE, &remove);
}

int gpcd_perms_clear(void)
{
	struct gpcd_perms_remove remove = {
		.size = sizeof(remove),
		.flags = GPCD_PERMS_REMOVE_ALL,
	};

	return ctl_command(GPCD_IOC_PERMS_REMOVE, &remove);
}

int gpcd_perms_list(uint64_t after, struct gpcd_perms_entry *entries, unsigned int count)
{
	struct gpcd_perms_list list = {
		.size = sizeof(list),
		.after = after,
		.count = count,
		.entry_size = sizeof(*entries),
		.entries = gpcd_address(entries),
	};
	int err;

	/* The entries of an older kernel may be shorter. */
	memset(entries, 0, count * sizeof(*entries));
	err = ctl_command(GPCD_IOC_PERMS_LIST, &list);
	return err ? err : (int)list.count;
}

int gpcd_perms_ignore(int on)
{
	struct gpcd_perms_ignore ignore = { .size = sizeof(ignore), .on = !!on };
	int err = ctl_command(GPCD_IOC_PERMS_IGNORE, &ignore);

	return err ? err : (int)ignore.was;
}
