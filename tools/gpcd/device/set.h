/* SPDX-License-Identifier: GPL-2.0-only */
/* The devices that a command reads together: each -d, which may be a pattern. */
#ifndef DEVICE_SET_H
#define DEVICE_SET_H

#include <stdbool.h>
#include <stddef.h>

/* Names of devices. */
struct device_set {
	/*
	 * paths or image:FILE, without repetition, in the order of the arguments; matches of a
	 * pattern by number: "gpcd9" before "gpcd10"
	 */
	char **names;
	size_t count;
	void *known; /* the same names, as a tree */
};

/*
 * Find the devices that -d and GPCD_DEVICE name. If none is named, use all devices of this machine
 * if @all, or the default one. Call device_set_free() also after an error.
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
 * Find all devices of this machine, followed by the named ones; there may be none. Return values
 * and device_set_free() as for device_set_find().
 */
int device_set_list(struct device_set *set);

/* Report if so many devices cannot be open at once. Return the exit code. */
int device_set_check(const struct device_set *set);

/* Free the names; the set is empty then. */
void device_set_free(struct device_set *set);

#endif /* DEVICE_SET_H */
