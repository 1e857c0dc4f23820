/* SPDX-License-Identifier: GPL-2.0-only */
/* Find, open and wait for devices, and report their errors. */
#ifndef DEVICE_H
#define DEVICE_H

#include <dirent.h>
#include <gpcd/gpcd.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Return the device named by -d or GPCD_DEVICE, or the default: /dev/gpcd0, or if it is missing and
 * not waited for, the first network interface. Valid until the next call.
 */
const char *device_path(void);

/* Check if -d or GPCD_DEVICE names a device; an empty name does not count. */
int device_is_named(void);

/*
 * Find the nodes gpcdN in /dev, sorted by number; free each of them and the array. Return their
 * number or a negative errno.
 */
int device_nodes(struct dirent ***nodes);

/*
 * Reject several -d with different names, for a command that takes one device. Return the exit
 * code.
 */
int device_alone(void);

/*
 * Wait for a device as --wait says, until it exists and its chip is live, or until the time is
 * over; one limit holds for all devices of a command. Without --wait, return at once.
 */
void device_wait(const char *name);

/*
 * Pause before searching for devices again. Return false at once if there is no --wait or its time
 * is over.
 */
bool device_wait_again(void);

/*
 * Open the device of a command that takes one, device_path(), after waiting as --wait says. Report
 * an error and what to do about it; return the exit code.
 */
int device_open_only(struct gpcd **device);

/* The same for what only routers have: the default is /dev/gpcd0, whatever else there is. */
int device_open_router(struct gpcd **device);

/* Report why a device could not be opened, and what to do about it. */
void device_complain(const char *name, int err);

/* Report that a device failed while it was open. Return the exit code for @err. */
int device_failed(struct gpcd *device, int err);

/*
 * Report a device whose time stands still because its driver has died. @before is the snapshot
 * before @now, or NULL. Return the exit code; 0 if the chip's time goes on.
 */
int device_check(struct gpcd *device, const struct gpcd_snapshot *before,
		 const struct gpcd_snapshot *now);

/* --- the devices that a command reads together: each -d, which may be a pattern --- */

/* Names of devices. */
struct device_set {
	/*
	 * paths or image:FILE, without repetition, in the order of the arguments; matches of a
	 * pattern by number: "gpcd9" before "gpcd10"
	 */
	char **names;
	size_t count;
	void *known; /* the same names, as a tree */
	int missed; /* exit code of a search that hides some interfaces; it is reported already */
};

/*
 * Find the devices that -d and GPCD_DEVICE name. If none is named, use /dev/gpcd0, or if @all, all
 * nodes of this machine, or where there are none, DEVNAME_NICS. Call device_set_free() also after
 * an error.
 *
 * A name with '*', '?' or '[' is a pattern, unless a file has that very name. A pattern names what
 * exists now; among images it names files, not folders. With --wait, wait until a pattern has a
 * match, or this machine has a device if all of them are meant. Devices are not opened:
 * device_wait() waits for each of them.
 *
 * Report any error, such as a pattern without a match (EXIT_DEVICE), and return the exit code.
 */
int device_set_find(struct device_set *set, bool all);

/*
 * Find all nodes of this machine and each port of its network interfaces once, followed by the
 * named devices; there may be none. Return values and device_set_free() as for device_set_find().
 */
int device_set_list(struct device_set *set);

/* Report if so many devices cannot be open at once. Return the exit code. */
int device_set_check(const struct device_set *set);

/* Free the names; the set is empty then. */
void device_set_free(struct device_set *set);

#endif /* DEVICE_H */
