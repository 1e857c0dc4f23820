/* SPDX-License-Identifier: GPL-2.0-only */
/* Devices whose counters are shown, and how an error of one looks to the reader of a file. */
#ifndef DEVICE_DEVICE_H
#define DEVICE_DEVICE_H

#include <gpcd/gpcd.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An open device. Threads may read it at the same time. */
struct device {
	struct gpcd *open;
	struct gpcd_info info;	/* when it was opened */
	pthread_mutex_t asking;	/* of the thread that asks for its link */
};

/* The link of a device, as it is now. */
struct device_link {
	bool is_down;
	uint64_t bits_per_second;	/* 0: nobody says */
	uint64_t address;	/* on the fabric: NIC address, NID, LID */
};

/* Open devices. */
struct devices {
	struct device **list;
	size_t count;
};

/*
 * Open the devices that a name or a pattern means, or if it is NULL, those that are there: routers,
 * or else network interfaces. Add them. Report any error, a pattern that nothing matches among
 * them, and return the exit code.
 */
int devices_open(struct devices *devices, const char *name);

/* Close all devices. */
void devices_close(struct devices *devices);

/*
 * Return the error of reading a file for a negative errno of libgpcd: -ENODEV if the device has
 * gone, or what drove it has died; -EACCES for what may not be read; -EIO for all that has no
 * value.
 */
int device_error(int err);

/* Read a register by its name. Return 0 or as device_error(). */
int device_read(const struct device *device, const char *name, uint64_t *value);

/* Read a group. Return likewise. */
int device_read_group(const struct device *device, struct gpcd_group *group,
		      struct gpcd_snapshot *snapshot);

/* Ask for the link of a device; a router's is up. Return 0 or as device_error(). */
int device_link(struct device *device, struct device_link *link);

#endif /* DEVICE_DEVICE_H */
