/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Devices, opened and described for people.
 */
#ifndef DEVICE_H
#define DEVICE_H

#include <dirent.h>
#include <gpcd/gpcd.h>

/* What -d, GPCD_DEVICE or the default names, as a path or image:FILE. */
const char *device_name(void);

/* Does -d or GPCD_DEVICE name one? An empty one names none. */
int device_is_named(void);

/* Is it the file of a register image? */
int device_is_image(const char *name);

/*
 * The nodes gpcdN in /dev, by number, as scandir(3) gives them; returns how
 * many, or a negative errno.
 */
int device_nodes(struct dirent ***nodes);

/* Open it, or say why not and what to do; returns the exit code. */
int device_open(struct gpcd **device);

/* One line why @name could not be opened and what to do about it. */
void device_complain(const char *name, int err);

/* Say that the chip went away under the command; returns the exit code. */
int device_failed(struct gpcd *device, int err);

#endif /* DEVICE_H */
