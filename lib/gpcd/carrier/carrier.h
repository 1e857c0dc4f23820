/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * An open device, and how it is reached.
 *
 * A carrier answers the commands of <linux/gpcd.h>: the device carrier hands
 * them to the kernel, the image carrier answers by itself. Everything above
 * does not know which.
 */
#ifndef GPCD_CARRIER_H
#define GPCD_CARRIER_H

#include <stdatomic.h>

#include <gpcd/gpcd.h>

struct gpcd_image_file;

/**
 * struct gpcd_list - registers that are read together again and again
 * @dev: the device
 * @addrs: their addresses; the owner's, unchanged while the list is open
 * @count: how many
 * @nic_addr: whose registers; 0: the device's own
 * @fd: the kernel's group, -1 before the first read
 * @sequence: snapshots taken, where the kernel does not count them
 */
struct gpcd_list {
	struct gpcd *dev;
	uint64_t *addrs;
	uint32_t count;
	uint32_t nic_addr;
	int fd;
	uint64_t sequence;
};

/**
 * struct gpcd_carrier - a way to reach registers
 * @open: fill in the device that gpcd_path() names
 * @close: undo @open
 * @command: carry out a command of the device ABI
 * @list_read: GPCD_IOC_GROUP_READ on a list; opens it first where need be.
 *	Nothing is written unless it succeeds
 * @list_close: forget what @list_read keeps; the list may be read again
 *
 * All return 0 or a negative errno.
 */
struct gpcd_carrier {
	int (*open)(struct gpcd *dev);
	void (*close)(struct gpcd *dev);
	int (*command)(struct gpcd *dev, unsigned long command, void *arg);
	int (*list_read)(struct gpcd_list *list, struct gpcd_snapshot_req *req);
	void (*list_close)(struct gpcd_list *list);
};

extern const struct gpcd_carrier gpcd_carrier_device;
extern const struct gpcd_carrier gpcd_carrier_image;

/**
 * struct gpcd - an open device
 * @carrier: how it is reached
 * @path: what gpcd_path() returns
 * @chip: an &enum gpcd_chip
 * @time_offset_ns: added to the kernel's time stamps
 * @fd: of the device carrier
 * @file: of the image carrier
 * @sequence: single snapshots taken, where the kernel does not count them
 */
struct gpcd {
	const struct gpcd_carrier *carrier;
	char *path;
	unsigned int chip;
	int64_t time_offset_ns;
	int fd;
	struct gpcd_image_file *file;
	atomic_ullong sequence;
};

/** GPCD_IMAGE_PREFIX: how the name of an image begins. */
#define GPCD_IMAGE_PREFIX "image:"

/** gpcd_address() - a pointer as the device ABI carries it */
static inline uint64_t gpcd_address(const void *pointer)
{
	return (uintptr_t)pointer;
}

/** gpcd_pointer() - a pointer out of the device ABI */
static inline void *gpcd_pointer(uint64_t address)
{
	return (void *)(uintptr_t)address;
}

#endif /* GPCD_CARRIER_H */
