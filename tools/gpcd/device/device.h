/* SPDX-License-Identifier: GPL-2.0-only */
/* Open devices and report their errors. */
#ifndef DEVICE_H
#define DEVICE_H

#include <dirent.h>
#include <gpcd/gpcd.h>
#include <stdbool.h>

/*
 * Return the device named by -d, GPCD_DEVICE or the default: a path or image:FILE, valid until the
 * next call.
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
 * Open the device named on the command line after waiting as --wait says. Report an error and what
 * to do about it; return the exit code.
 */
int device_open_named(struct gpcd **device);

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

#endif /* DEVICE_H */
