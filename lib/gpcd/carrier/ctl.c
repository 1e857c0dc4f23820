// SPDX-License-Identifier: LGPL-2.1-or-later
/* The control node, whose commands concern all devices. It belongs to the module. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#include <sys/ioctl.h>

#include "gpcd/carrier/carrier.h"

#define CTL_PATH "/dev/gpcdctl"

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

int gpcd_ctl_command(unsigned long command, void *arg)
{
	int fd = ctl_open();
	int err;

	if (fd < 0)
		return fd;
	err = ioctl(fd, command, arg) < 0 ? -errno : 0;
	close(fd);
	return err;
}
