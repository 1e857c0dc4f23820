/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * An open device, and how it is reached.
 *
 * A carrier carries out the commands of <linux/gpcd.h>: the device carrier passes them to the
 * kernel, the image carrier does so itself. The code above does not know which carrier it uses.
 */
#ifndef GPCD_CARRIER_H
#define GPCD_CARRIER_H

#include <stdatomic.h>
#include <time.h>

#include <gpcd/gpcd.h>

struct gpcd_image_file;
struct gpcd_image_pass;
struct gpcd_nic_reader;

struct gpcd_layout;

/* Registers that are read together again and again. */
struct gpcd_list {
	struct gpcd *dev;
	uint64_t *addrs;	/* unchanged while the list is open */
	uint32_t count;
	uint32_t nic_addr;	/* 0: the device's own */
	struct gpcd_layout **layout;	/* of addrs, kept beside them; NULL: not known yet */
	uint64_t *values;	/* device carrier: values not yet known to be good */
	int fd;	/* descriptor of the kernel's group; -1 before the first read */
	uint64_t *ns;	/* NIC carrier: room for the time of each value that is read */
	uint64_t sequence;	/* snapshots taken */
};

/*
 * A way to reach registers. Functions with a result return 0 or a negative errno, but @named, of a
 * carrier that was added, whether a name is for it. @open opens dev->path and fills in the rest of
 * *dev. @identified, which may be NULL, is called if this library knows the device. @list_read does
 * GPCD_IOC_GROUP_READ on a list, which is opened at its first read; on error the arrays of the
 * request are unchanged. @list_close releases what @list_read keeps; the list may be read again.
 * @list_ring does GPCD_IOC_RING and returns a descriptor, which @ring_freeze takes; both are NULL
 * if nothing can sample by itself. @speed_ask finds dev->bits_per_second anew; it is NULL if the
 * device has no link whose speed changes.
 */
struct gpcd_carrier {
	int (*named)(const char *where);
	int (*open)(struct gpcd *dev);
	void (*identified)(struct gpcd *dev, const struct gpcd_info *info);
	void (*close)(struct gpcd *dev);
	int (*command)(struct gpcd *dev, unsigned long command, void *arg);
	int (*list_read)(struct gpcd_list *list, struct gpcd_snapshot_req *req);
	int (*list_ring)(struct gpcd_list *list, struct gpcd_ring_req *req);
	int (*ring_freeze)(int fd, int on);
	void (*list_close)(struct gpcd_list *list);
	int (*speed_ask)(struct gpcd *dev);
};

/* Control node (device.c) */

/*
 * Have the kernel carry out a command that concerns all devices. Return -ENODEV if the module is
 * not loaded.
 */
int gpcd_ctl_command(unsigned long command, void *arg);

/* Mapped registers (mapped.c) */

/*
 * Find where the registers of a list are in memory that is mapped, once for all lists with these
 * addresses. Return NULL if the chip lacks a register or there is no memory: then the list must be
 * read in another way.
 */
const struct gpcd_layout *gpcd_mapped_layout(const struct gpcd_list *list);

/*
 * Load the values of all registers from a chip that is mapped at @map. Return whether a word is all
 * ones, so that they may mean nothing.
 */
int gpcd_mapped_load(const struct gpcd_layout *layout, const unsigned char *map, uint64_t *values);

/* Fill in the outputs of @req but values, times and the sequence, after the last pass. */
void gpcd_mapped_end(const struct gpcd_list *list, const struct gpcd_image_pass *pass,
		     struct gpcd_snapshot_req *req);

/* Forget the layout of addresses that change, or are no longer read by any list. */
void gpcd_mapped_forget(struct gpcd_layout **layout);

/*
 * Map the registers of an open device if this is useful, and fill in dev->map and dev->map_error.
 */
void gpcd_mapped_open(struct gpcd *dev, const struct gpcd_info *info);

/* Unmap what gpcd_mapped_open() has mapped. */
void gpcd_mapped_close(struct gpcd *dev);

/*
 * Read a list from the mapping of its device, and fill in the outputs of @req except the sequence.
 * Return -EAGAIN if only the kernel can answer: then the caller must ask it.
 */
int gpcd_mapped_read(struct gpcd_list *list, struct gpcd_snapshot_req *req);

extern const struct gpcd_carrier gpcd_carrier_device;
extern const struct gpcd_carrier gpcd_carrier_image;
extern const struct gpcd_carrier gpcd_carrier_recorded;

/*
 * The carrier of network interfaces. It adds itself when the library is loaded; in a static program
 * that does not use <gpcd/nics.h> it is missing, and so are the netlink libraries.
 */
extern const struct gpcd_carrier gpcd_carrier_nic;

/* Have gpcd_open() open names for which gpcd_nic_named() is true by this carrier. */
void gpcd_carrier_add(const struct gpcd_carrier *carrier);

/* An open device. */
struct gpcd {
	const struct gpcd_carrier *carrier;
	char *path;	/* returned by gpcd_path() */
	unsigned int chip;	/* enum gpcd_chip */
	uint32_t regs_max;	/* the most registers of a call or a group */
	int64_t time_offset_ns;	/* added to the kernel's time stamps */
	int fd;	/* device carrier: descriptor */
	const unsigned char *map;	/* device carrier: mapped registers, or NULL */
	int map_error;	/* why map is NULL: a negative errno; else 0 */
	struct gpcd_image_file *file;	/* image carrier */
	struct gpcd_nic_reader *nic;	/* NIC carrier */
	atomic_ullong bits_per_second;	/* NIC carrier: speed of the link; 0: unknown */
	struct gpcd_info recorded;	/* carrier of recorded chips */
	atomic_ullong sequence;	/* single snapshots taken, if the kernel does not count them */
};

/* Prefix of the names of images. */
#define GPCD_IMAGE_PREFIX "image:"

/* Return a pointer as a number, as the device ABI passes it. */
static inline uint64_t gpcd_address(const void *pointer)
{
	return (uintptr_t)pointer;
}

/* Return the pointer that the device ABI passes as a number. */
static inline void *gpcd_pointer(uint64_t address)
{
	return (void *)(uintptr_t)address;
}

/* Return CLOCK_REALTIME, in ns. */
static inline uint64_t gpcd_wall_clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

/* Return CLOCK_MONOTONIC, in ns. */
static inline uint64_t gpcd_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

#endif /* GPCD_CARRIER_H */
