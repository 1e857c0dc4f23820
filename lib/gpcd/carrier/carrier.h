/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * An open device, and how it is reached.
 *
 * A carrier answers the commands of <linux/gpcd.h>: the device carrier hands
 * them to the kernel, the image carrier answers them itself. The code above
 * does not know which carrier it uses.
 */
#ifndef GPCD_CARRIER_H
#define GPCD_CARRIER_H

#include <stdatomic.h>
#include <time.h>

#include <gpcd/gpcd.h>

struct gpcd_image_file;

/**
 * struct gpcd_mapped - a run of registers in mapped memory, which are read in one loop
 * @words: the aligned 8-byte words that hold one register each
 * @mask: bits of each register, after the shift
 * @shift: lowest bit of each register in its word: 0, or 32 for a half
 * @count: number of registers; 0: the runs have ended
 */
struct gpcd_mapped {
	const __u64 *words;
	uint64_t mask;
	unsigned int shift;
	uint32_t count;
};

/**
 * struct gpcd_list - registers that are read together again and again
 * @dev: the device
 * @addrs: addresses of the registers; the owner keeps them unchanged while the list is open
 * @count: number of registers
 * @nic_addr: address of the NIC whose registers they are; 0: the device's own
 * @mapped: runs of them in the mapping of the device; NULL before the first read by it
 * @values: room for what is read there, behind @mapped, until it is known to be good
 * @fd: descriptor of the kernel's group; -1 before the first read
 * @sequence: snapshots taken
 */
struct gpcd_list {
	struct gpcd *dev;
	uint64_t *addrs;
	uint32_t count;
	uint32_t nic_addr;
	struct gpcd_mapped *mapped;
	uint64_t *values;
	int fd;
	uint64_t sequence;
};

/**
 * struct gpcd_carrier - a way to reach registers
 * @open: open the device whose path is in @dev, and fill in the rest of @dev
 * @identified: the device is one that this library knows; NULL: that changes nothing
 * @close: close what @open has opened
 * @command: carry out a command of the device ABI
 * @list_read: do GPCD_IOC_GROUP_READ on a list, which is opened at its first
 *	read. After an error the request's arrays are as they were
 * @list_ring: do GPCD_IOC_RING on a list; returns a descriptor. NULL: there is nobody who could
 *	sample by himself
 * @ring_freeze: do GPCD_IOC_RING_FREEZE on such a descriptor
 * @list_alarm: do GPCD_IOC_ALARM on a list; returns a descriptor. NULL: there is nobody who could
 *	watch
 * @alarm_read: do GPCD_IOC_ALARM_READ on such a descriptor
 * @list_close: release what @list_read keeps; the list may be read again
 *
 * Functions with a result return 0 or a negative errno.
 */
struct gpcd_carrier {
	int (*open)(struct gpcd *dev);
	void (*identified)(struct gpcd *dev, const struct gpcd_info *info);
	void (*close)(struct gpcd *dev);
	int (*command)(struct gpcd *dev, unsigned long command, void *arg);
	int (*list_read)(struct gpcd_list *list, struct gpcd_snapshot_req *req);
	int (*list_ring)(struct gpcd_list *list, struct gpcd_ring_req *req);
	int (*ring_freeze)(int fd, int on);
	int (*list_alarm)(struct gpcd_list *list, struct gpcd_alarm_req *req);
	int (*alarm_read)(int fd, struct gpcd_alarm_change *change);
	void (*list_close)(struct gpcd_list *list);
};

/* The control node (ctl.c) */

/**
 * gpcd_ctl_command() - have the kernel carry out a command that is of all devices
 * @command: its number
 * @arg: its argument
 *
 * Return: 0; -ENODEV the module is not loaded; another negative errno.
 */
int gpcd_ctl_command(unsigned long command, void *arg);

/* Mapped registers of a device (mapped.c) */

/**
 * gpcd_mapped_open() - map the registers of an open device, if that is of use
 * @dev: the device; @map and @map_error are filled in
 * @info: what the device says of itself
 */
void gpcd_mapped_open(struct gpcd *dev, const struct gpcd_info *info);

/** gpcd_mapped_close() - unmap what gpcd_mapped_open() has mapped */
void gpcd_mapped_close(struct gpcd *dev);

/**
 * gpcd_mapped_read() - read a list from the mapping of its device
 * @list: the list
 * @req: outputs are filled in, except the sequence
 *
 * Return: 0; -EAGAIN: the mapping does not tell what the kernel would: ask that.
 */
int gpcd_mapped_read(struct gpcd_list *list, struct gpcd_snapshot_req *req);

extern const struct gpcd_carrier gpcd_carrier_device;
extern const struct gpcd_carrier gpcd_carrier_image;
extern const struct gpcd_carrier gpcd_carrier_recorded;

/**
 * struct gpcd - an open device
 * @carrier: how the device is reached
 * @path: what gpcd_path() returns
 * @chip: an &enum gpcd_chip
 * @time_offset_ns: added to the kernel's time stamps, in ns
 * @fd: used by the device carrier: descriptor of the device
 * @map: used by the device carrier: the mapped registers; NULL: @map_error says why not
 * @map_error: 0, or a negative errno
 * @file: used by the image carrier: the image
 * @recorded: used by the carrier of recorded chips: what the chip is
 * @sequence: single snapshots taken, if the kernel does not count them
 */
struct gpcd {
	const struct gpcd_carrier *carrier;
	char *path;
	unsigned int chip;
	int64_t time_offset_ns;
	int fd;
	const unsigned char *map;
	int map_error;
	struct gpcd_image_file *file;
	struct gpcd_info recorded;
	atomic_ullong sequence;
};

/** GPCD_IMAGE_PREFIX: how the name of an image begins. */
#define GPCD_IMAGE_PREFIX "image:"

/** gpcd_address() - return a pointer as the number that the device ABI carries */
static inline uint64_t gpcd_address(const void *pointer)
{
	return (uintptr_t)pointer;
}

/** gpcd_pointer() - return the pointer of a number that the device ABI carries */
static inline void *gpcd_pointer(uint64_t address)
{
	return (void *)(uintptr_t)address;
}

/** gpcd_wall_clock_ns() - return CLOCK_REALTIME, in ns */
static inline uint64_t gpcd_wall_clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

/** gpcd_now_ns() - return CLOCK_MONOTONIC, in ns */
static inline uint64_t gpcd_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

#endif /* GPCD_CARRIER_H */
