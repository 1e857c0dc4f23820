// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The device carrier, which passes commands to the kernel. No other file issues ioctls on devices.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "gpcd/carrier/carrier.h"

static int device_open(struct gpcd *dev)
{
	dev->fd = open(dev->path, O_RDWR | O_CLOEXEC);
	if (dev->fd < 0 && (errno == EACCES || errno == EROFS))
		dev->fd = open(dev->path, O_RDONLY | O_CLOEXEC);
	if (dev->fd >= 0)
		return 0;
	/* The node is left over from a chip that is gone. */
	return errno == ENXIO ? -ENODEV : -errno;
}

static void device_close(struct gpcd *dev)
{
	gpcd_mapped_close(dev);
	close(dev->fd);
}

static int device_command(struct gpcd *dev, unsigned long command, void *arg)
{
	return ioctl(dev->fd, command, arg) < 0 ? -errno : 0;
}

static int device_list_open(struct gpcd_list *list)
{
	struct gpcd_group_req req = {
		.size = sizeof(req),
		.count = list->count,
		.nic_addr = list->nic_addr,
		.addrs = gpcd_address(list->addrs),
	};

	list->fd = ioctl(list->dev->fd, GPCD_IOC_GROUP, &req);
	return list->fd < 0 ? -errno : 0;
}

static int device_list_call(struct gpcd_list *list, struct gpcd_snapshot_req *req)
{
	int err = list->fd < 0 ? device_list_open(list) : 0;

	if (err)
		return err;
	if (ioctl(list->fd, GPCD_IOC_GROUP_READ, req) < 0)
		return -errno;
	/* The kernel's time stamps ignore time namespaces: add the offset of ours. */
	req->start_ns += list->dev->time_offset_ns;
	req->end_ns += list->dev->time_offset_ns;
	return 0;
}

static int device_list_read(struct gpcd_list *list, struct gpcd_snapshot_req *req)
{
	struct gpcd_snapshot_req call = *req;
	int err = list->dev->map ? gpcd_mapped_read(list, req) : -EAGAIN;

	if (err) {
		err = device_list_call(list, &call);
		*req = call;
	}
	if (!err)
		req->sequence = ++list->sequence;
	return err;
}

static int device_list_ring(struct gpcd_list *list, struct gpcd_ring_req *req)
{
	int err = list->fd < 0 ? device_list_open(list) : 0;
	int fd;

	if (err)
		return err;
	fd = ioctl(list->fd, GPCD_IOC_RING, req);
	/* An older kernel does not know the command. */
	if (fd < 0)
		return errno == ENOTTY ? -EOPNOTSUPP : -errno;
	return fd;
}

static int device_ring_freeze(int fd, int on)
{
	struct gpcd_ring_freeze freeze = { .size = sizeof(freeze), .on = !!on };

	return ioctl(fd, GPCD_IOC_RING_FREEZE, &freeze) < 0 ? -errno : (int)freeze.was;
}

static void device_list_close(struct gpcd_list *list)
{
	if (list->fd >= 0)
		close(list->fd);
	list->fd = -1;
	free(list->values);
	list->values = NULL;
	list->sequence = 0;
}

const struct gpcd_carrier gpcd_carrier_device = {
	.open = device_open,
	.identified = gpcd_mapped_open,
	.close = device_close,
	.command = device_command,
	.list_read = device_list_read,
	.list_ring = device_list_ring,
	.ring_freeze = device_ring_freeze,
	.list_close = device_list_close,
};

/* --- the control node, whose commands concern all devices; it belongs to the module --- */

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
