/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Devices, opened and described for people.
 */
#ifndef DEVICE_H
#define DEVICE_H

#include <dirent.h>
#include <gpcd/gpcd.h>

/* What -d, GPCD_DEVICE or the default names, as a path or image:FILE. */
const char *device_path(void);

/* Does -d or GPCD_DEVICE name one? An empty one names none. */
int device_is_named(void);

/* Is it the file of a register image? */
int device_is_image(const char *name);

/*
 * The nodes gpcdN in /dev, by number, as scandir(3) gives them; returns how
 * many, or a negative errno.
 */
int device_nodes(struct dirent ***nodes);

/* Refuse several -d, by name, where a command takes one; returns the exit code. */
int device_alone(void);

/* With --wait, until a device is there and its chip live, or the time is over: open it then. */
void device_wait(const char *name);

/* Open it, or say why not and what to do; returns the exit code. */
int device_open_named(struct gpcd **device);

/* One line why @name could not be opened and what to do about it. */
void device_complain(const char *name, int err);

/* Say that the chip went away under the command; returns the exit code. */
int device_failed(struct gpcd *device, int err);

/*
 * Say so where the chip's time does not go on because what drove it has died: @before
 * is the snapshot before @now, or NULL. Returns the exit code.
 */
int device_check(struct gpcd *device, const struct gpcd_snapshot *before,
		 const struct gpcd_snapshot *now);

#endif /* DEVICE_H */
